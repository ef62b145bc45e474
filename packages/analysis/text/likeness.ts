/** Maximum number of characters per text that are compared. The time grows with the square of this number. */
const maxCompared = 80;

/**
 * Returns the similarity of two texts (0–1): 1 minus the edit distance (Levenshtein) as a share of the longer text.
 * Ignores spaces, which OCR often misses, and case, which OCR often confuses. Compares the first 80 characters.
 */
export function likeness(one: string, other: string): number {
  const [a, b] = [comparable(one), comparable(other)];
  if (a === b) return 1;
  return 1 - editDistance(a, b) / Math.max(a.length, b.length);
}

function comparable(text: string): string {
  return text.replace(/\s/g, '').toLowerCase().slice(0, maxCompared);
}

/** Returns the minimum number of characters to insert, remove or replace that make `a` equal to `b` (Levenshtein). */
export function editDistance(a: string, b: string): number {
  let previous = Uint16Array.from({ length: b.length + 1 }, (_, i) => i);
  let row = new Uint16Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, previous[j]! + 1, row[j - 1]! + 1);
    }
    [previous, row] = [row, previous];
  }
  return previous[b.length]!;
}
