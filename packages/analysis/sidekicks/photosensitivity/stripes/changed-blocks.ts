import { block, blockColumns, blockCount, blockRows } from './blocks.ts';
import { height, width } from './luma-picture.ts';

/** Minimum mean difference per pixel of a changed block, in luma values. Noise stays below the minimum. */
const minDifference = 2;

/**
 * Returns a function that sets 1 for each block that differs from the picture in which the block changed last. All
 * blocks of the first picture count as changed. The returned array is overwritten by the next call.
 */
export function createChangedBlocks(): (luma: Uint8Array) => Uint8Array {
  const reference = new Uint8Array(width * height);
  const changed = new Uint8Array(blockCount);
  let isFirst = true;
  const hasChanged = (luma: Uint8Array, start: number) => {
    let sum = 0;
    // Every second row suffices for a mean.
    for (let y = 0; y < block.height; y += 2)
      for (let at = start + y * width, end = at + block.width; at < end; at++)
        sum += Math.abs(luma[at]! - reference[at]!);
    return sum >= minDifference * block.width * Math.ceil(block.height / 2);
  };
  return (luma) => {
    for (let row = 0; row < blockRows; row++) {
      for (let column = 0; column < blockColumns; column++) {
        const start = row * block.height * width + column * block.width;
        const isChanged = isFirst || hasChanged(luma, start);
        changed[row * blockColumns + column] = isChanged ? 1 : 0;
        if (!isChanged) continue;
        for (let y = 0, at = start; y < block.height; y++, at += width)
          reference.set(luma.subarray(at, at + block.width), at);
      }
    }
    isFirst = false;
    return changed;
  };
}
