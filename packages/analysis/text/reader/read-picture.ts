import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { measureLetters } from '../measure-letters.ts';
import type { Picture } from '../../decode/picture.ts';
import type { ReadLine } from '../text-reader.ts';
import { detectLines, firstLookSide } from './detect-lines.ts';
import { corners } from './enclosing-box.ts';
import { isText, mayBeText } from './is-text.ts';
import { loadTextModels, type TextModels } from './models.ts';
import { recogniseLine } from './recognise-line.ts';

/** Minimum length of a line in a first look, as a share of the picture's longer side: 32 of 1,920 pixels. */
const minSideShare = 1 / 60;

/** The networks of this process. The first job loads them. */
let models: Promise<TextModels> | null = null;

export async function loadModels(_source: RangedSource, input: { models: string }): Promise<true> {
  await (models ??= loadTextModels(input.models));
  return true;
}

export interface PictureJob {
  width: number;
  height: number;
  models: string;
  /** True to search a smaller copy of the picture for text first, as in `ReadOptions`. */
  firstLook: boolean;
}

/**
 * Returns the lines of text in a picture, from top to bottom.
 * @param source the pixels of the picture (`Picture.rgb`)
 */
export async function readPicture(
  source: RangedSource,
  { width, height, models: directory, firstLook }: PictureJob,
): Promise<ReadLine[]> {
  const loaded = await (models ??= loadTextModels(directory));
  const rgb = await source.read(0, source.sizeBytes);
  const picture = { width, height, rgb };
  if (firstLook && !(await seesText(loaded, picture))) return [];
  const lines: ReadLine[] = [];
  for (const detected of await detectLines(loaded, picture)) {
    const { box: tilted } = detected;
    const read = await recogniseLine(loaded, picture, tilted);
    if (!isText(detected, read, picture)) continue;
    const points = corners(tilted);
    const side = (axis: 0 | 1, size: number, pick: (...values: number[]) => number) =>
      Math.min(size, Math.max(0, Math.round(pick(...points.map((point) => point[axis])))));
    const box: ReadLine['box'] = [
      side(0, width, Math.min),
      side(1, height, Math.min),
      side(0, width, Math.max),
      side(1, height, Math.max),
    ];
    lines.push({ ...read, box, letters: measureLetters(picture, { text: read.text, box }) });
  }
  return lines.sort((one, other) => one.box[1] - other.box[1] || one.box[0] - other.box[0]);
}

/** Returns whether a smaller copy of the picture contains something that may be a line of text. */
async function seesText(loaded: TextModels, picture: Picture): Promise<boolean> {
  const minSide = minSideShare * Math.max(picture.width, picture.height);
  const detected = await detectLines(loaded, picture, firstLookSide);
  for (const line of detected.sort((one, other) => other.probability - one.probability)) {
    if (Math.max(line.box.width, line.box.height) < minSide) continue;
    const read = await recogniseLine(loaded, picture, line.box, true);
    if (isText(line, read, picture) || mayBeText(read)) return true;
  }
  return false;
}
