import { cellOf, type ChangeDetector, createConcurrencyFilter } from './changes.ts';
import { cells } from './picture-grid.ts';

/**
 * The changes that a `ChangeDetector` found in the last second. "Flashing cells" are cells of the grid in
 * `picture-grid.ts` that changed at least `minChanges` times in that second.
 */
export interface RecentChanges {
  push: (rgb: Uint8Array) => void;
  /** For each cell, its number of changes in the last second. */
  counts: Uint8Array;
  /** The largest number of changes that a cell can have in one second. */
  maxChanges: number;
  flashingCells: (minChanges: number) => number;
  /**
   * Returns whether flashing cells change in step, as the cells of a lamp or of a strobe do. Also returns true if the
   * rest of the picture is still. In a fast zoom, the rest of the picture changes too, and each cell at its own times.
   * @param maxCells maximum number of cells that change at the same times by chance
   */
  areInStep: (minChanges: number, maxCells: number) => boolean;
  /**
   * Returns whether enough flashing cells changed in the latest frame. Let n be the number of flashing cells that
   * changed in a frame. For the latest frame, n must be more than a tenth of all flashing cells. It must also be at
   * least a third of the largest n of the last second. `minChanges` must be one of the `thresholds` of
   * `createRecentChanges`.
   */
  changedNow: (minChanges: number) => boolean;
  /**
   * Returns how many frames ago `changedNow` first became true within the last second. Returns 0 if it was true in none
   * of the earlier frames.
   */
  picturesSinceFirst: (minChanges: number) => number;
}

/**
 * Minimum number of flashing cells that must change in one frame, so that the frame belongs to the flashing. The first
 * constant is a share of all flashing cells. For the second constant, the changed flashing cells of each frame of the
 * last second are counted. The constant is a share of the largest of these numbers. Motion before or after the flashes
 * changes fewer of these cells per frame. This project chose both shares.
 */
const minShareOfAll = 1 / 10;
const minShareOfMost = 1 / 3;

/** Minimum share (0–1) of the changes of two cells that are at the same time, if the cells change in step. */
const minCommonShare = 0.8;
/** Rate from which changes in successive frames are simultaneous: a soft flash does not reach all cells at once. */
const softRate = 45;
/** Number of flashing cells with which the others are compared. A larger number finds smaller groups. */
const comparedCells = 128;
/** Minimum number of changes of a cell of a moving picture, and minimum share (0–1) of such cells among the others. */
const moving = { changes: 2, share: 1 / 2 };

/**
 * Stores the changed cells of each frame of the last second, and the number of changes of each cell.
 * @param thresholds the values of `minChanges` for which flashing cells are counted per frame
 */
