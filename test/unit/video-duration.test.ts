import { expect, test } from 'vitest';
import { durationOf, maxSeconds } from '../../analysis/measure/video-duration.ts';

test('a duration is from the first picture or sound to the end of the last', () => {
  expect(durationOf(0, 10, null)).toEqual({ seconds: 10, headerSeconds: null });
  expect(durationOf(2, 10, null)).toEqual({ seconds: 8, headerSeconds: null });
});

test('what a cut leaves before zero is not shown; what is far before it is', () => {
  expect(durationOf(-1.3, 10, 10)?.seconds).toBe(10);
  expect(durationOf(-590, 10, 10)?.seconds).toBe(600);
});

test('the time before a late beginning counts where the header counts it', () => {
  expect(durationOf(4, 34, 34)?.seconds).toBe(34);
  expect(durationOf(4, 34, 30)?.seconds).toBe(30);
  expect(durationOf(4, 34, 1)?.seconds).toBe(30);
});

test('what lasts less than nothing, or for months, is no duration', () => {
  expect(durationOf(10, 5, null)).toBeNull();
  expect(durationOf(Infinity, -Infinity, null)).toBeNull();
  expect(durationOf(0, maxSeconds + 1, null)).toBeNull();
  expect(durationOf(NaN, 5, 5)).toBeNull();
});
