import type { Alphabet } from './alphabet.ts';

export interface ReadCharacter {
  character: string;
  /** Probability of the character (0–1). */
  probability: number;
  /** Probability of a space before the character (0–1). */
  spaceProbability: number;
}

/**
 * Minimum confidence (0–1) of a mostly non-Latin line. With less confidence, the line is decoded to Latin characters,
 * because the recogniser often mistakes textures for other characters.
 */
const minForeignConfidence = 0.8;

/**
 * Decodes the output of the recogniser, the probabilities of all classes in each column of a line, to characters. Uses
 * greedy CTC decoding (connectionist temporal classification): equal neighbours are one character, and the class for no
 * character separates characters. Uses only Latin characters, unless most characters of the line are others.
 */
export function decodeCharacters(probabilities: Float32Array, alphabet: Alphabet): ReadCharacter[] {
  const classes = alphabet.characters.length;
  const [all, latin]: [number[], number[]] = [[], []];
  for (let start = 0; start < probabilities.length; start += classes) {
    const best = bestOfAll(probabilities, start, classes);
    all.push(best);
    latin.push(alphabet.isLatin[best] ? best : bestOf(probabilities, start, alphabet.latin));
  }
  const foreignColumns = all.filter((best) => !alphabet.isLatin[best]).length;
  if (foreignColumns > all.filter((best) => best !== 0).length / 2) {
    const foreign = charactersOf(all, probabilities, alphabet);
    if (meanProbability(foreign) >= minForeignConfidence) return foreign;
  }
  return charactersOf(latin, probabilities, alphabet);
}

/** Returns the mean probability of characters; 0 if there are none. */
export function meanProbability(characters: readonly ReadCharacter[]): number {
  const sum = characters.reduce((total, { probability }) => total + probability, 0);
  return characters.length === 0 ? 0 : Math.min(1, sum / characters.length);
}

function bestOfAll(probabilities: Float32Array, start: number, classes: number): number {
  let best = start;
  for (let at = start + 1; at < start + classes; at++)
    if (probabilities[at]! > probabilities[best]!) best = at;
  return best - start;
}

function bestOf(probabilities: Float32Array, start: number, among: readonly number[]): number {
  let best = 0;
  for (const candidate of among)
    if (probabilities[start + candidate]! > probabilities[start + best]!) best = candidate;
  return best;
}

/** @param columns the most probable class of each column */
function charactersOf(
  columns: readonly number[],
  probabilities: Float32Array,
  { characters, space }: Alphabet,
): ReadCharacter[] {
  const found: ReadCharacter[] = [];
  let last = 0;
  let spaceProbability = 0;
  for (const [column, best] of columns.entries()) {
    const start = column * characters.length;
    spaceProbability = Math.max(spaceProbability, probabilities[start + space]!);
    if (best !== 0 && best !== space) {
      if (best !== last)
        found.push({
          character: characters[best]!,
          probability: probabilities[start + best]!,
          spaceProbability,
        });
      spaceProbability = 0;
    }
    last = best;
  }
  return found;
}
