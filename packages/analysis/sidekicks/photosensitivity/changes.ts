import { cells, columns, rows } from './picture-grid.ts';

/**
 * Compares an RGB frame with the frames before it and returns the number of changed cells of the picture grid. Writes
 * one entry per changed cell to `changes`: the cell number plus `rise` or `fall`. `changes` must have room for all
 * cells. Rises and falls of one cell alternate, so two changes of a cell are one flash.
 */
export type ChangeDetector = (rgb: Uint8Array, changes: Uint16Array) => number;

/** Flag that is added to a cell number if the cell became brighter, or became saturated red. */
export const rise = 0x8000;
/** Flag that is added to a cell number if the cell became darker, or stopped being saturated red. */
export const fall = 0;

export const cellOf = (change: number): number => change & ~rise;

/**
 * Sizes of the blocks in which the directions of changes are compared, in cells. A small block is about one degree of
 * the visual field wide. A large block consists of 4 × 3 small blocks.
 */
const smallBlock = { columns: 5, rows: 5 };
const largeBlock = { columns: 20, rows: 15 };

/** Rises dominate a block at this minimum ratio of rising to falling cells. The same applies to falls. */
const minDominance = 3;

/** Share (0–1) of the cells of a large block that change in one frame if the contrast of a pattern is reversed. */
const minReversedShare = 2 / 3;

/** Counts the cells that rise and the cells that fall in one frame, for each block. */
function createBlockCounter(size: { columns: number; rows: number }) {
  const across = columns / size.columns;
  const blockOf = Uint16Array.from(
    { length: cells },
    (_, cell) =>
      Math.floor(Math.floor(cell / columns) / size.rows) * across +
      Math.floor((cell % columns) / size.columns),
  );
  const rises = new Uint16Array(across * (rows / size.rows));
  const falls = new Uint16Array(rises.length);
  return {
    clear: () => {
      rises.fill(0);
      falls.fill(0);
    },
    add: (change: number) => (change >= rise ? rises : falls)[blockOf[cellOf(change)]!]!++,
    dominates: (change: number) => {
      const block = blockOf[cellOf(change)]!;
      const up = rises[block]!;
      const down = falls[block]!;
      return change >= rise ? up >= minDominance * down : down >= minDominance * up;
    },
    changedCells: (change: number) => {
      const block = blockOf[cellOf(change)]!;
      return rises[block]! + falls[block]!;
    },
  };
}

/**
 * Returns a filter that removes changes that are not part of concurrent flashes. A change remains if its direction
 * (rise or fall) dominates its small block and its large block. In a large block in which at least
 * `minReversedShare` of the cells change, dominating the small block suffices. The filter processes the first `count`
 * entries of `changes` in place and returns the number of remaining entries.
 */
export function createConcurrencyFilter(): (changes: Uint16Array, count: number) => number {
  const inSmall = createBlockCounter(smallBlock);
  const inLarge = createBlockCounter(largeBlock);
  const minReversedCells = minReversedShare * largeBlock.columns * largeBlock.rows;
  return (changes, count) => {
    inSmall.clear();
    inLarge.clear();
    for (let at = 0; at < count; at++) {
      inSmall.add(changes[at]!);
      inLarge.add(changes[at]!);
    }
    let remaining = 0;
    for (let at = 0; at < count; at++) {
      const change = changes[at]!;
      const isConcurrent =
        inSmall.dominates(change) &&
        (inLarge.dominates(change) || inLarge.changedCells(change) >= minReversedCells);
      if (isConcurrent) changes[remaining++] = change;
    }
    return remaining;
  };
}
