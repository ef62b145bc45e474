/** Size in pixels of the grid of coding blocks. Blocks of 16 pixels have edges at every second line of it. */
export const blockSize = 8;

/** Minimum step at a visible block edge, and maximum step, in levels of 8 bits. Larger steps are edges of the scene. */
export const [minStep, maxStep] = [4, 40];
/** Minimum ratio of the step at a block edge to the steps beside it. */
export const minEdgeRatio = 2;
/** Lines of the grid with a larger share of edges are lines of the scene, such as stripes. */
export const maxLineShare = 0.95;

/** Parallel lines of pixels in a plane. All numbers but `length` and `count` are distances in the plane's array. */
export interface PixelLines {
  start: number;
  /** Distance between adjacent pixels of a line. */
  along: number;
  /** Number of pixels of a line. */
  length: number;
  /** Distance between adjacent lines. */
  across: number;
  /** Number of lines. */
  count: number;
}

/** The position of the grid, and how frequent steps are on it and elsewhere. */
export interface BlockGrid {
  /** First position of the grid, from 0 to 7. */
  phase: number;
  /** Share (0–1) of the examined places on the grid that have a step. */
  share: number;
  /** Mean share of the places at other positions that have a step. */
  otherShare: number;
  /** Share of the places with a step at the position with the second most steps. */
  secondShare: number;
}

/** Number of adjacent lines whose pixels are added. Half a block, so that most sums are of one block. */
const linesPerStrip = 4;

/**
 * Finds the positions along lines of pixels at which small steps are most frequent. Only a strip of 4 lines out of
 * every `every` lines is examined.
 * @param unit number of levels of the plane for one level of 8 bits
 */
export function findBlockGrid(
  luma: Uint8Array | Uint16Array,
  sets: readonly PixelLines[],
  every: number,
  unit: number,
): BlockGrid {
  const { length } = sets[0]!;
  const sums = new Int32Array(length);
  /** Number of strips with a step at each position, and with a step that may also exceed the maximum. */
  const steps = new Uint32Array(length);
  const edges = new Uint32Array(length);
  let strips = 0;
  for (const { start, along, across, count } of sets) {
    for (let line = every >> 1; line + linesPerStrip <= count; line += every) {
      addLines(luma, sums, start + line * across, along, across);
      countSteps(sums, steps, edges, unit);
      strips++;
    }
  }
  const found = new Float64Array(blockSize);
  const places = new Float64Array(blockSize);
  for (let at = margin; at < length - margin; at++) {
    places[at % blockSize]! += strips;
    if (edges[at]! < maxLineShare * strips) found[at % blockSize]! += steps[at]!;
  }
  const shares = Array.from(found, (number, phase) => number / Math.max(1, places[phase]!));
  const share = Math.max(...shares);
  const phase = shares.indexOf(share);
  const others = shares.filter((_, at) => at !== phase);
  const otherShare = others.reduce((sum, each) => sum + each, 0) / others.length;
  return { phase, share, otherShare, secondShare: Math.max(...others) };
}

/** Number of pixels at both ends of a line at which steps are not compared with the steps beside them. */
const margin = 4;

function addLines(
  luma: Uint8Array | Uint16Array,
  sums: Int32Array,
  start: number,
  along: number,
  across: number,
): void {
  for (let at = 0, pixel = start; at < sums.length; at++, pixel += along)
    sums[at] = luma[pixel]! + luma[pixel + across]! + luma[pixel + 2 * across]! + luma[pixel + 3 * across]!;
}

function countSteps(sums: Int32Array, steps: Uint32Array, edges: Uint32Array, unit: number): void {
  const [min, max] = [minStep * linesPerStrip * unit, maxStep * linesPerStrip * unit];
  for (let at = margin; at < sums.length - margin; at++) {
    const step = Math.abs(sums[at]! - sums[at - 1]!);
    if (step < min) continue;
    const beside = Math.max(
      Math.abs(sums[at - 1]! - sums[at - 2]!),
      Math.abs(sums[at + 1]! - sums[at]!),
      Math.abs(sums[at - 2]! - sums[at - 3]!),
      Math.abs(sums[at + 2]! - sums[at + 1]!),
    );
    if (step < minEdgeRatio * beside) continue;
    edges[at]!++;
    if (step <= max) steps[at]!++;
  }
}
