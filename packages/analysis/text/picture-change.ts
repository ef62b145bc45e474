import type { Picture } from '../decode/picture.ts';
import type { Box } from './text-reader.ts';

/** Side in pixels of the squares that are compared. A letter with a height of 14 pixels fills a third of a square. */
const squareSide = 16;
/** Minimum mean difference of the levels (0–255) in a changed square. Encoders cause smaller differences. */
const minDifference = 3;

/**
 * Returns the smallest rectangle around all squares of 16 × 16 pixels in which two pictures of the same size differ
 * visibly; null if they differ in none.
 */
export function changedArea(one: Picture, other: Picture): Box | null {
  const { width, height } = one;
  const squares = Math.ceil(width / squareSide);
  const sums = new Uint32Array(squares);
  let area: Box | null = null;
  for (let top = 0; top < height; top += squareSide) {
    sums.fill(0);
    const bottom = Math.min(height, top + squareSide);
    for (let y = top; y < bottom; y++) {
      let at = 3 * y * width;
      for (let square = 0; square < squares; square++) {
        const end = 3 * (y * width + Math.min(width, (square + 1) * squareSide));
        let sum = 0;
        for (; at < end; at++) sum += Math.abs(one.rgb[at]! - other.rgb[at]!);
        sums[square]! += sum;
      }
    }
    const isChanged = (sum: number) => sum > minDifference * 3 * squareSide * (bottom - top);
    const first = sums.findIndex(isChanged);
    if (first === -1) continue;
    const [left, right] = [
      first * squareSide,
      Math.min(width, (sums.findLastIndex(isChanged) + 1) * squareSide),
    ];
    area =
      area === null
        ? [left, top, right, bottom]
        : [Math.min(area[0], left), area[1], Math.max(area[2], right), bottom];
  }
  return area;
}

/** Copies an area of a picture to another picture of the same size. */
export function copyArea({ width, rgb }: Picture, to: Picture, [left, top, right, bottom]: Box): void {
  for (let y = top; y < bottom; y++) {
    const start = 3 * (y * width + left);
    to.rgb.set(rgb.subarray(start, 3 * (y * width + right)), start);
  }
}
