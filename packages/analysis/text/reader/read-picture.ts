import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { measureLetters } from '../measure-letters.ts';
import type { Picture } from '../../decode/picture.ts';
import type { Box, KnownPlace, Place, Sample } from '../text-reader.ts';
import { type DetectedLine, detectLines, firstLookSide } from './detect-lines.ts';
import { corners, type TiltedBox } from './enclosing-box.ts';
import { type FollowedPlace, followPlace, isSure, keepPlaces } from './follow-places.ts';
import { isText, mayBeText } from './is-text.ts';
import { loadTextModels, type TextModels } from './models.ts';
import type { FoundPlace } from './reading-memory.ts';
import { recogniseLine } from './recognise-line.ts';
import { distanceAt } from './samples.ts';

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
  /** The area of the picture that is read. */
  area: Box;
  /** Places of the picture before. The levels of their samples follow the pixels in the source. */
  known: readonly (Place & { sample: Omit<Sample, 'levels'> })[];
}

/** Maximum mean difference of the levels (0–255) of a place whose letters are not measured again. */
const maxEqualDistance = 3;

/** The places in an area of a picture that may show text, in any order. */
export interface PictureReading {
  places: FoundPlace[];
  /** Processor time of the reading, in milliseconds. */
  computeMs: number;
}

/**
 * Reads the text in an area of a picture.
 * @param source the pixels of the picture (`Picture.rgb`), then the levels of the known places
 */
export async function readPicture(source: RangedSource, job: PictureJob): Promise<PictureReading> {
  const loaded = await (models ??= loadTextModels(job.models));
  const start = process.cpuUsage();
  const places = await findPlaces(source, loaded, job);
  const { user, system } = process.cpuUsage(start);
  return { places, computeMs: (user + system) / 1000 };
}

async function findPlaces(
  source: RangedSource,
  loaded: TextModels,
  { width, height, firstLook, area, known: places }: PictureJob,
): Promise<FoundPlace[]> {
  const bytes = await source.read(0, source.sizeBytes);
  let at = 3 * width * height;
  const picture = { width, height, rgb: bytes.subarray(0, at) };
  const known = places.map(({ sample, ...place }): KnownPlace => {
    const levels = bytes.subarray(at, (at += sample.columns * sample.rows));
    return { ...place, sample: { ...sample, levels } };
  });
  if (firstLook && !(await seesText(loaded, picture, area))) return [];
  const expected = new Map(known.map(({ line }) => [line.text, line.confidence]));
  const detected = (await detectLines(loaded, picture, area)).map((line) => ({
    ...line,
    upright: uprightBox(line.box, picture),
  }));
  const { kept, left } = keepPlaces(picture, known, detected);
  const found = kept.map((place) => follow(place));
  for (const line of left) {
    const followed = followPlace(picture, line.upright, known);
    if (followed === null) {
      found.push({ ...(await readPlace(line, line.upright)), readings: 1, known: null });
      continue;
    }
    const earlier = follow(followed);
    if (isSure(earlier)) {
      found.push(earlier);
      continue;
    }
    const again = await readPlace(line, followed.box);
    const isBetter = again.line.confidence > earlier.line.confidence;
    found.push({ ...earlier, ...(isBetter ? again : null), readings: earlier.readings + 1 });
  }
  return found;

  /** Returns a known place at its position in the picture. */
  function follow({ known: index, box }: FollowedPlace): FoundPlace {
    const { line, isText, readings, sample } = known[index]!;
    const isEqual = distanceAt(picture, sample, box[0], box[1]) <= maxEqualDistance;
    // The letters are the same, but their contrast may have changed.
    const letters = isEqual || !isText ? line.letters : measureLetters(picture, { text: line.text, box });
    return { line: { ...line, box, letters }, isText, readings, known: index };
  }

  async function readPlace(detected: DetectedLine, box: Box): Promise<Omit<Place, 'readings'>> {
    const read = await recogniseLine(loaded, picture, detected.box, { expected });
    if (!isText(detected, read, picture)) return { line: { ...read, box, letters: null }, isText: false };
    return {
      line: { ...read, box, letters: measureLetters(picture, { text: read.text, box }) },
      isText: true,
    };
  }
}

/** Returns the smallest upright box around a tilted box, within the picture. */
function uprightBox(tilted: TiltedBox, { width, height }: Picture): Box {
  const points = corners(tilted);
  const side = (axis: 0 | 1, size: number, pick: (...values: number[]) => number) =>
    Math.min(size, Math.max(0, Math.round(pick(...points.map((point) => point[axis])))));
  return [
    side(0, width, Math.min),
    side(1, height, Math.min),
    side(0, width, Math.max),
    side(1, height, Math.max),
  ];
}

/** Returns whether a smaller copy of the picture contains something that may be a line of text. */
async function seesText(loaded: TextModels, picture: Picture, area: Box): Promise<boolean> {
  const minSide = minSideShare * Math.max(picture.width, picture.height);
  const detected = await detectLines(loaded, picture, area, firstLookSide);
  for (const line of detected.sort((one, other) => other.probability - one.probability)) {
    if (Math.max(line.box.width, line.box.height) < minSide) continue;
    const read = await recogniseLine(loaded, picture, line.box, { once: true });
    if (isText(line, read, picture) || mayBeText(read)) return true;
  }
  return false;
}
