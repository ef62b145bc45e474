import { blockSize, maxLineShare, maxStep, minEdgeRatio, minStep } from './find-block-grid.ts';

/**
 * Minimum ratio of the step at a visible edge to the mean step beside the edge. Even fine quantisation makes steps in
 * steep gradients. In clean clips, up to 18 % of the edges had a ratio of two, but only 10 % had a ratio of four.
 */
const minVisibleRatio = 4;
/** Minimum step, in levels of 8 bits, at an edge between the flat squares of a drawing, such as pixel art. */
const minDrawnStep = 24;
/** Maximum ratio of the mean step beside an edge between flat squares to the step at the edge. */
const maxDrawnRatio = 0.125;
/** Ratio of the mean step beside an edge to the step at the edge from which the sides count as detailed. */
const minBusyRatio = 1 / 6;
/** Steps above this number of 8-bit levels are steep. In smooth pictures, coding makes hardly any steep steps. */
const maxGentleStep = 20;
/** Number of steps between adjacent pixels, on each side of an edge, that are compared with the step at the edge. */
const pixelsBeside = 3;

export interface BlockEdges {
  /** Share (0–1) of the examined left block edges that are visible. */
  share: number;
  /** Share (0–1) of the edges with a step that have a large step between two flat sides. */
  drawnShare: number;
  /** Share (0–1) of the edges with a step that have detail beside them. */
  busyShare: number;
  /** Share (0–1) of the edges with a step that are steep. */
  steepShare: number;
  /** Mean difference in number of visible edges between two grid lines 16 pixels apart, divided by the mean number. */
  unevenness: number;
}

/**
 * Measures the left edges of the blocks of a grid. An edge is visible if its mean luma step is 4 to 40 levels of 8
 * bits, and at least four times the mean step beside the edge.
 * @param luma rows of `width` pixels
 * @param grid first column and first row of the grid
 * @param every number of rows of pixels from one examined row of blocks to the next
 * @param unit number of levels of the plane per level of 8 bits
 */
export function measureBlockEdges(
  luma: Uint8Array | Uint16Array,
  { width, height }: { width: number; height: number },
  grid: { x: number; y: number },
  every: number,
  unit: number,
): BlockEdges {
  const firstX = grid.x > pixelsBeside ? grid.x : grid.x + blockSize;
  const lines = Math.max(0, Math.ceil((width - pixelsBeside - firstX) / blockSize));
  const visible = new Uint32Array(lines);
  /** For each vertical grid line, the number of edges with a step of at least `minStep`, visible or not. */
  const all = new Uint32Array(lines);
  let rows = 0;
  let drawn = 0;
  let busy = 0;
  let steep = 0;
  for (let y = grid.y; y + blockSize <= height; y += every, rows++) {
    for (let line = 0; line < lines; line++) {
      let at = y * width + firstX + line * blockSize;
      let signed = 0;
      let beside = 0;
      for (let row = 0; row < blockSize; row++, at += width) {
        const [left, right] = [luma[at - 1]!, luma[at]!];
        const [left2, right2] = [luma[at - 2]!, luma[at + 1]!];
        const [left3, right3] = [luma[at - 3]!, luma[at + 2]!];
        signed += right - left;
        beside +=
          Math.abs(left - left2) +
          Math.abs(left2 - left3) +
          Math.abs(left3 - luma[at - 4]!) +
          Math.abs(right2 - right) +
          Math.abs(right3 - right2) +
          Math.abs(luma[at + 3]! - right3);
      }
      const step = Math.abs(signed) / blockSize;
      const stepBeside = beside / (2 * pixelsBeside * blockSize);
      if (step < minStep * unit || step < minEdgeRatio * stepBeside) continue;
      all[line]!++;
      if (step > minDrawnStep * unit && stepBeside < maxDrawnRatio * step) drawn++;
      if (stepBeside >= minBusyRatio * step) busy++;
      if (step > maxGentleStep * unit) steep++;
      if (step <= maxStep * unit && step >= minVisibleRatio * stepBeside) visible[line]!++;
    }
  }
  const isOfScene = (line: number) => all[line]! >= maxLineShare * rows;
  const counts = visible.map((count, line) => (isOfScene(line) ? 0 : count));
  const sum = (numbers: Uint32Array) => numbers.reduce((total, number) => total + number, 0);
  const edges = Math.max(1, sum(all));
  return {
    share: sum(counts) / Math.max(1, rows * lines),
    drawnShare: drawn / edges,
    busyShare: busy / edges,
    steepShare: steep / edges,
    unevenness: unevenness(counts),
  };
}

function unevenness(counts: Uint32Array): number {
  let difference = 0;
  let mean = 0;
  for (let line = 0; line + 2 < counts.length; line++) {
    difference += Math.abs(counts[line]! - counts[line + 2]!);
    mean += (counts[line]! + counts[line + 2]!) / 2;
  }
  return difference / Math.max(1, mean);
}
