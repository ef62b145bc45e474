import type { TimeRange } from '../../media/time-ranges.ts';
import { pushCapped } from '../capped-collections.ts';

/** Collects ranges from messages that tell a start and later an end. */
export function createRanges() {
  const ranges: TimeRange[] = [];
  let startSeconds: number | null = null;
  return {
    /** `found` is a match of `start` or `end`, and the seconds. */
    take(found: RegExpExecArray | null): void {
      if (found === null) return;
      const seconds = Math.max(0, Number(found[2]));
      if (found[1] === 'start') {
        startSeconds = seconds;
      } else if (startSeconds !== null) {
        pushCapped(ranges, { startSeconds, endSeconds: seconds });
        startSeconds = null;
      }
    },
    /** A range that lasts to the end of the file has no reported end. */
    closedAt(endSeconds: number): TimeRange[] {
      if (startSeconds === null) return ranges;
      return [...ranges, { startSeconds, endSeconds: Math.max(endSeconds, startSeconds) }];
    },
  };
}
