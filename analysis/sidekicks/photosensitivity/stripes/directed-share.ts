import { height, width } from './luma-picture.ts';

/** Size of a block in pixels. A window has 4 × 4 blocks. */
const block = { width: 16, height: 15 };
const columns = width / block.width;
const rows = height / block.height;
const windowBlocks = 4;

/** Minimum mean square of the gradient in a window, in luma values per pixel. Flatter windows have no stripes. */
const minGradient = 4;
/** Minimum coherence (0–1) of the gradients of a window: 1 if all have the same direction. Chosen by this project. */
const minCoherence = 0.4;

/**
 * Returns a function that estimates the share (0–1) of a picture in which the gradients have one direction, as in
 * stripes. The structure tensor is computed in windows of 64 × 60 pixels. This test is fast and excludes most pictures.
 */
export function createDirectedShare(): (luma: Uint8Array) => number {
  const xx = new Float64Array(columns * rows);
  const yy = new Float64Array(columns * rows);
  const xy = new Float64Array(columns * rows);
  const covered = new Uint8Array(columns * rows);
  const addBlock = (luma: Uint8Array, column: number, row: number) => {
    let sumXx = 0;
    let sumYy = 0;
    let sumXy = 0;
    const right = Math.min((column + 1) * block.width, width - 1);
    const bottom = Math.min((row + 1) * block.height, height - 1);
    // Every second row suffices for an estimate.
    for (let y = row * block.height; y < bottom; y += 2) {
      for (let x = column * block.width, at = y * width + x; x < right; x++, at++) {
        const down = luma[at + width + 1]! - luma[at]!;
        const up = luma[at + 1]! - luma[at + width]!;
        const gx = down + up;
        const gy = down - up;
        sumXx += gx * gx;
        sumYy += gy * gy;
        sumXy += gx * gy;
      }
    }
    const at = row * columns + column;
    xx[at] = sumXx;
    yy[at] = sumYy;
    xy[at] = sumXy;
  };
  const isDirected = (column: number, row: number) => {
    let sumXx = 0;
    let sumYy = 0;
    let sumXy = 0;
    for (let y = row; y < row + windowBlocks; y++) {
      for (let x = column; x < column + windowBlocks; x++) {
        sumXx += xx[y * columns + x]!;
        sumYy += yy[y * columns + x]!;
        sumXy += xy[y * columns + x]!;
      }
    }
    const sum = sumXx + sumYy;
    const pixels = (windowBlocks ** 2 * block.width * block.height) / 2;
    // The sums have the squares of twice the gradient.
    if (sum < 4 * minGradient * pixels) return false;
    return (sumXx - sumYy) ** 2 + 4 * sumXy ** 2 >= (minCoherence * sum) ** 2;
  };
  return (luma) => {
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) addBlock(luma, column, row);
    covered.fill(0);
    for (let row = 0; row + windowBlocks <= rows; row++) {
      for (let column = 0; column + windowBlocks <= columns; column++) {
        if (!isDirected(column, row)) continue;
        for (let y = row; y < row + windowBlocks; y++) {
          const start = y * columns + column;
          covered.fill(1, start, start + windowBlocks);
        }
      }
    }
    let count = 0;
    for (const isCovered of covered) count += isCovered;
    return count / covered.length;
  };
}
