/** Maximum number of characters that are compared. The time is proportional to its square. */
const maxCompared = 80;

/**
 * Returns how alike two texts are, from 0 to 1: one less the edit distance (Levenshtein) as a share of the longer text.
 * Spaces and case do not count, because readers of text confuse them.
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
