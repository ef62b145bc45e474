import { log } from '@temporalio/activity';

/** Time in milliseconds before the first report. Most decodings are shorter, so they write nothing. */
const firstAfterMs = 2_000;
const intervalMs = 5_000;

export interface ProgressReporter {
  report: (share: number) => void;
  /** Writes the progress 1 if an earlier progress has been written. */
  end: () => Promise<void>;
}

/**
 * Returns a reporter that writes the progress of a decoding, from 0 to 1. The first report is written after two
 * seconds, and later ones at most every five seconds. A failed write does not affect the decoding.
 */
export function createProgressReporter(write: (share: number) => Promise<void>): ProgressReporter {
  let nextMs = Date.now() + firstAfterMs;
  let isWriting = false;
  let latest: Promise<void> | null = null;
  const start = async (share: number): Promise<void> => {
    isWriting = true;
    await write(share).catch((error: unknown) => {
      log.warn('the progress was not written', { error });
    });
    isWriting = false;
  };
  return {
    report(share) {
      if (Date.now() < nextMs || isWriting) return;
      nextMs = Date.now() + intervalMs;
      latest = start(share);
    },
    async end() {
      if (latest !== null) await latest.then(() => start(1));
    },
  };
}
