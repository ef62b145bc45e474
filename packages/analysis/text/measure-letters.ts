import { charactersOf } from './letters/characters.ts';
import { cropLine } from './letters/crop.ts';
import { findLetters } from './letters/find-letters.ts';
import { contrastOf, isOnBlock } from './letters/ground.ts';
import { heightOf } from './letters/letter-heights.ts';
import type { LetterMeasures } from './shown-text.ts';
import type { Picture } from '../decode/picture.ts';
import type { ReadLine } from './text-reader.ts';

/** Maximum height of lower-case letters without ascenders, as a share of capitals. Fonts have 60 to 80 %. */
const maxLowerShare = 0.9;
/**
 * Minimum height of capitals, as a share of the box's height (usually 0.3 to 0.75). Lower shapes are parts of letters.
 */
const minBoxShare = 0.28;

/**
 * Measures the letters of a line: their height, their contrast with the background, and whether they are on a block of
 * one colour. The recognised text determines which letters have the height of capitals. Returns null if the line
 * has no letters, or if they cannot be distinguished from the background or are lower than `minBoxShare`. Compares at
 * most a million pixels and 300 characters, which bounds time and memory for any box. Runs in a parser process.
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
