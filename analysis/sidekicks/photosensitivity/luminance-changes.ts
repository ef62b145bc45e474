import { fall, rise, type MarkChanges } from './changes.ts';
import { linearLight, luminanceWeights } from './linear-light.ts';

/** A change counts from a tenth of the largest luminance, where its darker end is below 0.8 of it (WCAG 2.2, general flash). */
const leastChange = 0.1;
const brightestDark = 0.8;

/** Before the first change. */
const undecided = -1;

/** Luminances are kept in millionths: whole numbers compare faster. */
const whole = 1_000_000;
const table = (weight: number) => Int32Array.from(linearLight, (light) => Math.round(light * weight * whole));
const ofRed = table(luminanceWeights.red);
const ofGreen = table(luminanceWeights.green);
const ofBlue = table(luminanceWeights.blue);

/**
 * Follows the relative luminance of each cell from peak to valley and back. A change is marked in the picture that takes it
 * over the threshold, counted from the last extreme; what stays below it moves the extreme only.
 */
export function createLuminanceChanges(cells: number): MarkChanges {
  const extremes = new Int32Array(cells).fill(-1);
  const directions = new Int32Array(cells).fill(undecided);
  const least = leastChange * whole;
  const dark = brightestDark * whole;
  return (rgb, changes) => {
    let marked = 0;
    for (let cell = 0, at = 0; cell < cells; cell++, at += 3) {
      const luminance = ofRed[rgb[at]!]! + ofGreen[rgb[at + 1]!]! + ofBlue[rgb[at + 2]!]!;
      const extreme = extremes[cell]!;
      if (luminance === extreme) continue;
      const direction = directions[cell]!;
      const way = luminance > extreme ? rise : fall;
      // Before the first change, the first picture stays what is compared with.
      if (way === direction || extreme < 0) extremes[cell] = luminance;
      else if (
        way === rise
          ? luminance - extreme >= least && extreme < dark
          : extreme - luminance >= least && luminance < dark
      ) {
        extremes[cell] = luminance;
        directions[cell] = way;
        changes[marked++] = cell + way;
      }
    }
    return marked;
  };
}
