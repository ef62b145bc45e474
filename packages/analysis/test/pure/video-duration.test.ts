import { expect, test } from 'vitest';
import { durationOf, maxSeconds } from '../../measure/video-duration.ts';

test('a duration is from the first start to the last end', () => {
  expect(durationOf(0, 10, null)).toEqual({ seconds: 10, headerSeconds: null });
  expect(durationOf(2, 10, null)).toEqual({ seconds: 8, headerSeconds: null });
});

test('time shortly before zero does not count; time long before it does', () => {
  expect(durationOf(-1.3, 10, 10)?.seconds).toBe(10);
  expect(durationOf(-590, 10, 10)?.seconds).toBe(600);
});

test('the time before a late start counts if the header counts it', () => {
  expect(durationOf(4, 34, 34)?.seconds).toBe(34);
  expect(durationOf(4, 34, 30)?.seconds).toBe(30);
  expect(durationOf(4, 34, 1)?.seconds).toBe(30);
});

test('a negative duration, or one of months, is null', () => {
  expect(durationOf(10, 5, null)).toBeNull();
  expect(durationOf(Infinity, -Infinity, null)).toBeNull();
  expect(durationOf(0, maxSeconds + 1, null)).toBeNull();
  expect(durationOf(NaN, 5, 5)).toBeNull();
});
