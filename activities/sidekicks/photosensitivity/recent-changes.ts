import { none, type MarkChanges } from './changes.ts';
import { createKeepConcurrent } from './concurrent-changes.ts';
import { cells } from './picture-grid.ts';

/** What of those cells that have had `least` changes within the last second is asked for. */
export interface RecentChanges {
  push: (rgb: Uint8Array) => void;
  /** For each cell. */
  counts: Uint8Array;
  cellsWith: (least: number) => number;
  /** Whether a tenth of them changed in the latest picture. */
  changedNow: (least: number) => boolean;
  /** In how many pictures before the latest a tenth of them changed for the first time. */
  picturesSinceFirst: (least: number) => number;
}

const tenth = 0.1;

/** Keeps which cells changed in each picture of the last second, and how often in all. */
export function createRecentChanges(mark: MarkChanges, picturesPerSecond: number): RecentChanges {
  // A change happens between two pictures, so this many of them in a row hold what surely happened within one second.
  const span = Math.max(1, Math.ceil(picturesPerSecond) - 1);
  const changes = Array.from({ length: span }, () => new Uint8Array(cells));
  const marked = new Uint8Array(span);
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
  const add = (changed: Uint8Array, step: 1 | -1) => {
    for (let cell = 0; cell < cells; cell++) {
      if (changed[cell] === none) continue;
      const count = counts[cell]!;
      cellsAt[count]!--;
      cellsAt[count + step]!++;
      counts[cell] = count + step;
    }
  };
  const changedIn = (picture: number, least: number) => {
    if (marked[picture] === 0) return false;
    const changed = changes[picture]!;
    let found = 0;
    let all = 0;
    for (let cell = 0; cell < cells; cell++) {
      if (counts[cell]! < least) continue;
      all++;
      if (changed[cell] !== none) found++;
    }
    return found > all * tenth;
  };

  return {
    push: (rgb) => {
      latest = (latest + 1) % span;
      const changed = changes[latest]!;
      if (marked[latest] === 1) {
        add(changed, -1);
        changed.fill(none);
      }
      marked[latest] = mark(rgb, changed) > 0 ? 1 : 0;
      if (marked[latest] === 0) return;
      keepConcurrent(changed);
      add(changed, 1);
    },
    counts,
    cellsWith,
    changedNow: (least) => changedIn(latest, least),
    picturesSinceFirst: (least) => {
      let since = span - 1;
      while (since > 0 && !changedIn((latest - since + span) % span, least)) since--;
      return since;
    },
  };
}
