import { cellOf, type ChangeDetector, createConcurrencyFilter } from './changes.ts';
import { cells } from './picture-grid.ts';

/**
 * The changes of brightness, or of red, in the last second. "Flashing cells" are cells of the grid in
 * `picture-grid.ts` that changed at least `minChanges` times in that second.
 */
export interface RecentChanges {
  push: (rgb: Uint8Array) => void;
  /** The number of changes of each cell in the last second. */
  counts: Uint8Array;
  /** Returns the number of flashing cells. */
  flashingCells: (minChanges: number) => number;
  /**
   * Returns whether enough flashing cells changed in the latest frame: more than a tenth of all flashing cells. They
   * must also be at least a third of the largest number that changed in any frame of the last second.
   */
  changedNow: (minChanges: number) => boolean;
  /**
   * Returns the number of frames since `changedNow` was first true within the last second. Returns 0 if it was not true
   * before the latest frame.
   */
  picturesSinceFirst: (minChanges: number) => number;
}

/**
 * Minimum numbers of flashing cells that must change together in one frame to count as a flash. The first is a share of
 * all flashing cells. The second is a share of the largest number that changes in any frame of the last second. Content
 * that moves before or after the flashes changes fewer of the same cells in one frame. Both shares are chosen by this
 * project.
 */
const minShareOfAll = 1 / 10;
const minShareOfMost = 1 / 3;

/** Stores the changed cells of each frame of the last second, and the number of changes of each cell. */
export function createRecentChanges(detect: ChangeDetector, picturesPerSecond: number): RecentChanges {
  // A change happens between two frames, so the changes in `span` consecutive frames lie within one second.
  const span = Math.max(1, Math.ceil(picturesPerSecond) - 1);
  const changes = Array.from({ length: span }, () => new Uint16Array(cells));
  /** The number of changed cells in each frame. */
  const lengths = new Uint16Array(span);
  const counts = new Uint8Array(cells);
  /** For each number of changes, the number of cells with exactly that number of changes in the last second. */
  const cellsAt = new Uint32Array(span + 1);
  cellsAt[0] = cells;
  const keepConcurrent = createConcurrencyFilter();
  let latest = span - 1;

  const flashingCells = (minChanges: number) => {
    let found = 0;
    for (let count = minChanges; count <= span; count++) found += cellsAt[count]!;
    return found;
  };
  const count = (picture: number, step: 1 | -1) => {
    const changed = changes[picture]!;
    for (let at = 0; at < lengths[picture]!; at++) {
      const cell = cellOf(changed[at]!);
      const before = counts[cell]!;
      cellsAt[before]!--;
      cellsAt[before + step]!++;
      counts[cell] = before + step;
    }
  };
  const changedIn = (picture: number, minChanges: number) => {
    const changed = changes[picture]!;
    let found = 0;
    for (let at = 0; at < lengths[picture]!; at++) if (counts[cellOf(changed[at]!)]! >= minChanges) found++;
    return found;
  };
  const changedTogether = (picture: number, minChanges: number) => {
    const found = changedIn(picture, minChanges);
    if (found <= flashingCells(minChanges) * minShareOfAll) return false;
    for (let other = 0; other < span; other++)
      if (found < changedIn(other, minChanges) * minShareOfMost) return false;
    return true;
  };

  return {
    push: (rgb) => {
      latest = (latest + 1) % span;
      count(latest, -1);
      const changed = changes[latest]!;
      lengths[latest] = keepConcurrent(changed, detect(rgb, changed));
      count(latest, 1);
    },
    counts,
    flashingCells,
    changedNow: (minChanges) => changedTogether(latest, minChanges),
    picturesSinceFirst: (minChanges) => {
      let since = span - 1;
      while (since > 0 && !changedTogether((latest - since + span) % span, minChanges)) since--;
      return since;
    },
  };
}
