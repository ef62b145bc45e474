import { availableParallelism, totalmem } from 'node:os';
import { describe, expect, test } from 'vitest';
import {
  decodingSlots,
  longMeasurementSlots,
  measurementSlots,
  mediaSlots,
  thisMachine,
  workflowTaskSlots,
} from '../../workers/slots.ts';

const GiB = 2 ** 30;

describe('the number of files that a media worker examines at once is', () => {
  test.each([
    [1, 8, 2],
    [2, 8, 3],
    [16, 64, 17],
  ])('one more than the %i cores, with enough memory', (cores, memory, slots) => {
    expect(mediaSlots({ cores, memoryBytes: memory * GiB })).toBe(slots);
  });

  test.each([
    [16, 4, 1],
    [16, 5.9, 2],
    [2, 0.5, 1],
  ])(
    'on %i cores with %d GiB: one for each GiB that measurements and decodings leave, and at least one',
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
  [16, 16, 2],
  [16, 24, 3],
  [16, 0.5, 1],
])(
  'on %i cores with %d GiB, a media worker decodes %i short videos and the same number of long ones at once',
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
])('on %i cores with %d GiB, a media worker measures %i uploads at once', (cores, memory, slots) => {
  expect(measurementSlots({ cores, memoryBytes: memory * GiB })).toBe(slots);
});

test.each([
  [1, 8, 1],
  [3, 16, 2],
  [16, 64, 8],
  [16, 8, 2],
  [16, 0.5, 1],
])('on %i cores with %d GiB, a media worker makes %i long measurements at once', (cores, memory, slots) => {
  expect(longMeasurementSlots({ cores, memoryBytes: memory * GiB })).toBe(slots);
});

test.each([
  [1, 4],
  [2, 4],
  [16, 32],
])('an orchestration worker on %i cores runs %i workflow tasks at once', (cores, slots) => {
  expect(workflowTaskSlots({ cores, memoryBytes: GiB })).toBe(slots);
});

test('thisMachine returns the cores and memory of this machine', () => {
  const { cores, memoryBytes } = thisMachine();
  expect(cores).toBe(availableParallelism());
  expect(memoryBytes).toBeGreaterThan(0);
  expect(memoryBytes).toBeLessThanOrEqual(totalmem());
});
