import type { TimeRange } from '../../media/time-ranges.ts';
import { keep } from '../keep.ts';
import type { RecentChanges } from './recent-changes.ts';

/** The largest shares (0–1) of the picture, and of any ten-degree field in it, that flashed at the same time. */
export interface Extent {
  pictureShare: number;
  fieldShare: number;
}

/** From the first change to the last, and the worst in between. */
export interface Flashing extends TimeRange, Extent {
  /** In one second; two changes are one. */
  flashes: number;
}

export interface FlashingStretches {
  /** To be called after each picture. */
  look: () => void;
  /** Those longer than so many seconds. */
  finish: () => Flashing[];
}

/**
 * Joins the seconds in which enough cells have had `leastChanges` or more into stretches: overlapping ones become one.
 * `extentOf` answers how far those cells reach that have so many changes, and null where that is not far enough.
 */
export function createFlashingStretches(
  recent: RecentChanges,
  leastChanges: number,
  extentOf: (changes: number) => Extent | null,
  { picturesPerSecond, longerThanSeconds }: { picturesPerSecond: number; longerThanSeconds: number },
): FlashingStretches {
  const done: Flashing[] = [];
  let latest: Flashing | null = null;
  let wasEnough = false;
  let pictures = 0;

  const close = () => {
    if (latest !== null && latest.endSeconds - latest.startSeconds > longerThanSeconds) keep(done, latest);
  };
  const openOrGoOn = (startSeconds: number): Flashing => {
    if (latest !== null && startSeconds <= latest.endSeconds) return latest;
    close();
    return { startSeconds, endSeconds: startSeconds, flashes: 0, pictureShare: 0, fieldShare: 0 };
  };
  return {
    look: () => {
      const picture = pictures++;
      const extent = extentOf(leastChanges);
      const isEnough = extent !== null;
      if (isEnough) {
        if (!wasEnough) {
          latest = openOrGoOn((picture - recent.picturesSinceFirst(leastChanges)) / picturesPerSecond);
        }
        const stretch = latest!;
        stretch.pictureShare = Math.max(stretch.pictureShare, extent.pictureShare);
        stretch.fieldShare = Math.max(stretch.fieldShare, extent.fieldShare);
        if (recent.changedNow(leastChanges)) stretch.endSeconds = picture / picturesPerSecond;
        let changes = Math.max(leastChanges, stretch.flashes * 2);
        while (extentOf(changes + 1) !== null) changes++;
        stretch.flashes = changes / 2;
      }
      wasEnough = isEnough;
    },
    finish: () => {
      close();
      latest = null;
      return done;
    },
  };
}
