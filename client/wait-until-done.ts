import type { Sleep } from './retry.ts';
import type { Submission } from './shapes.ts';

export interface WaitOptions {
  signal?: AbortSignal;
  /** An hour unless told. */
  timeoutMs?: number;
  /** Called with what each poll found, the last one too. */
  onProgress?: (submission: Submission) => void;
}

const firstIntervalMs = 400;
const growth = 1.5;
const maxIntervalMs = 10_000;

/** Reads a submission again and again until it has ended. */
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
    const seen =
      last === null
        ? 'it could not be read'
        : `${last.progress.finished} of ${last.progress.total} assets are`;
    throw new DOMException(
      `the submission was not done after ${timeoutMs / 1000} s: ${seen}`,
      'TimeoutError',
    );
  }
}

/** Half to the whole of an interval that grows, so that many who wait do not ask at once. */
function intervalMs(poll: number): number {
  return Math.min(firstIntervalMs * growth ** poll, maxIntervalMs) * (0.5 + Math.random() / 2);
}
