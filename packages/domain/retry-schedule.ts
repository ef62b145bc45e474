/**
 * Delay in seconds before each attempt of a webhook delivery. The length of the list is the number of
 * attempts. This is the example schedule of the Standard Webhooks specification. Its total is about 75 hours.
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

/** Maximum jitter as a share of the delay. Deliveries that failed together are then retried at different times. */
const jitterShare = 0.2;

/** Maximum `Retry-After` in seconds that is honoured: the longest delay of the default schedule. */
export const maxRetryAfterSeconds = 24 * 3600;

/**
 * A subscription is disabled with `reason` if all its attempts have failed for `seconds` seconds. The limit is longer
 * than the default retry schedule, so a single failed delivery does not disable its subscription.
 */
export const failingLimit = { seconds: 5 * 24 * 3600, reason: 'every attempt failed for five days' } as const;

/**
 * Returns the delay in milliseconds before an attempt. Returns null if the schedule has no such attempt.
 * @param schedule delay in seconds before each attempt
 * @param attemptNumber number of the attempt, counted from 1
 * @param random a number in [0, 1) for the jitter
 * @param retryAfterSeconds `Retry-After` of a 429 or 503; used if it is longer than the delay of the schedule
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
