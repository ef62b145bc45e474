import type { Picture } from '../../decode/picture.ts';
import type { Box, KnownPlace } from '../text-reader.ts';
import { distanceAt, showsSample } from './samples.ts';

/** A known place at its position in another picture. */
export interface FollowedPlace {
  /** Index of the known place. */
  known: number;
  box: Box;
}

/** Maximum difference of the sizes of two boxes of one place, as a share of the shorter side. */
const maxSizeDifference = 0.3;
/** Maximum error in pixels of the position of a detected box, as a share of the shorter side, and in pixels. */
const maxShiftShare = 0.1;
const maxShift = 4;
/** Maximum number of known places with which a place is compared. The nearest places are compared first. */
const maxCompared = 5;

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

/** Returns the position near the centre of `box` at which the levels differ least from the sample of a place. */
function bestPosition(
  picture: Picture,
  earlier: Box,
  box: Box,
  sample: KnownPlace['sample'],
): [number, number] {
  const radius = Math.max(1, Math.min(maxShift, Math.round(maxShiftShare * shorterSide(box))));
  const left = Math.round((box[0] + box[2] - earlier[2] + earlier[0]) / 2);
  const top = Math.round((box[1] + box[3] - earlier[3] + earlier[1]) / 2);
  let best = { distance: Infinity, left, top };
  for (let y = top - radius; y <= top + radius; y++)
    for (let x = left - radius; x <= left + radius; x++) {
      const distance = distanceAt(picture, sample, x, y);
      if (distance < best.distance) best = { distance, left: x, top: y };
    }
  return [best.left, best.top];
}

function isOfSize(one: Box, other: Box): boolean {
  const tolerance = maxSizeDifference * Math.min(shorterSide(one), shorterSide(other));
  return [0, 1].every(
    (axis) => Math.abs(one[axis + 2]! - one[axis]! - other[axis + 2]! + other[axis]!) <= tolerance,
  );
}

const shorterSide = (box: Box) => Math.min(box[2] - box[0], box[3] - box[1]);

function distanceOf(one: Box, other: Box): number {
  return (
    (Math.abs(one[0] + one[2] - other[0] - other[2]) + Math.abs(one[1] + one[3] - other[1] - other[3])) / 2
  );
}
