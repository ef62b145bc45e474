import { charactersOf } from './letters/characters.ts';
import { cropLine } from './letters/crop.ts';
import { findLetters } from './letters/find-letters.ts';
import { contrastOf, isOnBlock } from './letters/ground.ts';
import { heightOf } from './letters/letter-heights.ts';
import type { LetterMeasures } from './shown-text.ts';
import type { Picture } from '../decode/picture.ts';
import type { ReadLine } from './text-reader.ts';

/** Lower-case letters without ascenders have 60 to 80 % of the height of capitals. */
const maxLowerShare = 0.9;
/** Capitals have 30 to 75 % of the height of a line's box. Lower shapes are parts of thin letters on a busy ground. */
const minBoxShare = 0.28;

/**
 * Measures the letters of a line in a picture: their height, their contrast with the ground, and whether they stand on
 * a block of one colour. The text that was read determines which letters have the height of capitals. Returns null if
 * the letters cannot be distinguished from the ground. Runs in the reader's process. At most a million pixels and 300
 * characters of a line are compared, so time and memory are bounded for any box.
 */
export function measureLetters(
  picture: Picture,
  line: Pick<ReadLine, 'text' | 'box'>,
): LetterMeasures | null {
  const characters = charactersOf(line.text);
  const crop = cropLine(picture, line.box);
  if (crop === null || characters.length === 0) return null;
  const letters = findLetters(crop, characters);
  if (letters === null) return null;
  const capital = heightOf('capital', letters.matches);
  const lower = heightOf('lower', letters.matches, capital === null ? Infinity : capital * maxLowerShare);
  if (capital === null && lower === null) return null;
  if (capital !== null && capital < minBoxShare * (crop.box[3] - crop.box[1])) return null;
  return {
    capitalHeight: capital === null ? null : capital * crop.step,
    lowerCaseHeight: lower === null ? null : lower * crop.step,
    contrast: contrastOf(crop, letters),
    isOnBlock: isOnBlock(picture, crop, letters),
  };
}
