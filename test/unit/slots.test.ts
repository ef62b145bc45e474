import { readFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { describe, expect, test } from 'vitest';
import {
  decodingSlots,
  longDecodingSlots,
  longMeasurementSlots,
  measurementSlots,
  mediaMemoryBytes,
  mediaSlots,
  minMediaMemoryBytes,
  startingWorkflows,
  thisMachine,
} from '../../workers/slots.ts';
import { fairFree } from '@assay/domain/lib/fair-free.ts';

const GiB = 2 ** 30;

describe('the number of files that a media worker examines at once is', () => {
  test.each([
    [1, 8, 2],
    [2, 16, 3],
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
  [1, 8, 1, 2],
  [2, 6, 1, 1],
  [2, 7, 1, 2],
  [3, 16, 2, 3],
  [16, 64, 8, 9],
  [16, 16, 2, 3],
  [16, 24, 3, 4],
  [16, 0.5, 1, 1],
])(
  'on %i cores with %d GiB, a media worker decodes %i short videos and %i long ones at once',
  (cores, memory, short, long) => {
    const machine = { cores, memoryBytes: memory * GiB };
    expect([decodingSlots(machine), longDecodingSlots(machine)]).toEqual([short, long]);
  },
);

test.each([
  [1, 8, 2],
  [2, 8, 4],
  [16, 64, 32],
  [16, 4, 1],
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

test('the files in all slots of a media worker fit in its memory, from 4 GiB on', () => {
  for (let cores = 1; cores <= 96; cores++) {
    for (let memoryBytes = minMediaMemoryBytes; memoryBytes <= 256 * GiB; memoryBytes += GiB / 8) {
      const needed = mediaMemoryBytes({ cores, memoryBytes });
      if (needed > memoryBytes) expect.fail(`${needed} of ${memoryBytes} bytes on ${cores} cores`);
    }
  }
  expect(mediaMemoryBytes({ cores: 2, memoryBytes: GiB })).toBe(minMediaMemoryBytes);
});

/** Rows of the table in docs/deployment.md. */
test.each([
  [2, 4, 1, 1, 1, 1, 1],
  [4, 8, 4, 2, 1, 2, 2],
  [16, 32, 16, 8, 5, 6, 9],
])(
  'docs/deployment.md has the slots of %i cores with %i GiB',
  async (cores, memory, short, long, decoding, longDecoding, other) => {
    const machine = { cores, memoryBytes: memory * GiB };
    const slots = [
      measurementSlots(machine),
      longMeasurementSlots(machine),
      decodingSlots(machine),
      longDecodingSlots(machine),
      mediaSlots(machine),
    ];
    expect(slots).toEqual([short, long, decoding, longDecoding, other]);
    const needed = mediaMemoryBytes(machine) / GiB;
    const row = [
      `${cores} cores, ${memory} GiB`,
      short,
      long,
      decoding,
      longDecoding,
      other,
      `${needed} GiB`,
    ];
    const page = await readFile(new URL('../../docs/deployment.md', import.meta.url), 'utf8');
    expect(page.replaceAll(/ +/g, ' ')).toContain(`| ${row.join(' | ')} |`);
  },
);

test.each([
  [1, 3],
  [2, 5],
  [16, 33],
])('a worker on %i cores starts %i deliveries or sandbox submissions at once', (cores, count) => {
  expect(startingWorkflows({ cores, memoryBytes: GiB })).toBe(count);
});

test('thisMachine returns the cores and memory of this machine', () => {
  const { cores, memoryBytes } = thisMachine();
  expect(cores).toBe(availableParallelism());
  expect(memoryBytes).toBeGreaterThan(0);
  expect(memoryBytes).toBeLessThanOrEqual(totalmem());
});

test('a workspace has at most as many slots as remain free for others', () => {
  let own = 0;
  while (fairFree(5, own, own) > 0) own++;
  expect(own).toBe(3);
  let other = 0;
  while (fairFree(5, own + other, other) > 0) other++;
  expect(other).toBe(1);
  expect(fairFree(5, 4, 0)).toBe(1);
  expect(fairFree(5, 5, 0)).toBe(0);
});