export function createRecentChanges(
  detect: ChangeDetector,
  picturesPerSecond: number,
  thresholds: readonly number[],
): RecentChanges {
  // A change is the step between two frames, so `span` changes take `span` + 1 frames, which fit in one second.
  const span = Math.max(1, Math.ceil(picturesPerSecond) - 1);
  const changes = Array.from({ length: span }, () => new Uint16Array(cells));
  /** For each stored frame, the number of changed cells: the used length of its entry in `changes`. */
  const lengths = new Uint16Array(span);
  const counts = new Uint8Array(cells);
  /** For each number of changes, the number of cells with exactly that number of changes in the last second. */
  const cellsAt = new Uint32Array(span + 1);
  cellsAt[0] = cells;
  /** For each cell, a ring of the frames in which it changed. `ends` has the next position in each ring. */
  const frames = new Uint8Array(cells * span);
  const ends = new Uint8Array(cells);
  /**
   * For each threshold, the number of flashing cells that changed in each stored frame. The numbers are updated with
   * each frame, because recounting is slow.
   */
  const flashingIn = new Map(thresholds.map((minChanges) => [minChanges, new Uint16Array(span)]));
  const tallies = [...flashingIn];
  const keepConcurrent = createConcurrencyFilter();
  let latest = span - 1;

  const flashingCells = (minChanges: number) => {
    let found = 0;
    for (let count = minChanges; count <= span; count++) found += cellsAt[count]!;
    return found;
  };
  /** Adds `step` to the entries of `tally` for the last `count` frames in which `cell` changed. */
  const addToFrames = (tally: Uint16Array, cell: number, count: number, step: 1 | -1) => {
    const ring = cell * span;
    for (let back = 1; back <= count; back++) {
      const at = ends[cell]! - back;
      tally[frames[ring + (at < 0 ? at + span : at)]!]! += step;
    }
  };
  const setCount = (cell: number, count: number) => {
    cellsAt[counts[cell]!]!--;
    cellsAt[count]!++;
    counts[cell] = count;
  };
  const forget = (picture: number) => {
    const changed = changes[picture]!;
    for (let at = 0; at < lengths[picture]!; at++) {
      const cell = cellOf(changed[at]!);
      const count = counts[cell]!;
      for (const [minChanges, tally] of tallies)
        if (count === minChanges) addToFrames(tally, cell, count, -1);
      setCount(cell, count - 1);
    }
    for (const [, tally] of tallies) tally[picture] = 0;
  };
  const remember = (picture: number) => {
    const changed = changes[picture]!;
    for (let at = 0; at < lengths[picture]!; at++) {
      const cell = cellOf(changed[at]!);
      const count = counts[cell]! + 1;
      setCount(cell, count);
      const end = ends[cell]!;
      frames[cell * span + end] = picture;
      ends[cell] = end + 1 === span ? 0 : end + 1;
      for (const [minChanges, tally] of tallies) {
        if (count === minChanges) addToFrames(tally, cell, count, 1);
        else if (count > minChanges) tally[picture]!++;
      }
    }
  };
  const changedTogether = (picture: number, minChanges: number) => {
    const tally = flashingIn.get(minChanges)!;
    const found = tally[picture]!;
    if (found <= flashingCells(minChanges) * minShareOfAll) return false;
    for (let other = 0; other < span; other++) if (found < tally[other]! * minShareOfMost) return false;
    return true;
  };

  const slack = picturesPerSecond >= softRate ? 1 : 0;
  const timesOf = (cell: number) => {
    const first = ends[cell]! - counts[cell]! + span;
    return Array.from({ length: counts[cell]! }, (_, at) => frames[cell * span + ((first + at) % span)]!);
  };
  const isNear = new Uint8Array(span);
  /** Returns how many of `all`, the times at which cells change, have nearly the times `some`. */
  const cellsInStep = (some: readonly number[], all: readonly (readonly number[])[]) => {
    isNear.fill(0);
    for (const time of some)
      for (let step = -slack; step <= slack; step++) isNear[(time + step + span) % span] = 1;
    let found = 0;
    for (const times of all) {
      let common = 0;
      for (const time of times) common += isNear[time]!;
      if (common >= minCommonShare * Math.max(some.length, times.length)) found++;
    }
    return found;
  };

  return {
    push: (rgb) => {
      latest = (latest + 1) % span;
      forget(latest);
      const changed = changes[latest]!;
      lengths[latest] = keepConcurrent(changed, detect(rgb, changed));
      remember(latest);
    },
    counts,
    maxChanges: span,
    flashingCells,
    areInStep: (minChanges, maxCells) => {
      const flashing = [...counts.keys()].filter((cell) => counts[cell]! >= minChanges).map(timesOf);
      const changing = flashingCells(moving.changes) - flashing.length;
      if (changing < moving.share * (cells - flashing.length)) return true;
      const every = Math.ceil(flashing.length / comparedCells);
      return flashing.some((times, at) => at % every === 0 && cellsInStep(times, flashing) > maxCells);
    },
    changedNow: (minChanges) => changedTogether(latest, minChanges),
    picturesSinceFirst: (minChanges) => {
      let since = span - 1;
      while (since > 0 && !changedTogether((latest - since + span) % span, minChanges)) since--;
      return since;
    },
  };
}
