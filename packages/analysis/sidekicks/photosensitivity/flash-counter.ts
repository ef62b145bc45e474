import type { TimeRange } from '../../contract/time-ranges.ts';
import { pushCapped } from '../../formats/capped-collections.ts';
import type { ChangeDetector } from './changes.ts';
import { cells, createFullestField, type VisualField } from './picture-grid.ts';
import { createRecentChanges, type RecentChanges } from './recent-changes.ts';

/**
 * Maximum share (0–1) of an area that may flash concurrently. WCAG 2.2 applies the limit to any ten-degree field of
 * view, and ITU-R BT.1702-3 to the whole frame.
 */
export const maxFlashingShare = 0.25;

/**
 * Number of changes of a cell in one second from which the cell flashes too often. Six changes are three flashes, which
 * are permitted: "i.e. six changes in luminance" (ITU-R BT.1702-3, guideline 1).
 */
const minChangesTooOften = 7;

/**
 * Minimum number of changes of a cell in each second of ongoing flashing. Four changes are two flashes. No source
 * defines a rate, so this project chose one.
 */
const minChangesOngoing = 4;

/**
 * Maximum share (0–1) of a ten-degree field of view that changes in step by chance, without a flash. It is 0.025 in a
 * zoom onto a city, and at least 0.08 for lamps and flashing letters. Chosen by this project.
 */
const maxChanceShare = 0.05;
/** Interval in seconds between comparisons of the cells, because they are slow. */
const checkSeconds = 0.1;

/**
 * The parts that flashed within one second: `pictureShare` as a share (0–1) of the frame, and `fieldShare` as the
 * largest share of a ten-degree field of view.
 */
export interface FlashExtent {
  pictureShare: number;
  fieldShare: number;
}

/** A time range with flashing, from the first to the last change, with the maximum of each value during that time. */
export interface FlashingStretch extends TimeRange, FlashExtent {
  /** Largest number of flashes in any one second. Two changes are one flash. */
  flashes: number;
  /** Share (0–1) of the frames in which the picture moves as a whole. Absent in stored results of older versions. */
  movingShare?: number;
  /**
   * Whether each point changes at other times than most others, as in a fast zoom, and not as in a flash. Absent in
   * stored results of older versions.
   */
  isScattered?: boolean;
}

export interface FlashCounts {
  /**
   * Stretches with more than three flashes in a second, over more than a quarter of the frame or of a field of view.
   */
  tooOften: FlashingStretch[];
  /** Stretches of over `ongoingSeconds` with two flashes in each second, over more than a quarter of the frame. */
  ongoing: FlashingStretch[];
}

export interface FlashCounter {
  /** @param isMoving whether the picture has moved as a whole since the last frame */
  push: (rgb: Uint8Array, isMoving: boolean) => void;
  /**
   * Returns the largest number of flashes in the last second over more than a quarter of the frame or of a ten-degree
   * field of view. Two changes are one flash.
   * @param from returned if the number is smaller
   */
  flashesNow: (from: number) => number;
  /**
   * Returns the share (0–1) of the frame, or of a ten-degree field of view, that flashed more than three times in the
   * last second: the larger of the two shares.
   */
  shareNow: () => number;
  finish: () => FlashCounts;
}

/** Counts the flashes that `detect` finds in the pushed frames. Stores only the changes of the last second. */
export function createFlashCounter(
  detect: ChangeDetector,
  {
    field,
    picturesPerSecond,
    ongoingSeconds,
  }: { field: VisualField; picturesPerSecond: number; ongoingSeconds: number },
): FlashCounter {
  const recent = createRecentChanges(detect, picturesPerSecond, [minChangesTooOften, minChangesOngoing]);
  const fullestField = createFullestField(field);
  /**
   * Returns the extent of the cells with at least `changes` changes. Returns null if at most `maxCells` cells have that
   * many changes. This skips the slow search for the field of view with the most flashing cells.
   */
  const extentOver = (maxCells: number, changes: number): FlashExtent | null => {
    const found = recent.flashingCells(changes);
    if (found <= maxCells) return null;
    return { pictureShare: found / cells, fieldShare: fullestField(recent.counts, changes) / field.cells };
  };
  /** Returns whether more than a quarter of a field of view or of the frame has at least `changes` changes. */
  const isOver = (changes: number): boolean => {
    const found = recent.flashingCells(changes);
    if (found > maxFlashingShare * cells) return true;
    if (found <= maxFlashingShare * field.cells) return false;
    return fullestField(recent.counts, changes) > maxFlashingShare * field.cells;
  };
  const tooOften = createStretches(
    recent,
    minChangesTooOften,
    (changes) => {
      const extent = extentOver(maxFlashingShare * Math.min(cells, field.cells), changes);
      return extent !== null && Math.max(extent.fieldShare, extent.pictureShare) > maxFlashingShare
        ? extent
        : null;
    },
    { picturesPerSecond, longerThanSeconds: 0, maxChanceCells: maxChanceShare * field.cells },
  );
  const ongoing = createStretches(
    recent,
    minChangesOngoing,
    (changes) => extentOver(maxFlashingShare * cells, changes),
    { picturesPerSecond, longerThanSeconds: ongoingSeconds, maxChanceCells: 0 },
  );
  return {
    push: (rgb, isMoving) => {
      recent.push(rgb);
      tooOften.update(isMoving);
      ongoing.update(isMoving);
    },
    flashesNow: (from) => mostChanges(recent, isOver, from * 2) / 2,
    shareNow: () => {
      const extent = extentOver(0, minChangesTooOften);
      return extent === null ? 0 : Math.max(extent.fieldShare, extent.pictureShare);
    },
    finish: () => ({ tooOften: tooOften.finish(), ongoing: ongoing.finish() }),
  };
}

