import type { TimeRange } from '../../contract/time-ranges.ts';
import { pushCapped } from '../../formats/capped-collections.ts';

/** Collects ranges from log lines that report a start and later an end. */
export function createRanges() {
  const ranges: TimeRange[] = [];
  let startSeconds: number | null = null;
  return {
    /**
     * Adds the start or the end of a range from a log line.
     * @param found a match whose first group is `start` or `end` and whose second group is the time in seconds
     */
    add(found: RegExpExecArray | null): void {
      if (found === null) return;
      const seconds = Math.max(0, Number(found[2]));
      if (found[1] === 'start') {
        startSeconds = seconds;
      } else if (startSeconds !== null) {
        pushCapped(ranges, { startSeconds, endSeconds: seconds });
        startSeconds = null;
      }
    },
    /** Returns the ranges. A range that is still open ends at `endSeconds`. */
    closedAt(endSeconds: number): TimeRange[] {
      if (startSeconds === null) return ranges;
      return [...ranges, { startSeconds, endSeconds: Math.max(endSeconds, startSeconds) }];
    },
  };
}
