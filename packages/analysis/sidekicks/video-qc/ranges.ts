import type { TimeRange } from '../../contract/time-ranges.ts';
import { pushCapped } from '../../formats/capped-collections.ts';

/** Collects time ranges whose start and end are on two separate log lines. */
export function createRanges() {
  const ranges: TimeRange[] = [];
  let startSeconds: number | null = null;
  return {
    /**
     * Starts or ends a range.
     * @param found match of a log line, with the groups `start` or `end`, and the time in seconds
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
    /** Returns all ranges. A range without an end gets the end `endSeconds`. */
    closedAt(endSeconds: number): TimeRange[] {
      if (startSeconds === null) return ranges;
      return [...ranges, { startSeconds, endSeconds: Math.max(endSeconds, startSeconds) }];
    },
  };
}
