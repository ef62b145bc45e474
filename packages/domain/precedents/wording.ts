import { dates, fillers, german, incidental, negations, numbers, phrases, synonyms } from './word-lists.ts';

// Compares wordings, such as two advertising claims. Trigrams and sentence embeddings rate one exchanged word as little
// (“proven to reduce wrinkles”, “proven to reduce weight”), but such a word makes another claim. Words that the texts
// exchange are therefore weighted more than words that only one of them adds.

/** A wording, prepared for comparison. */
export interface Wording {
  words: readonly Word[];
  /** The letters and digits, in lower case. */
  exact: string;
  /** As `exact`, with `#` for each number and one letter for those that readers of text confuse. */
  letters: string;
  negations: number;
}

interface Word {
  text: string;
  /** The text with one letter for those that readers of text confuse. */
  folded: string;
  weight: number;
}

/** Weights of words. A number, a date or the name of a product seldom makes another claim. */
const weights = { word: 1, symbol: 0.5, incidental: 0.3, number: 0.25 };
/** Weight of the words that each text has instead of the other's, and of words that only one text adds. */
const exchanged = 2.5;
const added = 0.5;
/** Least similarity of two wordings of one claim. */
const minSimilarity = 0.55;

export function prepareWording(text: string): Wording {
  const spelt = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replace(/[‘’ʼ`´]/g, "'")
    .replaceAll('|', 'l');
  const plain = phrases.reduce((all, [phrase, word]) => all.replace(phrase, word), spelt);
  const found = [...plain.matchAll(/[\p{L}\p{N}]+(?:[.,]\d+)*(?:'\p{L}+)?|[%£$€]/gu)];
  const hasNames = marksNames(found.map(([word]) => word));
  const words: Word[] = [];
  const letters: string[] = [];
  let negationCount = 0;
  for (const { 0: original, index } of found) {
    const word = plainWord(original);
    letters.push(word);
    if (negations.has(word)) negationCount += isConditional(plain, index) ? 0 : 1;
    else if (!fillers.has(word)) {
      const isName =
        /^\p{L}\p{Ll}+\p{Lu}/u.test(original) ||
        (hasNames && isCapital(original) && !beginsSentence(plain, index));
      const meaning = synonyms.get(word) ?? word;
      words.push({ text: meaning, folded: confusable(meaning), weight: weightOf(word, isName) });
    }
  }
  const exact = found.map(([word]) => word.toLowerCase()).join('');
  return { words, exact, letters: confusable(letters.join('')), negations: negationCount };
}

function beginsSentence(text: string, index: number): boolean {
  let at = index - 1;
  while (at >= 0 && /[\s"“”]/.test(text[at]!)) at--;
  return at < 0 || /[.!?:]/.test(text[at]!);
}

/** Returns whether a word is in a question or after “if”, as in “if you are not happy”. Its negation denies nothing. */
function isConditional(text: string, index: number): boolean {
  const before = text
    .slice(0, index)
    .split(/[.!?:;–]\s/)
    .at(-1)!;
  const end = /[.!?;–]/.exec(text.slice(index))?.[0];
  return end === '?' || /\b(?:if|unless|wenn|falls|si|se|als|jesli|om)\b[^,]*$/i.test(before);
}

/** Returns the word in lower case. Numbers become `#`, and dates `@`. */
function plainWord(original: string): string {
  const word = original.toLowerCase().replace(/'s$/, '').replaceAll("'", '');
  if (numbers.has(word)) return '#';
  if (dates.has(word)) return '@';
  if (!/\d/.test(word)) return word;
  const unit = /^[\d.,lo]+(x|st|nd|rd|th|h|k|g|kg|ml|cm|mm|m|min|s|p)?$/.exec(word);
  return unit !== null ? '#' : confusable(word);
}

function weightOf(word: string, isName: boolean): number {
  if (word === '#' || word === '@') return weights.number;
  if (/^[%£$€]$/.test(word)) return weights.symbol;
  return isName || incidental.has(word) ? weights.incidental : weights.word;
}

const isCapital = (word: string) => /^\p{Lu}\p{Ll}{2,}/u.test(word);

/** Returns whether capitals mark names in a text: some other words are small, and the language is not German. */
function marksNames(words: readonly string[]): boolean {
  const lower = words.map((word) => word.toLowerCase());
  const capitals = words.filter(isCapital).length;
  return (
    capitals <= words.length / 2 &&
    lower.some((word) => fillers.has(word) || negations.has(word)) &&
    !lower.some((word) => german.has(word))
  );
}

/** Replaces letters that readers of text confuse with each other by one of them. */
const confusable = (letters: string) =>
  letters.replace(/[il1]/g, 'l').replaceAll('0', 'o').replaceAll('5', 's').replaceAll('rn', 'm');

export type WordingMatch = 'same' | 'similar';

/** Returns how similar two wordings are (0–1), and whether they are the same; null if they are not similar. */
export function compareWordings(a: Wording, b: Wording): { match: WordingMatch; similarity: number } | null {
  if (a.letters === '' || b.letters === '') return null;
  if (a.exact === b.exact) return { match: 'same', similarity: 1 };
  const similarity = a.letters === b.letters ? 1 : similarityOf(a, b);
  return similarity < minSimilarity ? null : { match: 'similar', similarity };
}

function similarityOf(a: Wording, b: Wording): number {
  if (a.negations !== b.negations) return 0;
  const isTaken = new Uint8Array(b.words.length);
  let shared = 0;
  let onlyA = 0;
  let onlyB = b.words.reduce((sum, { weight }) => sum + weight, 0);
  for (const word of a.words) {
    const at = b.words.findIndex((other, index) => isTaken[index] === 0 && isSameWord(word, other));
    if (at === -1) onlyA += word.weight;
    else {
      isTaken[at] = 1;
      shared += word.weight;
      onlyB -= b.words[at]!.weight;
    }
  }
  if (shared === 0) return 0;
  const difference = exchanged * Math.min(onlyA, onlyB) + added * Math.abs(onlyA - onlyB);
  return shared / (shared + difference);
}

/** Returns whether two words are forms of one word, also if a letter was misread or is spelt as in America. */
function isSameWord(one: Word, other: Word): boolean {
  if (one.folded === other.folded) return one.text === other.text || one.text.length >= 3;
  // The comparison of most words ends here, so it costs little.
  if (one.text.charCodeAt(0) !== other.text.charCodeAt(0)) return false;
  const [shorter, longer] =
    one.text.length < other.text.length ? [one.text, other.text] : [other.text, one.text];
  if (shorter.length < 3) return false;
  if (longer.length === shorter.length + 1 && longer === `${shorter}s`) return true;
  if (shorter.length < 4) return false;
  let shared = 0;
  while (shared < shorter.length && shorter.charCodeAt(shared) === longer.charCodeAt(shared)) shared++;
  if (shared >= 4 && shared > longer.length * 0.6) return true;
  return longer.length >= 6 && isWithinEdits(shorter, longer, longer.length >= 9 ? 2 : 1);
}

/** Returns whether two words differ by at most `max` letters that are inserted, left out, replaced or transposed. */
function isWithinEdits(a: string, b: string, max: number): boolean {
  if (b.length - a.length > max) return false;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isTransposed = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const transposed = isTransposed ? before[j - 2]! + 1 : Infinity;
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, replaced, transposed));
    }
    [before, row] = [row, next];
  }
  return row.at(-1)! <= max;
}
