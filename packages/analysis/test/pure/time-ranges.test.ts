import { describe, expect, test } from 'vitest';
import { intersect, overlapping, subtract, type TimeRange } from '../../contract/time-ranges.ts';

/** The maximum number of ranges that a detector collects. */
const maxRanges = 50_000;

/** Returns a random number below `below`. Equal calls return equal sequences. */
function randomNumbers(seed: number) {
  let state = seed;
  return (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
}

/** Returns sorted ranges of whole seconds, free of overlaps. Some of them touch each other. */
function randomRanges(random: (below: number) => number, count: number): TimeRange[] {
  let at = 0;
  return Array.from({ length: count }, () => {
    const startSeconds = at + random(3);
    at = startSeconds + 1 + random(4);
    return { startSeconds, endSeconds: at };
  });
}

/** Returns the whole seconds that the ranges contain. */
const secondsOf = (ranges: readonly TimeRange[]) =>
  ranges.flatMap(({ startSeconds, endSeconds }) =>
    Array.from({ length: endSeconds - startSeconds }, (_, index) => startSeconds + index),
  );

describe('random ranges', () => {
  const random = randomNumbers(7);
  test.for(Array.from({ length: 50 }, (_, round) => round))('%i', () => {
    const [some, others] = [randomRanges(random, random(12)), randomRanges(random, random(12))];
    const [of, among] = [secondsOf(some), secondsOf(others)];
    expect(secondsOf(intersect(some, others))).toEqual(of.filter((second) => among.includes(second)));
    expect(secondsOf(subtract(some, others))).toEqual(of.filter((second) => !among.includes(second)));
    const range = { startSeconds: random(20), endSeconds: 20 + random(20) };
    expect(overlapping(some, range)).toEqual(intersect(some, [range]));
  });
});

test('as many ranges as a file can have are compared without comparing each with each', () => {
  const ranges = (offset: number) =>
    Array.from({ length: maxRanges }, (_, at) => ({
      startSeconds: 2 * at + offset,
      endSeconds: 2 * at + 1.5,
    }));
  expect(intersect(ranges(0), ranges(1))).toHaveLength(maxRanges);
  expect(subtract(ranges(0), ranges(1))).toHaveLength(maxRanges);
  const all = ranges(0);
  expect(ranges(1).every((range) => overlapping(all, range).length === 1)).toBe(true);
});
