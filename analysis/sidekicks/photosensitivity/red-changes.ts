import { fall, rise, type MarkChanges } from './changes.ts';
import { linearLight, luminanceWeights } from './linear-light.ts';

/**
 * A saturated red has 0.8 or more of its light in red, and a change to or from it is longer than 0.2 in the CIE 1976 UCS
 * diagram (WCAG 2.2, note 3 on the thresholds; ISO 9241-391).
 */
const saturatedShare = 0.8;
const leastDistance = 0.2;

/** Of a channel's full light: red is a colour from here on, and all is black below; what noise does in between is neither. */
const dimmestRed = 0.02;
const brightestBlack = 0.01;

interface Chromaticity {
  u: number;
  v: number;
}

/** Black has no chromaticity; it is taken for as neutral as white, D65. */
const neutral: Chromaticity = { u: 0.1978, v: 0.4683 };
const purestRed: Chromaticity = { u: 0.4507, v: 0.5229 };

/** The most green, by 8-bit values, that a saturated red of each value has beside it: few other colours have as little. */
const mostGreen = Int16Array.from(linearLight, (light) =>
  light < dimmestRed
    ? -1
    : linearLight.findLastIndex((green) => green <= (light * (1 - saturatedShare)) / saturatedShare),
);

const none = -1;

const neverRed = 0;
const isRed = 1;
const wasRed = 2;

/** Follows the colour of each cell: a rise is a change to a saturated red, a fall one away from it, however bright. */
export function createRedChanges(cells: number): MarkChanges {
  const states = new Uint8Array(cells);
  // What a change is measured from: the reddest since the cell turned red, or the furthest from red since it left it.
  const us = new Float64Array(cells);
  const vs = new Float64Array(cells);
  const before = new Uint8Array(cells * 3);
  /** The colour that each cell that has been red was looked at last in. */
  const judged = new Uint8Array(cells * 3);
  const now: Chromaticity = { u: 0, v: 0 };
  const then: Chromaticity = { u: 0, v: 0 };
  let first = true;

  function enter(cell: number, state: number) {
    states[cell] = state;
    us[cell] = now.u;
    vs[cell] = now.v;
  }

  function changeOf(rgb: Uint8Array, cell: number, saturated: boolean): number {
    chromaticity(rgb, cell * 3, now);
    const state = states[cell]!;
    if (state === neverRed && !first) chromaticity(before, cell * 3, then);
    else {
      then.u = us[cell]!;
      then.v = vs[cell]!;
    }
    const far = !(state === neverRed && first) && squaredDistance(now, then) > leastDistance ** 2;
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
    let marked = 0;
    for (let cell = 0, at = 0; cell < cells; cell++, at += 3) {
      const state = states[cell]!;
      if (state === neverRed ? rgb[at + 1]! > mostGreen[rgb[at]!]! : isClose(rgb, judged, at)) continue;
      const saturated = isSaturated(rgb, at);
      if (state === neverRed && !saturated) continue;
      judged[at] = rgb[at]!;
      judged[at + 1] = rgb[at + 1]!;
      judged[at + 2] = rgb[at + 2]!;
      const change = changeOf(rgb, cell, saturated);
      if (change !== none) changes[marked++] = cell + change;
    }
    before.set(rgb);
    first = false;
    return marked;
  };
}

/** What noise does to a cell. */
const closeValues = 1;

function isClose(a: Uint8Array, b: Uint8Array, at: number): boolean {
  return (
    Math.abs(a[at]! - b[at]!) <= closeValues &&
    Math.abs(a[at + 1]! - b[at + 1]!) <= closeValues &&
    Math.abs(a[at + 2]! - b[at + 2]!) <= closeValues
  );
}

function isSaturated(rgb: Uint8Array, at: number): boolean {
  const light = linearLight[rgb[at]!]!;
  const rest = linearLight[rgb[at + 1]!]! + linearLight[rgb[at + 2]!]!;
  return light >= dimmestRed && light * (1 - saturatedShare) >= rest * saturatedShare;
}

/** The CIE 1976 u′v′ of an sRGB colour (IEC 61966-2-1, D65). */
function chromaticity(rgb: Uint8Array, at: number, into: Chromaticity): void {
  const red = linearLight[rgb[at]!]!;
  const green = linearLight[rgb[at + 1]!]!;
  const blue = linearLight[rgb[at + 2]!]!;
  if (red + green + blue < brightestBlack) {
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
