import type { Sleep } from './retry.ts';
import type { Submission } from './shapes.ts';

export interface WaitOptions {
  signal?: AbortSignal;
  /** Maximum wait in milliseconds. Default: one hour. */
  timeoutMs?: number;
  /** A function that is called with the result of each poll, including the last. */
  onProgress?: (submission: Submission) => void;
}

const firstIntervalMs = 400;
const growth = 1.5;
const maxIntervalMs = 10_000;

/**
 * Polls a submission until its status is `complete` or `failed`, and returns the submission.
 * @throws {DOMException} `TimeoutError` if the submission is not done after `timeoutMs`
 */
export async function pollUntilDone(
  read: (signal: AbortSignal) => Promise<Submission>,
  sleep: Sleep,
  { signal, timeoutMs = 3_600_000, onProgress }: WaitOptions,
): Promise<Submission> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  let last: Submission | null = null;
  try {
    for (let poll = 0; ; poll++) {
      last = await read(either);
      onProgress?.(last);
      if (last.status !== 'processing') return last;
      await sleep(intervalMs(poll), either);
    }
  } catch (error) {
    if (error !== timeout.reason) throw error;
    const progress =
      last === null
        ? 'it could not be read'
        : `${last.progress.finished} of ${last.progress.total} assets have finished`;
    throw new DOMException(
      `the submission was not done after ${timeoutMs / 1000} s: ${progress}`,
      'TimeoutError',
    );
  }
}

/** Returns the interval before the next poll: exponential backoff with jitter, 50 to 100 % of the full interval. */
function intervalMs(poll: number): number {
  return Math.min(firstIntervalMs * growth ** poll, maxIntervalMs) * (0.5 + Math.random() / 2);
}
