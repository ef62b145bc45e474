export interface RecognisedText {
  /** With one space between words. */
  text: string;
  /** Mean probability of the characters (0–1). 0 if there are none. */
  confidence: number;
}

/**
 * Returns the text of a line from the probabilities of the characters in each of its columns (connectionist temporal
 * classification, greedy): equal neighbours are one character, and the first class, which stands for no character,
 * separates equal characters.
 */
export function decodeCharacters(probabilities: Float32Array, alphabet: readonly string[]): RecognisedText {
  let text = '';
  let sum = 0;
  let count = 0;
  let last = 0;
  for (let start = 0; start < probabilities.length; start += alphabet.length) {
    let best = 0;
    for (let i = 1; i < alphabet.length; i++)
      if (probabilities[start + i]! > probabilities[start + best]!) best = i;
    if (best !== 0 && best !== last) {
      text += alphabet[best]!;
      sum += probabilities[start + best]!;
      count++;
    }
    last = best;
  }
  const words = text.split(/\s+/u).filter((word) => word !== '');
  return { text: words.join(' '), confidence: words.length === 0 ? 0 : sum / count };
}
