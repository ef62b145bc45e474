/**
 * Seconds to wait before each attempt of a webhook delivery; its length is the number of attempts. The
 * schedule that the Standard Webhooks specification recommends, carried on to 75 hours in all.
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

/** Delays vary by this share either way, so that what failed together does not come back together. */
export const jitterShare = 0.2;

/** The longest wait that a receiver's `Retry-After` may ask for, in seconds: no longer than the schedule's own. */
export const maxRetryAfterSeconds = 24 * 3600;

/** An endpoint that has only failed for so long is sent nothing more. Longer than a delivery is tried. */
export const failingLimit = { seconds: 5 * 24 * 3600, reason: 'every attempt failed for five days' } as const;

/**
 * Milliseconds until attempt `attemptNumber` (1-based), or null when the schedule has no such attempt.
 * @param random a number in [0, 1)
 * @param retryAfterSeconds what the receiver asked for with 429 or 503: waited for when it is the longer one
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
  const askedMs = Math.min(retryAfterSeconds ?? 0, maxRetryAfterSeconds) * 1000;
  return Math.round(Math.max(jitteredMs, askedMs));
}
