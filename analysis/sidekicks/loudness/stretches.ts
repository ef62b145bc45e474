import type { TimeRange } from '../../media/time-ranges.ts';

/** A stretch with the worst value that was measured in it. */
export interface Stretch extends TimeRange {
  worst: number;
}

/** The first stretches in a file, and how many there are. */
export interface Stretches {
  first: Stretch[];
  count: number;
}

const maxKept = 50;

/**
 * Takes what is measured bit by bit, in the order of time, and joins what is no further apart than `gapSeconds`. The
 * larger of two values is the worse.
 */
export function createStretches(gapSeconds: number, minSeconds = 0) {
  const first: Stretch[] = [];
  let count = 0;
  let open: Stretch | null = null;

  function close() {
    // What is added up from tenths of a second may lack a hair.
    if (open === null || open.endSeconds - open.startSeconds < minSeconds - 0.001) return;
    count += 1;
    if (first.length < maxKept) first.push(open);
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
