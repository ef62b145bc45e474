import type { MarkChanges } from './changes.ts';
import { createFlashingStretches, type Extent, type Flashing } from './flashing-stretches.ts';
import { cells, createFullestField, type VisualField } from './picture-grid.ts';
import { createRecentChanges } from './recent-changes.ts';

/** More than a quarter must flash at the same time: of a ten-degree field (WCAG 2.2), of the picture (ITU-R BT.1702-3). */
export const quarter = 0.25;

/** More than three flashes, "i.e. six changes in luminance" (ITU-R BT.1702-3, guideline 1). */
const tooManyChanges = 7;

/** Two flashes in every second are flashing that goes on. No source says how slow that may be; this is ours. */
const ongoingChanges = 4;

export interface SeenFlashing {
  /** Flashed more than three times in some second, over more than a quarter of a field or of the picture. */
  tooOften: Flashing[];
  /** Went on flashing, often or not, over more than a quarter of the picture. */
  ongoing: Flashing[];
}

export interface FlashCounter {
  push: (rgb: Uint8Array) => void;
  finish: () => SeenFlashing;
}

/**
 * Counts the flashes that `mark` finds in the pictures pushed, and tells where there are too many at once, and where they go
 * on for more than `ongoingSeconds`. It keeps one second of pictures, however many there are.
 */
export function createFlashCounter(
  mark: MarkChanges,
  {
    field,
    picturesPerSecond,
    ongoingSeconds,
  }: { field: VisualField; picturesPerSecond: number; ongoingSeconds: number },
): FlashCounter {
  const recent = createRecentChanges(mark, picturesPerSecond);
  const fullestField = createFullestField(field);
  /** Looks for the fullest field only where there are more than so many cells. */
  const extentOver = (leastCells: number, changes: number): Extent | null => {
    const found = recent.cellsWith(changes);
    if (found <= leastCells) return null;
    return { pictureShare: found / cells, fieldShare: fullestField(recent.counts, changes) / field.cells };
  };
  const tooOften = createFlashingStretches(
    recent,
    tooManyChanges,
    (changes) => {
      const extent = extentOver(quarter * Math.min(cells, field.cells), changes);
      return extent !== null && Math.max(extent.fieldShare, extent.pictureShare) > quarter ? extent : null;
    },
    { picturesPerSecond, longerThanSeconds: 0 },
  );
  const ongoing = createFlashingStretches(
    recent,
    ongoingChanges,
    (changes) => extentOver(quarter * cells, changes),
    { picturesPerSecond, longerThanSeconds: ongoingSeconds },
  );
  return {
    push: (rgb) => {
      recent.push(rgb);
      tooOften.look();
      ongoing.look();
    },
    finish: () => ({ tooOften: tooOften.finish(), ongoing: ongoing.finish() }),
  };
}
