/** Distance in pixels between the grid lines of coding blocks. Blocks of 16 pixels have edges on every other line. */
export const blockSize = 8;

/** Minimum and maximum luma step at a visible block edge, in levels of 8 bits. Larger steps are edges of the scene. */
export const [minStep, maxStep] = [4, 40];
/** Minimum ratio of the step at a block edge to each of the steps between the pixels beside the edge. */
export const minEdgeRatio = 2;
/** Maximum share (0–1) of a grid line that has edges. Above it, the line is part of the scene, such as a stripe. */
export const maxLineShare = 0.95;

/** `count` parallel lines of `length` pixels in a plane. `start`, `along` and `across` are offsets in its array. */
export interface PixelLines {
  start: number;
  /** Offset between adjacent pixels of a line. */
  along: number;
  length: number;
  /** Offset between adjacent lines. */
  across: number;
  count: number;
}

/** The grid of coding blocks, and how frequent steps are on its lines and elsewhere. */
export interface BlockGrid {
  /** Position of the first grid line in pixels (0–7). */
  phase: number;
  /** Share (0–1) of the examined places on grid lines that have a step. */
  share: number;
  /** Mean share (0–1) of places with a step on the seven other possible grids of 8 pixels. */
  otherShare: number;
  /** Largest share (0–1) of places with a step on one of the seven other possible grids. */
  secondShare: number;
}

/** Number of adjacent lines whose pixels are added. Half the size of a block, so most sums lie within one block. */
const linesPerStrip = 4;

/**
 * Finds the offset of the grid of coding blocks: the positions, 8 pixels apart, at which small steps are most frequent.
 * Examines a strip of 4 lines out of every `every` lines.
 * @param unit number of levels of the plane per level of 8 bits
 */
export function findBlockGrid(
  luma: Uint8Array | Uint16Array,
  sets: readonly PixelLines[],
  every: number,
  unit: number,
): BlockGrid {
  const { length } = sets[0]!;
  const sums = new Int32Array(length);
  /** For each position, the number of strips with a step up to `maxStep`, and the number with a step of any size. */
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

/** Number of pixels at both ends of a line that are not examined: a step is compared with the steps on both sides. */
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
