import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { MockActivityEnvironment } from '@temporalio/testing';
import { expect, test } from 'vitest';
import type { DiskSpace } from '@assay/analysis/decode/disk-space.ts';
import { inWorkDirectory } from '@assay/analysis/decode/work-directory.ts';
import { takingTurns } from '@assay/analysis/parsers/taking-turns.ts';
import { bytesSource } from '@assay/domain/lib/ranged-source.ts';
import { startTimeLimit, type TimeLimit } from '../../activities/analyse/final-failure.ts';

const limitMs = 200;
const longMs = 3 * limitMs;

/** Runs work with a time limit of 200 ms in an activity. Returns whether the work exceeded the limit. */
function exceedsLimit(work: (limit: TimeLimit) => Promise<unknown>): Promise<boolean> {
  return new MockActivityEnvironment().run(async () => {
    const limit = startTimeLimit('the work', limitMs / 1000);
    await work(limit);
    return limit.signal.aborted;
  });
}

test('a wait for disk space does not count against a time limit, but work does', async () => {
  const space = { reserve: () => sleep(longMs, () => undefined) } as Partial<DiskSpace> as DiskSpace;
  const root = { path: tmpdir(), space };
  const copy = (limit: TimeLimit, workMs: number) =>
    inWorkDirectory(root, { workspaceId: 'a', ...limit }, async (directory) => {
      await directory.localCopyOf({ ...bytesSource(new Uint8Array(1)), download: () => Promise.resolve() })();
      await sleep(workMs);
    });
  expect(await exceedsLimit((limit) => copy(limit, 0))).toBe(false);
  expect(await exceedsLimit((limit) => copy(limit, longMs))).toBe(true);
});

test('a wait for the pictures of other workspaces does not count against a time limit', async () => {
  const inTurn = takingTurns(1);
  const others = [inTurn('a', null, () => sleep(longMs)), inTurn('a', null, () => sleep(longMs))];
  expect(await exceedsLimit(({ clock }) => inTurn('b', clock, () => sleep(0)))).toBe(false);
  expect(await exceedsLimit(({ clock }) => inTurn('b', clock, () => sleep(longMs)))).toBe(true);
  await Promise.all(others);
});

test('a wait for pictures of the same workspace counts', async () => {
  const inTurn = takingTurns(1);
  const other = inTurn('a', null, () => sleep(longMs / 2));
  const own = inTurn('b', null, () => sleep(longMs));
  expect(await exceedsLimit(({ clock }) => inTurn('b', clock, () => sleep(0)))).toBe(true);
  await Promise.all([other, own]);
});
