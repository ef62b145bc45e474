/**
 * Delays before the attempts of a webhook delivery, in seconds; its length is the number of attempts. It is
 * the schedule recommended by the Standard Webhooks specification, extended to 75 hours in all.
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export const defaultRetrySchedule: readonly number[] = [
  0,
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
];

/**
 * Jitter as a share of the delay, up or down, so that deliveries that failed together are not retried
 * together.
 */
const jitterShare = 0.2;

/** Maximum wait for a receiver's `Retry-After`, in seconds: as long as the longest delay of the schedule. */
export const maxRetryAfterSeconds = 24 * 3600;

/**
 * Duration of failures without a success after which an endpoint's subscription is disabled, and the reason
 * given. It is longer than a whole delivery takes.
 */
export const failingLimit = { seconds: 5 * 24 * 3600, reason: 'every attempt failed for five days' } as const;

/**
 * Returns the milliseconds until an attempt; null when the schedule has no such attempt.
 * @param attemptNumber from 1
 * @param random a number in [0, 1), for the jitter
 * @param retryAfterSeconds `Retry-After` of a 429 or 503, used when it is longer than the delay of the
 *   schedule
 */
export function delayBeforeAttemptMs(
  schedule: readonly number[],
  attemptNumber: number,
  random: number,
  retryAfterSeconds: number | null = null,
): number | null {
  const delaySeconds = schedule[attemptNumber - 1];
  if (delaySeconds === undefined) return null;
  const jitteredMs = delaySeconds * 1000 * (1 + jitterShare * (2 * random - 1));
  const retryAfterMs = Math.min(retryAfterSeconds ?? 0, maxRetryAfterSeconds) * 1000;
  return Math.round(Math.max(jitteredMs, retryAfterMs));
}
