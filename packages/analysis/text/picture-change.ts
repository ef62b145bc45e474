import type { Picture } from '../decode/picture.ts';

/** Side in pixels of the squares that are compared. A letter with a height of 14 pixels fills a third of a square. */
const squareSide = 16;
/** Minimum mean difference of the levels (0–255) in a changed square. Encoders cause smaller differences. */
const minDifference = 3;

/** Returns whether two pictures differ visibly in at least one square of 16 × 16 pixels. */
export function hasChanged(one: Picture, other: Picture): boolean {
  const { width, height } = one;
  if (other.width !== width || other.height !== height) return true;
  const squares = Math.ceil(width / squareSide);
  const sums = new Uint32Array(squares);
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
    const values = 3 * squareSide * (bottom - top);
    if (sums.some((sum) => sum > minDifference * values)) return true;
  }
  return false;
}
