import { expect, test } from 'vitest';
import { retryAfterSeconds } from '@assay/sender/retry-after.ts';
import { defaultRetrySchedule, delayBeforeAttemptMs } from '@assay/domain/retry-schedule.ts';

test('the default schedule has ten attempts in 75.6 hours', () => {
  expect(defaultRetrySchedule).toHaveLength(10);
  const hours = defaultRetrySchedule.reduce((sum, seconds) => sum + seconds, 0) / 3600;
  expect(hours).toBeCloseTo(75.58, 1);
});

test('a delay has a jitter of 20% in both directions', () => {
  expect(delayBeforeAttemptMs([0, 100], 2, 0)).toBe(80_000);
  expect(delayBeforeAttemptMs([0, 100], 2, 0.5)).toBe(100_000);
  expect(delayBeforeAttemptMs([0, 100], 2, 0.999999)).toBeCloseTo(120_000, -1);
});

test('the first attempt has no delay, and after the last there is no further one', () => {
  expect(delayBeforeAttemptMs(defaultRetrySchedule, 1, 0.3)).toBe(0);
  expect(delayBeforeAttemptMs(defaultRetrySchedule, 11, 0.3)).toBeNull();
});

test('Retry-After extends a delay to at most a day and never shortens it', () => {
  expect(delayBeforeAttemptMs([0, 100], 2, 0.5, 300)).toBe(300_000);
  expect(delayBeforeAttemptMs([0, 100], 2, 0.5, 5)).toBe(100_000);
  expect(delayBeforeAttemptMs([0, 100], 2, 0.5, 10 ** 9)).toBe(24 * 3_600_000);
});

test.for([
  ['120', 120],
  ['0', 0],
  ['Wed, 21 Oct 2026 07:28:30 GMT', 30],
  ['Wed, 21 Oct 2020 07:28:00 GMT', 0],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['', null],
  ['99999999999', 999_999_999],
  ['9'.repeat(400), 999_999_999],
  ['Wednesday, 21-Oct-26 07:28:30 GMT', 30],
] as const)('Retry-After: %s is %s seconds', ([header, seconds]) => {
  expect(retryAfterSeconds(header, new Date('2026-10-21T07:28:00Z'))).toBe(seconds);
});

test('Retry-After: a date without a time zone is in GMT, whatever the time zone of the worker', () => {
  const before = process.env.TZ;
  process.env.TZ = 'Asia/Tokyo';
  try {
    expect(retryAfterSeconds('Wed Oct 21 07:28:30 2026', new Date('2026-10-21T07:28:00Z'))).toBe(30);
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
});
