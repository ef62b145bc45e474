import type { Alphabet } from './alphabet.ts';

export interface RecognisedText {
  /** With one space between words. */
  text: string;
  /** Mean probability of the characters (0–1). 0 if there are none. */
  confidence: number;
}

/**
 * Minimum probability of a space between two characters, if no other character was read there. The network often gives
 * a narrow space less than it gives to no character, and hardly ever more than this inside a word.
 */
const minSpaceProbability = 0.03;
/** Minimum confidence in a text that is mostly not in Latin letters. Textures are often taken for such characters. */
const minForeignConfidence = 0.8;

/**
 * Returns the text of a line from the probabilities of the characters in each of its columns (connectionist temporal
 * classification, greedy): equal neighbours are one character, and the class for no character separates them.
 */
export function decodeCharacters(probabilities: Float32Array, alphabet: Alphabet): RecognisedText {
  const classes = alphabet.characters.length;
  const [all, latin]: [number[], number[]] = [[], []];
  for (let start = 0; start < probabilities.length; start += classes) {
    const best = bestOf(probabilities, start, alphabet.all);
    all.push(best);
    latin.push(alphabet.isLatin[best] ? best : bestOf(probabilities, start, alphabet.latin));
  }
  const isForeign =
    all.filter((best) => !alphabet.isLatin[best]).length > all.filter((best) => best !== 0).length / 2;
  if (isForeign) {
    const foreign = textOf(all, probabilities, alphabet);
    if (foreign.confidence >= minForeignConfidence) return foreign;
  }
  return textOf(latin, probabilities, alphabet);
}

function bestOf(probabilities: Float32Array, start: number, among: readonly number[]): number {
  let best = 0;
  for (const candidate of among)
    if (probabilities[start + candidate]! > probabilities[start + best]!) best = candidate;
  return best;
}

/** @param columns the class of each column */
function textOf(
  columns: readonly number[],
  probabilities: Float32Array,
  { characters, space }: Alphabet,
): RecognisedText {
  let text = '';
  let sum = 0;
  let count = 0;
  let last = 0;
  let spaceProbability = 0;
  for (const [column, best] of columns.entries()) {
    const start = column * characters.length;
    spaceProbability = Math.max(spaceProbability, probabilities[start + space]!);
    if (best !== 0 && best !== space) {
      if (best !== last) {
        if (spaceProbability >= minSpaceProbability) text += ' ';
        text += characters[best]!;
        sum += probabilities[start + best]!;
        count++;
      }
      spaceProbability = 0;
    }
    last = best;
  }
  return { text: text.trim(), confidence: count === 0 ? 0 : Math.min(1, sum / count) };
}
