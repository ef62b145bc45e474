import { cellOf, rise } from './changes.ts';
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
    add: (change: number) => (change >= rise ? rises : falls)[blockOf[cellOf(change)]!]!++,
    dominates: (change: number) => {
      const block = blockOf[cellOf(change)]!;
      const up = rises[block]!;
      const down = falls[block]!;
      return change >= rise ? up >= dominance * down : down >= dominance * up;
    },
    changed: (change: number) => {
      const block = blockOf[cellOf(change)]!;
      return rises[block]! + falls[block]!;
    },
  };
}

/**
 * Takes out of the first `count` changes those that do not flash together, and answers how many are left. In small blocks
 * that grow brighter in part and darker in part it is a fine, balanced pattern such as noise, which WCAG exempts; in large
 * ones it is something that moves past, unless nearly all of the block changes at once.
 */
export function createKeepConcurrent(): (changes: Uint16Array, count: number) => number {
  const inSmall = createTally(small);
  const inLarge = createTally(large);
  const leastReversed = reversal * large.columns * large.rows;
  return (changes, count) => {
    inSmall.clear();
    inLarge.clear();
    for (let at = 0; at < count; at++) {
      inSmall.add(changes[at]!);
      inLarge.add(changes[at]!);
    }
    let kept = 0;
    for (let at = 0; at < count; at++) {
      const change = changes[at]!;
      const together =
        inSmall.dominates(change) && (inLarge.dominates(change) || inLarge.changed(change) >= leastReversed);
      if (together) changes[kept++] = change;
    }
    return kept;
  };
}
