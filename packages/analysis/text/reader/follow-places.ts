import type { Picture } from '../../decode/picture.ts';
import type { Box, KnownPlace, Place, Sample } from '../text-reader.ts';
import { maxReadings } from './reader-limits.ts';
import { distanceAt, showsSample } from './samples.ts';

/** A known place at its position in another picture. */
export interface FollowedPlace {
  /** Index of the known place. */
  known: number;
  box: Box;
}

/** Minimum confidence (0–1) of a reading that is not repeated in other pictures with the same letters. */
const sureConfidence = 0.98;
/** Maximum difference of the sizes of two boxes of one place, as a share of the shorter side. */
const maxSizeDifference = 0.3;
/** Maximum error of the position of a detected box, as a share of the shorter side, and the steps of the search. */
const maxShiftShare = 0.15;
const shiftSteps = 4;
/** Maximum number of known places with which a place is compared. The nearest places are compared first. */
const maxCompared = 5;
/** Minimum share (0–1) of the smaller of two boxes that the other one covers if both show the same line. */
const minCommonShare = 0.6;
/** Ratio of areas above which a detected box shows more than a known place. Boxes of one line differ by less. */
const maxGrowth = 1.3;
/** Minimum height of a detected part of a line, as a share of the height of the line. */
const minHeightShare = 0.7;

/** Returns the known place whose pixels a picture shows in a detected box, or nearby; null if there is none. */
export function followPlace(picture: Picture, box: Box, known: readonly KnownPlace[]): FollowedPlace | null {
  const candidates = known
    .map(({ line, sample }, index) => ({ index, box: line.box, sample, distance: distanceOf(line.box, box) }))
    .filter((each) => isOfSize(each.box, box))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, maxCompared);
  for (const { index, box: earlier, sample, distance } of candidates) {
    const shorter = shorterSide(box);
    if (distance <= maxSizeDifference * shorter && showsSample(picture, sample, earlier[0], earlier[1]))
      return { known: index, box: earlier };
    const [left, top] = bestPosition(picture, earlier, box, sample);
    if (showsSample(picture, sample, left, top))
      return {
        known: index,
        box: [left, top, left + earlier[2] - earlier[0], top + earlier[3] - earlier[1]],
      };
  }
  return null;
}

/**
 * Selects the known places at whose position a picture shows the same letters, and the detected boxes that are left. In
 * a part of a picture, the detector may split a line that it found as a whole before, or miss it. A box that is much
 * larger than a place replaces it, because the line has become longer, and so does a lower box, because the place was
 * two lines. Places whose reading is not sure are left out.
 */
export function keepPlaces<Detected extends { upright: Box }>(
  picture: Picture,
  known: readonly KnownPlace[],
  detected: readonly Detected[],
): { kept: FollowedPlace[]; left: Detected[] } {
  const same = known
    .map((place, index) => ({ known: index, box: place.line.box, place }))
    .filter(({ box, place }) => isSure(place) && showsSample(picture, place.sample, box[0], box[1]));
  const covers = (box: Box, place: Box) =>
    commonArea(box, place) >= minCommonShare * Math.min(areaOf(box), areaOf(place));
  const replaces = (box: Box, place: Box) =>
    areaOf(box) > maxGrowth * areaOf(place) || heightOf(box) < minHeightShare * heightOf(place);
  const kept = same.filter(
    ({ box }) => !detected.some(({ upright }) => covers(upright, box) && replaces(upright, box)),
  );
  const left = detected.filter(({ upright }) => !kept.some(({ box }) => covers(upright, box)));
  return { kept: kept.map(({ known: index, box }) => ({ known: index, box })), left };
}

/** Returns whether a place needs no further reading while it shows the same letters. */
export function isSure({ line, readings }: Place): boolean {
  return readings >= maxReadings || line.confidence >= sureConfidence;
}

/**
 * Returns the position near the centre of `box` at which the levels differ least from the sample of a place. Searches
 * in wide steps first, and then around the best position.
 */
function bestPosition(picture: Picture, earlier: Box, box: Box, sample: Sample): [number, number] {
  const step = Math.max(1, Math.ceil((maxShiftShare * shorterSide(box)) / shiftSteps));
  let best = {
    distance: Infinity,
    left: Math.round((box[0] + box[2] - earlier[2] + earlier[0]) / 2),
    top: Math.round((box[1] + box[3] - earlier[3] + earlier[1]) / 2),
  };
  const search = (steps: number, width: number) => {
    const { left, top } = best;
    for (let y = -steps; y <= steps; y++)
      for (let x = -steps; x <= steps; x++) {
        const place = { left: left + x * width, top: top + y * width };
        const distance = distanceAt(picture, sample, place.left, place.top);
        if (distance < best.distance) best = { distance, ...place };
      }
  };
  search(shiftSteps, step);
  if (step > 1) search(step - 1, 1);
  return [best.left, best.top];
}

function isOfSize(one: Box, other: Box): boolean {
  const tolerance = maxSizeDifference * Math.min(shorterSide(one), shorterSide(other));
  return [0, 1].every(
    (axis) => Math.abs(one[axis + 2]! - one[axis]! - other[axis + 2]! + other[axis]!) <= tolerance,
  );
}

const heightOf = ([, top, , bottom]: Box) => bottom - top;

const areaOf = ([left, top, right, bottom]: Box) => (right - left) * (bottom - top);

function commonArea(one: Box, other: Box): number {
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  return Math.max(0, width) * Math.max(0, height);
}

const shorterSide = (box: Box) => Math.min(box[2] - box[0], box[3] - box[1]);

function distanceOf(one: Box, other: Box): number {
  return (
    (Math.abs(one[0] + one[2] - other[0] - other[2]) + Math.abs(one[1] + one[3] - other[1] - other[3])) / 2
  );
}
