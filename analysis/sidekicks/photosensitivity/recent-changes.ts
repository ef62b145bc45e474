import { cellOf, type MarkChanges } from './changes.ts';
import { createKeepConcurrent } from './concurrent-changes.ts';
import { cells } from './picture-grid.ts';

/** What of those cells that have had `least` changes within the last second is asked for. */
export interface RecentChanges {
  push: (rgb: Uint8Array) => void;
  /** For each cell. */
  counts: Uint8Array;
  cellsWith: (least: number) => number;
  /** Whether they changed together in the latest picture. */
  changedNow: (least: number) => boolean;
  /** The number of pictures since the first one in which they changed together. */
  picturesSinceFirst: (least: number) => number;
}

/**
 * Cells change together in a picture when these shares of them do: of all of them, and of as many as change in the picture
 * with the most changes. Content that moves before or after a flash changes some of these cells, but fewer at a time.
 */
const minShareOfAll = 0.1;
const minShareOfMost = 1 / 3;

/** Keeps which cells changed in each picture of the last second, and how often in all. */
export function createRecentChanges(mark: MarkChanges, picturesPerSecond: number): RecentChanges {
  // A change happens between two pictures, so this many of them in a row hold what surely happened within one second.
  const span = Math.max(1, Math.ceil(picturesPerSecond) - 1);
  const changes = Array.from({ length: span }, () => new Uint16Array(cells));
  const kept = new Uint16Array(span);
  const counts = new Uint8Array(cells);
  /** How many cells have each count. */
  const cellsAt = new Uint32Array(span + 1);
  cellsAt[0] = cells;
  const keepConcurrent = createKeepConcurrent();
  let latest = span - 1;

  const cellsWith = (least: number) => {
    let found = 0;
    for (let count = least; count <= span; count++) found += cellsAt[count]!;
    return found;
  };
  const count = (picture: number, step: 1 | -1) => {
    const changed = changes[picture]!;
    for (let at = 0; at < kept[picture]!; at++) {
      const cell = cellOf(changed[at]!);
      const before = counts[cell]!;
      cellsAt[before]!--;
      cellsAt[before + step]!++;
      counts[cell] = before + step;
    }
  };
  const changedIn = (picture: number, least: number) => {
    const changed = changes[picture]!;
    let found = 0;
    for (let at = 0; at < kept[picture]!; at++) if (counts[cellOf(changed[at]!)]! >= least) found++;
    return found;
  };
  const changedTogether = (picture: number, least: number) => {
    const found = changedIn(picture, least);
    if (found <= cellsWith(least) * minShareOfAll) return false;
    for (let other = 0; other < span; other++)
      if (found < changedIn(other, least) * minShareOfMost) return false;
    return true;
  };

  return {
    push: (rgb) => {
      latest = (latest + 1) % span;
      count(latest, -1);
      const changed = changes[latest]!;
      kept[latest] = keepConcurrent(changed, mark(rgb, changed));
      count(latest, 1);
    },
    counts,
    cellsWith,
    changedNow: (least) => changedTogether(latest, least),
    picturesSinceFirst: (least) => {
      let since = span - 1;
      while (since > 0 && !changedTogether((latest - since + span) % span, least)) since--;
      return since;
    },
  };
}
