import { columns, rows } from './picture-grid.ts';

/** Maximum motion between two frames, as a share (0–1) of the width or the height. */
const maxShift = 0.3;
/** Minimum motion between two frames, in cells. Slower motion does not light a cell several times in a second. */
const minShift = 2;
/**
 * Maximum difference of a frame from the shifted frame before it, as a share of the difference without a shift, and of
 * the difference at any shift in the opposite direction. A pattern that reverses its contrast fits in both directions.
 */
const maxRemaining = 0.5;
/** Minimum mean difference of two frames without a shift, as a share (0–1) of full scale. Below it, little moves. */
const minDifference = 0.01;

/**
 * Returns a function that returns whether the picture has moved as a whole since the last picture, as in a fast pan. A
 * flash in a moving scene changes the brightness, so that no shift explains it.
 */
export function createMotionDetector(): (rgb: Uint8Array) => boolean {
  let last: Profiles | null = null;
  return (rgb) => {
    const now = profilesOf(rgb);
    const before = last;
    last = now;
    return before !== null && (moves(before.across, now.across) || moves(before.down, now.down));
  };
}

/** The mean of each column and of each row of a picture, from 0 to 255. */
interface Profiles {
  across: Float64Array;
  down: Float64Array;
}

function profilesOf(rgb: Uint8Array): Profiles {
  const across = new Float64Array(columns);
  const down = new Float64Array(rows);
  for (let row = 0, at = 0; row < rows; row++) {
    let sum = 0;
    for (let column = 0; column < columns; column++, at += 3) {
      const value = (rgb[at]! + rgb[at + 1]! + rgb[at + 2]!) / 3;
      across[column]! += value / rows;
      sum += value;
    }
    down[row] = sum / columns;
  }
  return { across, down };
}

function moves(before: Float64Array, now: Float64Array): boolean {
  const still = differenceAt(before, now, 0);
  if (still < minDifference * 255) return false;
  const most = Math.floor(now.length * maxShift);
  let [ahead, back] = [Infinity, Infinity];
  for (let shift = minShift; shift <= most; shift++) {
    ahead = Math.min(ahead, differenceAt(before, now, shift));
    back = Math.min(back, differenceAt(before, now, -shift));
  }
  return Math.min(ahead, back) <= maxRemaining * Math.min(still, Math.max(ahead, back));
}

/** Returns the mean difference of a profile from another one that is shifted by `shift`. */
function differenceAt(before: Float64Array, now: Float64Array, shift: number): number {
  const from = Math.max(0, shift);
  const to = Math.min(now.length, now.length + shift);
  let sum = 0;
  for (let at = from; at < to; at++) sum += Math.abs(now[at]! - before[at - shift]!);
  return sum / (to - from);
}