/**
 * Returns the largest number of changes above `from` for which `isOver` is true; `from` if there is none. Bisection
 * finds the number: fewer cells reach a larger number of changes, so `isOver` turns from true to false only once.
 */
function mostChanges(
  { maxChanges }: RecentChanges,
  isOver: (changes: number) => boolean,
  from: number,
): number {
  if (!isOver(from + 1)) return from;
  let found = from + 1;
  let beyond = maxChanges + 1;
  while (beyond - found > 1) {
    const middle = (found + beyond) >> 1;
    if (isOver(middle)) found = middle;
    else beyond = middle;
  }
  return found;
}

/**
 * Collects the time ranges in which `extentOf(minChanges)` exceeds the limits, and joins overlapping ranges into one
 * stretch. `update` must be called after each frame. `finish` returns the stretches longer than `longerThanSeconds`.
 * @param extentOf returns the extent of the cells with at least the given number of changes; null if the extent is
 * within the limits
 */
function createStretches(
  recent: RecentChanges,
  minChanges: number,
  extentOf: (changes: number) => FlashExtent | null,
  {
    picturesPerSecond,
    longerThanSeconds,
    maxChanceCells,
  }: { picturesPerSecond: number; longerThanSeconds: number; maxChanceCells: number },
) {
  const done: FlashingStretch[] = [];
  const framesPerCheck = Math.ceil(picturesPerSecond * checkSeconds);
  let latest: FlashingStretch | null = null;
  let wasOver = false;
  let pictures = 0;
  /** For each of the last frames, the number of moving frames up to and including it. */
  const movingUntil = new Uint32Array(recent.maxChanges + 1);
  const movingAt = (picture: number) => movingUntil[picture % movingUntil.length]!;
  /** First frame of the latest stretch, and the number of moving frames up to and including it. */
  let first = { picture: 0, moving: 0 };

  const close = () => {
    if (latest !== null && latest.endSeconds - latest.startSeconds > longerThanSeconds)
      pushCapped(done, latest);
  };
  const openOrContinue = (startSeconds: number): FlashingStretch => {
    if (latest !== null && startSeconds <= latest.endSeconds) return latest;
    close();
    return {
      startSeconds,
      endSeconds: startSeconds,
      flashes: 0,
      pictureShare: 0,
      fieldShare: 0,
      isScattered: true,
    };
  };
  return {
    update: (isMoving: boolean): void => {
      const picture = pictures++;
      movingUntil[picture % movingUntil.length] =
        (picture === 0 ? 0 : movingAt(picture - 1)) + (isMoving ? 1 : 0);
      const extent = extentOf(minChanges);
      const isOver = extent !== null;
      if (isOver) {
        if (!wasOver) {
          const start = picture - recent.picturesSinceFirst(minChanges);
          const stretch = openOrContinue(start / picturesPerSecond);
          if (stretch !== latest) first = { picture: start, moving: movingAt(start) };
          latest = stretch;
        }
        const stretch = latest!;
        stretch.pictureShare = Math.max(stretch.pictureShare, extent.pictureShare);
        stretch.fieldShare = Math.max(stretch.fieldShare, extent.fieldShare);
        // A large area is critical in any case.
        if (stretch.pictureShare > maxFlashingShare) stretch.isScattered = false;
        else if (!wasOver || picture % framesPerCheck === 0)
          stretch.isScattered &&= !recent.areInStep(minChanges, maxChanceCells);
        if (recent.changedNow(minChanges)) {
          stretch.endSeconds = picture / picturesPerSecond;
          stretch.movingShare = (movingAt(picture) - first.moving) / Math.max(1, picture - first.picture);
        }
        const isOverLimit = (changes: number) => extentOf(changes) !== null;
        stretch.flashes = mostChanges(recent, isOverLimit, Math.max(minChanges, stretch.flashes * 2)) / 2;
      }
      wasOver = isOver;
    },
    finish: (): FlashingStretch[] => {
      close();
      latest = null;
      return done;
    },
  };
}
