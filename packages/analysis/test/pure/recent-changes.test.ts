import { expect, test } from 'vitest';
import { cellOf, type ChangeDetector, rise } from '../../sidekicks/photosensitivity/changes.ts';
import { cells } from '../../sidekicks/photosensitivity/picture-grid.ts';
import { createRecentChanges, type RecentChanges } from '../../sidekicks/photosensitivity/recent-changes.ts';

const thresholds = [7, 4];

/** Returns pseudo-random numbers from 0 to 1, which are the same in every run (xorshift). */
function createRandom(): () => number {
  let state = 0x2545f491;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/**
 * Computes the same values as `createRecentChanges` from their definition, by counting all changes of the last second
 * in each frame.
 */
function countAgain(frames: readonly (readonly number[])[], span: number) {
  const last = frames.slice(-span);
  const counts = new Uint8Array(cells);
  for (const frame of last) for (const cell of frame) counts[cell]!++;
  const flashingCells = (minChanges: number) => counts.filter((count) => count >= minChanges).length;
  const isTogether = (minChanges: number) => {
    const found = last.map((frame) => frame.filter((cell) => counts[cell]! >= minChanges).length);
    const [all, most] = [flashingCells(minChanges), Math.max(...found)];
    return found.map((each) => each > all / 10 && each >= most / 3);
  };
  return {
    counts,
    flashingCells,
    changedNow: (minChanges: number) => isTogether(minChanges).at(-1)!,
    picturesSinceFirst: (minChanges: number) => {
      const first = isTogether(minChanges).indexOf(true);
      return first === -1 ? 0 : last.length - 1 - first;
    },
  };
}

test.each([24, 60])(
  'the counts per frame equal counts from scratch, at %d frames per second',
  (picturesPerSecond) => {
    const random = createRandom();
    const span = Math.ceil(picturesPerSecond) - 1;
    const frames: number[][] = [];
    let share = 0;
    // Rows of cells change together, so the filter of concurrent flashes keeps them.
    const detect: ChangeDetector = (_rgb, changes) => {
      if (frames.length % 17 === 0) share = random() ** 2;
      let count = 0;
      for (let row = 0; row < cells; row += 800)
        if (random() < share) for (let cell = row; cell < row + 800; cell++) changes[count++] = cell + rise;
      frames.push(Array.from(changes.subarray(0, count), cellOf));
      return count;
    };
    const recent = createRecentChanges(detect, picturesPerSecond, thresholds);
    const all = (of: Omit<RecentChanges, 'push' | 'maxChanges' | 'areInStep'>) =>
      thresholds.map((min) => [of.flashingCells(min), of.changedNow(min), of.picturesSinceFirst(min)]);
    const seen = new Set<boolean>();
    for (let frame = 0; frame < 4 * span; frame++) {
      recent.push(new Uint8Array());
      // Counting from scratch is slow, so not every frame is compared.
      if (frame % 7 !== 0) continue;
      const expected = countAgain(frames, span);
      expect(all(recent)).toEqual(all(expected));
      expect(Buffer.from(recent.counts).equals(Buffer.from(expected.counts))).toBe(true);
      seen.add(recent.changedNow(4));
    }
    expect(seen).toEqual(new Set([true, false]));
  },
);

test('the work per frame does not grow with the number of frames in a second', { tags: 'long' }, () => {
  // Only a ratio is compared, because the speed of machines differs. Counting from scratch has a ratio of about 5.
  const everyCell: ChangeDetector = (_rgb, changes) => {
    for (let cell = 0; cell < cells; cell++) changes[cell] = cell + rise;
    return cells;
  };
  const processorTime = (picturesPerSecond: number): number => {
    const recent = createRecentChanges(everyCell, picturesPerSecond, thresholds);
    const frame = () => {
      recent.push(new Uint8Array());
      for (const min of thresholds) {
        recent.changedNow(min);
        recent.picturesSinceFirst(min);
      }
    };
    for (let at = 0; at < 120; at++) frame();
    const before = process.threadCpuUsage();
    for (let at = 0; at < 120; at++) frame();
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  };
  const ratios = Array.from({ length: 3 }, () => processorTime(60) / processorTime(10));
  expect(Math.min(...ratios)).toBeLessThan(3);
});
