import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWorkspaceShares } from '../../workers/workspace-shares.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function createShares() {
  const onPauseEnd = vi.fn();
  return { ...createWorkspaceShares(5, 2, onPauseEnd), onPauseEnd };
}

test('a single workspace may use all slots, and does not pause', () => {
  const shares = createShares();
  shares.add('a');
  expect(shares.end('a', 400)).toBe(false);
  expect(shares.share()).toBe(5);
  expect(shares.served()).toEqual(new Map([['a', 0]]));
});

test('several workspaces share fewer slots, at least one each', () => {
  const shares = createShares();
  for (const [id, share] of [
    ['a', 5],
    ['b', 1],
    ['c', 1],
  ] as const) {
    shares.add(id);
    expect(shares.share()).toBe(share);
  }
});

test.for([
  [10, 30],
  [400, 35],
] as const)('after work of %i ms, a busy workspace beside others pauses for %i ms', ([tookMs, pauseMs]) => {
  const shares = createShares();
  shares.add('a');
  shares.end('a', 200);
  shares.add('b');
  expect(shares.end('a', tookMs)).toBe(true);
  vi.advanceTimersByTime(pauseMs - 1);
  expect(shares.served()).toEqual(
    new Map([
      ['a', 1],
      ['b', 0],
    ]),
  );
  expect(shares.onPauseEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(shares.served().get('a')).toBe(0);
  expect(shares.onPauseEnd).toHaveBeenCalledOnce();
});

test('a workspace beside others pauses only while it has much work', () => {
  const shares = createShares();
  shares.add('b');
  const pauses = (everyMs: number) =>
    Array.from({ length: 50 }, () => {
      shares.add('a');
      vi.advanceTimersByTime(everyMs);
      shares.add('b');
      return shares.end('a', 10);
    });
  expect(pauses(200)).not.toContain(true);
  const ofFlood = pauses(20);
  expect(ofFlood[0]).toBe(false);
  expect(ofFlood.at(-1)).toBe(true);
  expect(pauses(200).at(-1)).toBe(false);
});

test('a workspace pauses after work that took longer than it counts as recent', () => {
  const shares = createShares();
  shares.add('a');
  vi.advanceTimersByTime(5_000);
  shares.add('b');
  shares.add('c');
  expect(shares.end('a', 5_000)).toBe(true);
});

test('a workspace no longer shares two seconds after its work started', async () => {
  vi.useRealTimers();
  const shares = createShares();
  shares.add('a');
  await sleep(1_200);
  shares.add('b');
  expect(shares.share()).toBe(1);
  await sleep(1_200);
  expect(shares.share()).toBe(5);
});

test('the workspace whose last work started first comes first', () => {
  const shares = createShares();
  for (const id of ['a', 'b', 'c', 'a']) shares.add(id);
  expect([...shares.served().keys()]).toEqual(['b', 'c', 'a']);
});
