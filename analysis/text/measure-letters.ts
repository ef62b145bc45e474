import type { LetterMeasures } from './shown-text.ts';
import type { Picture, ReadLine } from './text-reader.ts';

/**
 * Measures the letters of a line in a picture: their height, their contrast with the ground, and whether they stand on
 * a block of one colour. Returns null if the letters cannot be told from the ground. Runs in the reader's process.
 */
export function measureLetters(
  _picture: Picture,
  _line: Pick<ReadLine, 'text' | 'box'>,
): LetterMeasures | null {
  return null;
}
