import { type ChangeDetector, fall, rise } from './changes.ts';

/**
 * The linear light (0–1) of each 8-bit sRGB value, as used in WCAG's definition of relative luminance.
 * https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
 */
export const linearLight = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** The weights of linear red, green and blue in relative luminance; white has a relative luminance of 1. */
export const luminanceWeights = { red: 0.2126, green: 0.7152, blue: 0.0722 } as const;

/**
 * Minimum change of relative luminance that counts toward a flash, if the darker state is below 0.8 (WCAG 2.2, general
 * flash). https://www.w3.org/TR/WCAG22/#dfn-general-flash-and-red-flash-thresholds
 */
const minChange = 0.1;
const maxDarkLuminance = 0.8;

/** Value of `directions` for a cell without a change so far. Differs from `rise` and `fall`. */
const undecided = -1;

/** Luminances are stored in millionths as integers, because comparing integers is faster than comparing fractions. */
const scale = 1_000_000;
const table = (weight: number) => Int32Array.from(linearLight, (light) => Math.round(light * weight * scale));
const ofRed = table(luminanceWeights.red);
const ofGreen = table(luminanceWeights.green);
const ofBlue = table(luminanceWeights.blue);

/** Returns the mean relative luminance (0–1) of a picture. `rgb` has 8 bits each of red, green and blue per pixel. */
export function meanLuminance(rgb: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < rgb.length; at += 3)
    sum += ofRed[rgb[at]!]! + ofGreen[rgb[at + 1]!]! + ofBlue[rgb[at + 2]!]!;
  return (3 * sum) / rgb.length / scale;
}

/**
 * Returns a detector of the changes of luminance that make up general flashes, in frames of `cells` cells. The detector
 * stores the last peak or valley of each cell's relative luminance. It reports a change in the frame in which the
 * difference from that peak or valley reaches `minChange`.
 */
export function createLuminanceChanges(cells: number): ChangeDetector {
  const extremes = new Int32Array(cells).fill(-1);
  const directions = new Int32Array(cells).fill(undecided);
  const min = minChange * scale;
  const maxDark = maxDarkLuminance * scale;
  return (rgb, changes) => {
    let count = 0;
    for (let cell = 0, at = 0; cell < cells; cell++, at += 3) {
      const luminance = ofRed[rgb[at]!]! + ofGreen[rgb[at + 1]!]! + ofBlue[rgb[at + 2]!]!;
      const extreme = extremes[cell]!;
      if (luminance === extreme) continue;
      const direction = luminance > extreme ? rise : fall;
      // Until its first change, a cell is compared with its luminance in the first frame.
      if (direction === directions[cell] || extreme < 0) extremes[cell] = luminance;
      else if (
        direction === rise
          ? luminance - extreme >= min && extreme < maxDark
          : extreme - luminance >= min && luminance < maxDark
      ) {
        extremes[cell] = luminance;
        directions[cell] = direction;
        changes[count++] = cell + direction;
      }
    }
    return count;
  };
}
