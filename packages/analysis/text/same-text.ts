import { editDistance, likeness } from './likeness.ts';

/** A text that was read in a picture. */
export interface Reading {
  text: string;
  /** Confidence of the OCR (0–1). */
  confidence: number;
}

/** Minimum confidence of a trusted reading. Trusted readings with different words or numbers are different texts. */
const trustedConfidence = 0.85;
/** Minimum similarity (0–1) of two readings of one text if one is untrusted. OCR errs on busy backgrounds. */
const minLikeness = 0.6;
/**
 * A word may have one wrong letter per 6 letters, but always one. So “included” is not “excluded”, which differs in two
 * of 8 letters.
 */
const lettersPerError = 6;
/** Maximum number of words in one text that may be read as a single word in the other text. */
const maxJoinedWords = 4;
/** Maximum number of characters per text that are compared, and maximum length of a word. */
const maxCompared = 200;
const maxWord = 80;

/** Maximum pause in seconds between two appearances of a text that are joined to one. */
export const maxPauseSeconds = 0.5;

export function isTrusted({ confidence }: Reading): boolean {
  return confidence >= trustedConfidence;
}

/** Returns whether two readings may be one text. Trusted readings need equal numbers and nearly equal words. */
export function mayBeSameText(one: Reading, other: Reading): boolean {
  if (!isTrusted(one) || !isTrusted(other)) return likeness(one.text, other.text) >= minLikeness;
  return !numbersDiffer(one, other) && wordsAgree(one.text, other.text);
}

/** Minimum number of characters and minimum similarity (0–1) of two readings of one long line. */
const minLong = { characters: 40, likeness: 0.9 };

/** Returns whether two long lines are so similar that one of them was misread, if both are in the same place. */
export function isLongAndAlike(one: Reading, other: Reading): boolean {
  return (
    Math.min(one.text.length, other.text.length) >= minLong.characters &&
    !numbersDiffer(one, other) &&
    likeness(one.text, other.text) >= minLong.likeness
  );
}

/** Returns whether two trusted readings have different numbers; false if one is untrusted or has no digits. */
export function numbersDiffer(one: Reading, other: Reading): boolean {
  if (!isTrusted(one) || !isTrusted(other)) return false;
  const [a, b] = [one, other].map(({ text }) => text.replace(/\D/g, ''));
  return a !== '' && b !== '' && a !== b;
}

/**
 * Returns whether the words of `part` are successive words of `whole`, with about `before` and `after` characters of
 * `whole` before and after them.
 * @param tolerance maximum error of `before` and `after`
 */
export function standsAt(
  whole: string,
  part: string,
  { before, after }: { before: number; after: number },
  tolerance: number,
): boolean {
  const [all, some] = [wordsOf(whole), wordsOf(part)];
  const characters = (words: readonly string[]) => words.reduce((sum, { length }) => sum + length + 1, 0);
  for (let start = 0; start < all.length; start++) {
    if (Math.abs(characters(all.slice(0, start)) - before) > tolerance) continue;
    // OCR may join or split a word.
    for (let end = start + some.length - 1; end <= Math.min(all.length, start + some.length + 1); end++) {
      const isNear = Math.abs(characters(all.slice(end)) - after) <= tolerance;
      if (isNear && agree(all.slice(start, end), some)) return true;
    }
  }
  return false;
}

/** Returns whether two texts have nearly the same words in the same order. OCR may join or split words. */
function wordsAgree(one: string, other: string): boolean {
  return agree(wordsOf(one), wordsOf(other));
}

function agree(a: readonly string[], b: readonly string[]): boolean {
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const pair = nextPair(a.slice(i, i + maxJoinedWords), b.slice(j, j + maxJoinedWords));
    if (pair === null) return false;
    i += pair[0];
    j += pair[1];
  }
  return i === a.length && j === b.length;
}

/** Returns how many first words of each text have nearly the same characters; null if the texts start differently. */
function nextPair(a: readonly string[], b: readonly string[]): readonly [number, number] | null {
  const counts: [number, number][] = [[1, 1]];
  for (let count = 2; count <= b.length; count++) counts.push([1, count]);
  for (let count = 2; count <= a.length; count++) counts.push([count, 1]);
  const pairs = counts.map(([i, j]) => ({
    counts: [i, j] as const,
    one: a.slice(0, i).join(''),
    other: b.slice(0, j).join(''),
  }));
  const found =
    pairs.find(({ one, other }) => one === other) ?? pairs.find(({ one, other }) => areAlike(one, other));
  return found?.counts ?? null;
}

function areAlike(one: string, other: string): boolean {
  const errors = Math.max(1, Math.floor(Math.min(one.length, other.length) / lettersPerError));
  return Math.abs(one.length - other.length) <= errors && editDistance(one, other) <= errors;
}

/** Returns the lower-case words of a text without punctuation, which OCR often misreads. Keeps currency signs. */
function wordsOf(text: string): string[] {
  return text
    .slice(0, maxCompared)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{Sc}%\s]/gu, '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, maxWord));
}
