import { height, width } from './luma-picture.ts';

/** Size in pixels of the blocks in which changes and gradients are measured. */
export const block = { width: 16, height: 15 };
export const blockColumns = width / block.width;
export const blockRows = height / block.height;
export const blockCount = blockColumns * blockRows;

/** Returns the indexes of the blocks that have at least half of their width and of their height in the given square. */
export function blocksOf(left: number, top: number, size: number): number[] {
  const blocks: number[] = [];
  for (let row = Math.round(top / block.height); (row + 0.5) * block.height <= top + size; row++) {
    for (let column = Math.round(left / block.width); (column + 0.5) * block.width <= left + size; column++)
      blocks.push(row * blockColumns + column);
  }
  return blocks;
}
