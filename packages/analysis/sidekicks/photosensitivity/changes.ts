import { cells, columns, rows } from './picture-grid.ts';

/**
 * Compares the next frame with the frames before it and returns the number of changed cells. Writes the changed cells
 * to `changes`, whose length must be at least the number of all cells. Each entry is a cell number plus `rise` or
 * `fall`. Rises and falls of one cell alternate, so two changes are one flash.
 */
export type ChangeDetector = (rgb: Uint8Array, changes: Uint16Array) => number;

/** Added to the cell number if the cell became brighter or became saturated red. */
export const rise = 0x8000;
/** Added to the cell number if the cell became darker or stopped being saturated red. */
export const fall = 0;

export const cellOf = (change: number): number => change & ~rise;

/**
 * Block sizes in cells. The width of a small block is about one degree of the visual field. A large block consists of 4
 * × 3 small blocks.
 */
const smallBlock = { columns: 5, rows: 5 };
const largeBlock = { columns: 20, rows: 15 };

/**
 * Minimum ratio of a block's cells that change in one direction (rise or fall) to its cells that change in the other
 * direction. At this ratio or above, the first direction dominates the block.
 */
const minDominance = 3;

/**
 * Minimum share of the cells of a large block that must change in one frame. From this share on, the contrast of a
 * pattern counts as reversed.
 */
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
 * Returns a filter that removes changes that do not belong to concurrent flashes. A change is concurrent if its
 * direction (rise or fall) dominates its small block and its large block. The large block does not count if enough of
 * its cells change to reverse the contrast of a pattern. The filter processes the first `count` entries of `changes`
 * in place and returns the number of remaining entries.
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
