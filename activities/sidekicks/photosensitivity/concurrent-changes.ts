import { none, rise } from './changes.ts';
import { cells, columns, rows } from './picture-grid.ts';

/** Small blocks are about one degree of the field of view across; a large one is 4 × 3 of them. In cells. */
const small = { columns: 5, rows: 5 };
const large = { columns: 20, rows: 15 };

/** So many times as many cells of a block must change one way as the other. */
const dominance = 3;

/** Or so much of a large block must change in one picture: a pattern whose light and dark parts change places. */
const reversal = 2 / 3;

/** How many cells of each block grow brighter and darker. */
function createTally(size: { columns: number; rows: number }) {
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
    add: (cell: number, change: number) => (change === rise ? rises : falls)[blockOf[cell]!]!++,
    dominates: (cell: number, change: number) => {
      const up = rises[blockOf[cell]!]!;
      const down = falls[blockOf[cell]!]!;
      return change === rise ? up >= dominance * down : down >= dominance * up;
    },
    changed: (cell: number) => rises[blockOf[cell]!]! + falls[blockOf[cell]!]!,
  };
}

/**
 * Takes out of `changes` what does not flash together. In small blocks that grow brighter in part and darker in part it is a
 * fine, balanced pattern such as noise, which WCAG exempts; in large ones it is something that moves past, unless nearly all
 * of the block changes at once.
 */
export function createKeepConcurrent(): (changes: Uint8Array) => void {
  const inSmall = createTally(small);
  const inLarge = createTally(large);
  const leastReversed = reversal * large.columns * large.rows;
  return (changes) => {
    inSmall.clear();
    inLarge.clear();
    for (let cell = 0; cell < cells; cell++) {
      const change = changes[cell]!;
      if (change === none) continue;
      inSmall.add(cell, change);
      inLarge.add(cell, change);
    }
    for (let cell = 0; cell < cells; cell++) {
      const change = changes[cell]!;
      if (change === none) continue;
      const together =
        inSmall.dominates(cell, change) &&
        (inLarge.dominates(cell, change) || inLarge.changed(cell) >= leastReversed);
      if (!together) changes[cell] = none;
    }
  };
}
