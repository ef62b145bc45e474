import { setTimeout } from 'node:timers/promises';

/** Waits for `ms` milliseconds. Rejects with the reason of `signal` as soon as `signal` is aborted. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

export interface RetryRule {
  statuses: readonly number[];
  /** True to retry a request without a complete response. The service may already have processed such a request. */
  networkFailures: boolean;
  maxAttempts: number;
}

/** Retry rules by kind of request. The API's retryable statuses are 429, 500 and 502 (specification 7). */
export const retryRules = {
  reads: { statuses: [429, 500, 502], networkFailures: true, maxAttempts: 6 },
  /** Writes are not idempotent (specification 4.2). After a 429, the service has created nothing. */
  writes: { statuses: [429], networkFailures: false, maxAttempts: 6 },
  /** The timeout of `waitUntilDone` ends polling, so the number of attempts is unlimited. */
  polls: { statuses: [429, 500, 502], networkFailures: true, maxAttempts: Infinity },
  /** Amazon S3 sends the status 503 for "slow down" (Amazon S3 API reference, error responses). */
  uploads: { statuses: [429, 500, 502, 503], networkFailures: true, maxAttempts: 6 },
} as const satisfies Record<string, RetryRule>;

const firstBackoffMs = 500;
const maxBackoffMs = 20_000;
/**
 * Maximum `Retry-After` that the client waits for, in milliseconds: one hour, which is longer than any rate-limit
 * window. A response with a longer `Retry-After` is returned immediately. An example is the response to a reached
 * spending limit, whose `Retry-After` is the time until the next month.
 */
const maxRetryAfterMs = 3_600_000;

/**
 * Sends a request until its outcome needs no retry, `maxAttempts` is reached, or `Retry-After` is longer than an hour.
 * Then returns the last response or throws the last network failure. The delay before a retry is `Retry-After`, if
 * present, plus exponential backoff with full jitter.
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
      response = await readWhole(await send());
      const isFinal = attempt >= maxAttempts || !statuses.includes(response.status);
      if (isFinal || retryAfterMs(response) > maxRetryAfterMs) return response;
    } catch (error) {
      if (attempt >= maxAttempts || !networkFailures || signal?.aborted === true) throw error;
    }
    await sleep(retryAfterMs(response) + backoffMs(attempt), signal);
  }
}

/** Waits for the whole body and returns a response whose body can still be read. */
async function readWhole(response: Response): Promise<Response> {
  await response.clone().arrayBuffer();
  return response;
}

function retryAfterMs(response: Response | null): number {
  const seconds = response?.headers.get('Retry-After') ?? '';
  return /^\d+$/.test(seconds) ? Number(seconds) * 1000 : 0;
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
