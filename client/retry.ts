import { setTimeout } from 'node:timers/promises';

/** Waits; rejects with the signal's reason as soon as that is aborted. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export interface RetryRule {
  /** The statuses that are worth another try. */
  statuses: readonly number[];
  /** Whether to try again when no answer came, or only a part of one: the request may have been carried out. */
  networkFailures: boolean;
  maxAttempts: number;
}

/** What is tried again when (specification 7: only 429, 500 and 502 are retryable). */
export const retryRules = {
  /** Requests that change nothing. */
  reads: { statuses: [429, 500, 502], networkFailures: true, maxAttempts: 6 },
  /** Creation is not idempotent (specification 4.2): only an answer that says that nothing was done is tried again. */
  writes: { statuses: [429], networkFailures: false, maxAttempts: 6 },
  /** Whoever waits sets the time limit. */
  waiting: { statuses: [429, 500, 502], networkFailures: true, maxAttempts: Infinity },
  /** Storage has a status of its own for "slow down" (Amazon S3 API reference, error responses). */
  uploads: { statuses: [429, 500, 502, 503], networkFailures: true, maxAttempts: 6 },
} as const satisfies Record<string, RetryRule>;

const firstBackoffMs = 500;
const maxBackoffMs = 20_000;
/** Longer than any minute's limit, and short enough for a timer. */
const maxRetryAfterMs = 3_600_000;

/**
 * Sends until the rule lets an answer pass or the attempts are used up: then the last answer is returned, or the last
 * network failure thrown. Between attempts lie the seconds of `Retry-After`, where there are any, and an exponential
 * backoff with full jitter.
 */
export async function withRetries(
  send: () => Promise<Response>,
  { statuses, networkFailures, maxAttempts }: RetryRule,
  sleep: Sleep,
  signal?: AbortSignal,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    let response: Response | null = null;
    try {
      response = await whole(await send());
      if (attempt >= maxAttempts || !statuses.includes(response.status)) return response;
    } catch (error) {
      if (attempt >= maxAttempts || !networkFailures || signal?.aborted === true) throw error;
    }
    await sleep(retryAfterMs(response) + backoffMs(attempt), signal);
  }
}

/** Reads an answer to its end and keeps it readable. */
async function whole(response: Response): Promise<Response> {
  await response.clone().arrayBuffer();
  return response;
}

function retryAfterMs(response: Response | null): number {
  const seconds = response?.headers.get('Retry-After') ?? '';
  return /^\d+$/.test(seconds) ? Math.min(Number(seconds) * 1000, maxRetryAfterMs) : 0;
}

function backoffMs(attempt: number): number {
  return Math.random() * Math.min(firstBackoffMs * 2 ** (attempt - 1), maxBackoffMs);
}

export const sleepMs: Sleep = async (ms, signal) => {
  try {
    await setTimeout(ms, undefined, { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
};
