import { type ChangeDetector, fall, rise } from './changes.ts';
import { type Light, luminanceWeights } from './light.ts';

/**
 * Limits of red flashes (WCAG 2.2, flash thresholds, note 3; ISO 9241-391). A saturated red has R/(R+G+B) ≥ 0.8 in
 * linear light. A change from or to it counts towards a flash if the distance in the CIE 1976 UCS chromaticity diagram
 * exceeds 0.2.
 */
const saturatedShare = 0.8;
const minDistance = 0.2;

/**
 * Thresholds in linear light (0–1), chosen by this project. A colour whose red channel is below `minRedLight` is not a
 * saturated red. A colour whose three channels add up to less than `minVisibleLight` is black. Because the thresholds
 * differ, noise in dark frames does not count as a change between red and black.
 */
const minRedLight = 0.02;
const minVisibleLight = 0.01;

interface Chromaticity {
  u: number;
  v: number;
}

/** The chromaticity of D65 white. Black has no chromaticity and is treated as neutral. */
const neutral: Chromaticity = { u: 0.1978, v: 0.4683 };
const purestRed: Chromaticity = { u: 0.4507, v: 0.5229 };

/** Returned by `changeOf` for a cell that did not change. */
const none = -1;

const neverRed = 0;
const isRed = 1;
const wasRed = 2;

/**
 * Returns a detector of the changes that make up red flashes, in frames of `cells` cells. A rise is a transition to a
 * saturated red. A fall is a transition away from a saturated red. Luminance does not matter. The wide primaries of
 * high dynamic range are judged like those of sRGB; a saturated red of sRGB is also one of BT.2020.
 */
export function createRedChanges(cells: number, { linear }: Light): ChangeDetector {
  /**
   * For each 8-bit red value, the largest 8-bit green value of a saturated red; -1 if the red value is too dark.
   * Comparing with this table excludes most colours quickly.
   */
  const maxGreen = Int16Array.from(linear, (light) =>
    light < minRedLight
      ? -1
      : linear.findLastIndex((green) => green <= (light * (1 - saturatedShare)) / saturatedShare),
  );
  const states = new Uint8Array(cells);
  // For each cell, the chromaticity (u, v) with which its next colours are compared: the reddest colour since the cell
  // became red, or the least red colour since it stopped being red.
  const us = new Float64Array(cells);
  const vs = new Float64Array(cells);
  const before = new Uint8Array(cells * 3);
  /** RGB of the last examined colour of each cell that has ever been red. A colour close to it is not examined. */
  const examined = new Uint8Array(cells * 3);
  const now: Chromaticity = { u: 0, v: 0 };
  const then: Chromaticity = { u: 0, v: 0 };
  let first = true;

  function enter(cell: number, state: number) {
    states[cell] = state;
    us[cell] = now.u;
    vs[cell] = now.v;
  }

  function changeOf(rgb: Uint8Array, cell: number, saturated: boolean): number {
    chromaticity(linear, rgb, cell * 3, now);
    const state = states[cell]!;
    if (state === neverRed && !first) chromaticity(linear, before, cell * 3, then);
    else {
      then.u = us[cell]!;
      then.v = vs[cell]!;
    }
    const far = !(state === neverRed && first) && squaredDistance(now, then) > minDistance ** 2;
    if (state === isRed) {
      if (far) enter(cell, wasRed);
      else if (now.u > then.u) enter(cell, isRed);
      return far ? fall : none;
    }
    if (state === neverRed || (saturated && far)) {
      enter(cell, isRed);
      return far ? rise : none;
    }
    if (squaredDistance(now, purestRed) > squaredDistance(then, purestRed)) enter(cell, wasRed);
    return none;
  }

  return (rgb, changes) => {
    let count = 0;
    for (let cell = 0, at = 0; cell < cells; cell++, at += 3) {
      const state = states[cell]!;
      if (state === neverRed ? rgb[at + 1]! > maxGreen[rgb[at]!]! : isClose(rgb, examined, at)) continue;
      const saturated = isSaturated(linear, rgb, at);
      if (state === neverRed && !saturated) continue;
      examined[at] = rgb[at]!;
      examined[at + 1] = rgb[at + 1]!;
      examined[at + 2] = rgb[at + 2]!;
      const change = changeOf(rgb, cell, saturated);
      if (change !== none) changes[count++] = cell + change;
    }
    before.set(rgb);
    first = false;
    return count;
  };
}

/** Maximum change of each 8-bit channel of a cell's mean colour that counts as noise. */
const noiseValues = 1;

function isClose(a: Uint8Array, b: Uint8Array, at: number): boolean {
  return (
    Math.abs(a[at]! - b[at]!) <= noiseValues &&
    Math.abs(a[at + 1]! - b[at + 1]!) <= noiseValues &&
    Math.abs(a[at + 2]! - b[at + 2]!) <= noiseValues
  );
}

function isSaturated(linear: Float64Array, rgb: Uint8Array, at: number): boolean {
  const light = linear[rgb[at]!]!;
  const rest = linear[rgb[at + 1]!]! + linear[rgb[at + 2]!]!;
  return light >= minRedLight && light * (1 - saturatedShare) >= rest * saturatedShare;
}

/** Writes the CIE 1976 u′v′ chromaticity of an sRGB colour (IEC 61966-2-1, D65) to `into`. */
function chromaticity(linear: Float64Array, rgb: Uint8Array, at: number, into: Chromaticity): void {
  const red = linear[rgb[at]!]!;
  const green = linear[rgb[at + 1]!]!;
  const blue = linear[rgb[at + 2]!]!;
  if (red + green + blue < minVisibleLight) {
    into.u = neutral.u;
    into.v = neutral.v;
    return;
  }
  const x = 0.4124 * red + 0.3576 * green + 0.1805 * blue;
  const y = luminanceWeights.red * red + luminanceWeights.green * green + luminanceWeights.blue * blue;
  const z = 0.0193 * red + 0.1192 * green + 0.9505 * blue;
  const sum = x + 15 * y + 3 * z;
  into.u = (4 * x) / sum;
  into.v = (9 * y) / sum;
}

function squaredDistance(a: Chromaticity, b: Chromaticity): number {
  return (a.u - b.u) ** 2 + (a.v - b.v) ** 2;
}
