import { availableParallelism, totalmem } from 'node:os';
import { describe, expect, test } from 'vitest';
import {
  decodingSlots,
  measurementSlots,
  mediaSlots,
  thisMachine,
  workflowTaskSlots,
} from '../../workers/slots.ts';

const GiB = 2 ** 30;

describe('a media worker opens at once', () => {
  test.each([
    [1, 8, 2],
    [2, 8, 3],
    [16, 64, 17],
  ])('one file more than the %i cores, where memory is plenty', (cores, memory, slots) => {
    expect(mediaSlots({ cores, memoryBytes: memory * GiB })).toBe(slots);
  });

  test.each([
    [16, 4, 1],
    [16, 5.9, 2],
    [2, 0.5, 1],
  ])(
    'on %i cores with %d GiB a file for each GiB beside measurements and decodings, and one at least',
    (cores, memory, slots) => {
      expect(mediaSlots({ cores, memoryBytes: memory * GiB })).toBe(slots);
    },
  );
});

test.each([
  [1, 8, 1],
  [2, 8, 1],
  [3, 16, 2],
  [16, 64, 8],
  [16, 16, 3],
  [16, 0.5, 1],
])(
  'beside them, on %i cores with %d GiB, it decodes %i short videos and as many long ones',
  (cores, memory, slots) => {
    expect(decodingSlots({ cores, memoryBytes: memory * GiB })).toBe(slots);
  },
);

test.each([
  [1, 8, 2],
  [2, 8, 4],
  [16, 64, 32],
  [16, 4, 2],
  [16, 0.5, 1],
])('beside them, on %i cores with %d GiB, it measures %i uploads', (cores, memory, slots) => {
  expect(measurementSlots({ cores, memoryBytes: memory * GiB })).toBe(slots);
});

test.each([
  [1, 4],
  [2, 4],
  [16, 32],
])('an orchestration worker of %i cores has %i workflow tasks in hand', (cores, slots) => {
  expect(workflowTaskSlots({ cores, memoryBytes: GiB })).toBe(slots);
});

test('the machine is the one that this is', () => {
  const { cores, memoryBytes } = thisMachine();
  expect(cores).toBe(availableParallelism());
  expect(memoryBytes).toBeGreaterThan(0);
  expect(memoryBytes).toBeLessThanOrEqual(totalmem());
});
