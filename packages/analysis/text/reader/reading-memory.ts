import type { Picture } from '../../decode/picture.ts';
import type { Box, KnownPlace, Place } from '../text-reader.ts';
import { noSample, takeSample } from './samples.ts';

/** A place of a picture. */
export interface FoundPlace extends Place {
  /** Index of the known place that has the same pixels; null if there is none. */
  known: number | null;
}

/** The part of a picture that must be read. */
export interface ReadingPlan {
  area: Box;
  /** Places of the picture before that are outside of the area. Their pixels are the same. */
  kept: readonly KnownPlace[];
  /** The other places of the picture before. */
  known: readonly KnownPlace[];
}

/** Maximum share (0–1) of a picture that is read alone. A larger area takes nearly as long as the whole picture. */
const maxAreaShare = 0.7;
/** Maximum number of levels in the samples of a picture. Places beyond it are read in every picture. */
const maxLevels = 2 ** 21;
/** Maximum number of places of a picture that are kept. A picture after one with more places is read as a whole. */
const maxPlaces = 1_000;

/** @param changed the area outside of which the picture equals the picture before */
export function planReading(
  { width, height }: Picture,
  places: readonly KnownPlace[],
  changed: Box = [0, 0, width, height],
): ReadingPlan {
  const whole: ReadingPlan = { area: [0, 0, width, height], kept: [], known: places.slice(0, maxPlaces) };
  if (places.length > maxPlaces) return whole;
  let area = changed;
  let known: KnownPlace[] = [];
  // A place that the area cuts is searched as a whole, and the larger area may cut further places.
  for (;;) {
    const cut = places.filter(({ line }) => overlap(line.box, area));
    if (cut.length === known.length) break;
    known = cut;
    area = known.reduce((sum, { line }) => union(sum, line.box), area);
  }
  const [left, top, right, bottom] = area;
  if ((right - left) * (bottom - top) > maxAreaShare * width * height) return whole;
  return { area, kept: places.filter((place) => !known.includes(place)), known };
}

/** Returns all places of a picture, which are known when the next picture is read. */
export function rememberPlaces(
  picture: Picture,
  { kept, known }: ReadingPlan,
  found: readonly FoundPlace[],
): KnownPlace[] {
  let levels = 0;
  const sampled = found.map(({ known: index, ...place }) => ({
    ...place,
    sample: index === null ? takeSample(picture, place.line.box) : known[index]!.sample,
  }));
  return [...kept, ...sampled].map((place) => {
    levels += place.sample.levels.length;
    return levels <= maxLevels ? place : { ...place, sample: noSample };
  });
}

function overlap(one: Box, other: Box): boolean {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}

function union(one: Box, other: Box): Box {
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ];
}
