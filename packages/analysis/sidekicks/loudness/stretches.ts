import type { TimeRange } from '../../contract/time-ranges.ts';
import type { CappedList } from '../../formats/capped-collections.ts';

/** A time range with a fault, and the worst value that was measured in the range. */
export interface Stretch extends TimeRange {
  worst: number;
}

/** The first 50 stretches of one fault in a file, and the number of all stretches. */
export type Stretches = CappedList<Stretch>;

const maxStretches = 50;

/**
 * Joins time ranges that are added in order of time into stretches, if the gap between them is at most `gapSeconds`.
 * Drops stretches shorter than `minSeconds`. A larger value of `worst` is worse.
 */
export function createStretches(gapSeconds: number, minSeconds = 0) {
  const first: Stretch[] = [];
  let count = 0;
  let open: Stretch | null = null;

  function close() {
    // The tolerance of 0.001 allows for rounding errors in sums of tenths of a second.
    if (open === null || open.endSeconds - open.startSeconds < minSeconds - 0.001) return;
    count += 1;
    if (first.length < maxStretches) first.push(open);
  }

  return {
    add({ startSeconds, endSeconds, worst }: Stretch): void {
      if (open !== null && startSeconds - open.endSeconds <= gapSeconds) {
        open.endSeconds = Math.max(open.endSeconds, endSeconds);
        open.worst = Math.max(open.worst, worst);
        return;
      }
      close();
      open = { startSeconds: Math.max(0, startSeconds), endSeconds, worst };
    },
    end(): Stretches {
      close();
      open = null;
      return { first, count };
    },
  };
}
