import { expect, test } from 'vitest';
import { fitsShare } from '../../decode/disk-space.ts';

/** Lets each of `workspaces` workspaces occupy files of 1 byte on a disk of 120 bytes, in turns, while they fit. */
function fillDisk(workspaces: number): number[] {
  const used = Array.from({ length: workspaces }, () => 0);
  const free = () => 120 - used.reduce((sum, bytes) => sum + bytes, 0);
  for (let turn = 0; turn < 120 * workspaces; turn++) {
    const own = used[turn % workspaces]!;
    if (fitsShare(free(), own, 1)) used[turn % workspaces]!++;
  }
  return used;
}

test('of a disk, one of k workspaces that use it occupies at most 1/(k+1)', () => {
  expect(fillDisk(1)).toEqual([60]);
  expect(fillDisk(2)).toEqual([40, 40]);
  expect(fillDisk(5)).toEqual([20, 20, 20, 20, 20]);
});

test('a workspace that occupies nothing needs only the space for its file', () => {
  expect(fitsShare(120, 0, 120)).toBe(true);
  expect(fitsShare(120, 0, 121)).toBe(false);
  expect(fitsShare(120, 1, 60)).toBe(false);
  expect(fitsShare(120, 1, 59)).toBe(true);
});
