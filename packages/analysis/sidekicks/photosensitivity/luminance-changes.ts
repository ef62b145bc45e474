import { type ChangeDetector, fall, rise } from './changes.ts';
import { type Light, luminanceAt, unitsPerCandela, whiteLuminance } from './light.ts';

/**
 * Minimum change of luminance in cd/m² that counts toward a flash, if the darker state is below `maxDark` (ITU-R
 * BT.1702-3). With a white of 200 cd/m², these are the limits of WCAG 2.2: a tenth of white, below 0.8 of white.
 * https://www.w3.org/TR/WCAG22/#dfn-general-flash-and-red-flash-thresholds
 */
const minChange = 20;
const maxDark = 160;
/**
 * Lighter states exist only in high dynamic range. There, a change counts from a Michelson contrast of 1/17 (ITU-R
 * BT.1702-3): (lighter − darker) / (lighter + darker).
 */
const inverseContrast = 17;

/** Value of `directions` for a cell without a change so far. Differs from `rise` and `fall`. */
const undecided = -1;

/** Luminance in cd/m² of 1 on the curve of mean luminance in high dynamic range. */
const hdrFullScale = 1_000;

/**
 * Returns the mean luminance (0–1) of a picture, as a share of white, or of 1,000 cd/m² in high dynamic range. `rgb`
 * has 8 bits each of red, green and blue per pixel.
 */
export function meanLuminance(light: Light, rgb: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < rgb.length; at += 3) sum += luminanceAt(light, rgb, at);
  const fullScale = light.transfer === 'sdr' ? whiteLuminance : hdrFullScale;
  return Math.min(1, (3 * sum) / rgb.length / unitsPerCandela / fullScale);
}

/**
 * Returns a detector of the changes of luminance that make up general flashes, in frames of `cells` cells. The detector
 * stores the last peak or valley of each cell's luminance. It reports a change in the frame in which the difference
 * from that peak or valley is large enough.
 */
export function createLuminanceChanges(cells: number, light: Light): ChangeDetector {
  const extremes = new Int32Array(cells).fill(-1);
  const directions = new Int32Array(cells).fill(undecided);
  const min = minChange * unitsPerCandela;
  const max = maxDark * unitsPerCandela;
  const isHdr = light.transfer !== 'sdr';
  const isChange = (darker: number, lighter: number) =>
    darker < max
      ? lighter - darker >= min
      : isHdr && inverseContrast * (lighter - darker) >= lighter + darker;
  return (rgb, changes) => {
    let count = 0;
    for (let cell = 0, at = 0; cell < cells; cell++, at += 3) {
      const luminance = luminanceAt(light, rgb, at);
      const extreme = extremes[cell]!;
      if (luminance === extreme) continue;
      const direction = luminance > extreme ? rise : fall;
      // Until its first change, a cell is compared with its luminance in the first frame.
      if (direction === directions[cell] || extreme < 0) extremes[cell] = luminance;
      else if (direction === rise ? isChange(extreme, luminance) : isChange(luminance, extreme)) {
        extremes[cell] = luminance;
        directions[cell] = direction;
        changes[count++] = cell + direction;
      }
    }
    return count;
  };
}
