import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type LeaseLoop, type LeaseResult, runLeaseLoop } from '../../workers/lease-loop.ts';
import { until } from '../support/api.ts';
import { useDatabase } from '../support/database.ts';

const own = useDatabase();
/** Milliseconds in which a lease that does not wait for the poll of each second begins. */
const soonMs = 700;

type Lease = (signal: AbortSignal, loop: () => LeaseLoop) => LeaseResult | Promise<LeaseResult>;

/** Runs a loop whose leases are the given functions, then `none`. Returns the times of the leases. */
function looping(channel: string, ...leases: Lease[]) {
  const times: number[] = [];
  const warnings: unknown[] = [];
  const loop: LeaseLoop = runLeaseLoop({
    database: own.database,
    channel,
    name: 'items',
    freeSlots: () => 3,
    lease: async (limit, signal) => {
      expect(limit).toBe(3);
      times.push(performance.now());
      return (await leases.shift()?.(signal, () => loop)) ?? 'none';
    },
    log: { warn: (...args: unknown[]) => void warnings.push(args) },
  });
  const untilLeases = (count: number) =>
    until(
      () => Promise.resolve(times.length),
      (made) => made >= count,
    );
  return { loop, times, warnings, untilLeases };
}

const intervals = (times: readonly number[]) => times.slice(1).map((time, index) => time - times[index]!);

test('work that may be waiting is leased at once, also after a collision', async () => {
  const { loop, times, untilLeases } = looping(
    'loop_some',
    () => 'some',
    () => 'collided',
  );
  await untilLeases(3);
  await loop.stop();
  expect(Math.max(...intervals(times.slice(0, 3)))).toBeLessThan(soonMs);
});

test('work that waits for capacity is leased as soon as capacity becomes free', async () => {
  const { loop, times, untilLeases } = looping(
    'loop_full',
    // The capacity becomes free after the lease has read it, and before it ends.
    async (_signal, current): Promise<LeaseResult> => {
      await sleep(20);
      current().onCapacity();
      return 'full';
    },
    (_signal, current) => {
      setTimeout(() => current().onCapacity(), 50);
      return 'full';
    },
  );
  await untilLeases(3);
  await loop.stop();
  expect(Math.max(...intervals(times.slice(0, 3)))).toBeLessThan(soonMs);
});

test('new work is leased when its notification arrives, and without one with the next poll', async () => {
  const { loop, times, untilLeases } = looping('loop_new');
  // The first lease, one when the process begins to listen, and one after a second.
  await untilLeases(3);
  await own.database.query('notify loop_new');
  await untilLeases(4);
  await loop.stop();
  const [, poll, notified] = intervals(times);
  expect(poll).toBeGreaterThan(soonMs);
  expect(notified).toBeLessThan(soonMs);
});

test('a failed lease is logged and repeated after a pause, and none begins after a stop', async () => {
  const { loop, times, warnings, untilLeases } = looping(
    'loop_failed',
    () => Promise.reject(new Error('connection lost')),
    (signal) => {
      expect(signal.aborted).toBe(false);
      return 'none';
    },
  );
  await untilLeases(2);
  expect(times[1]! - times[0]!).toBeGreaterThan(soonMs);
  expect(warnings).toEqual([[{ err: expect.any(Error) }, 'waiting items could not be leased']]);
  await loop.stop();
  const made = times.length;
  await own.database.query('notify loop_failed');
  await sleep(50);
  expect(times.length).toBe(made);
});

test('failed work keeps its slot for a second, and a stop waits only for work in progress', async () => {
  const { loop, warnings, untilLeases } = looping('loop_work');
  await untilLeases(1);
  const freed: string[] = [];
  const { promise: work, resolve: endWork } = Promise.withResolvers<undefined>();
  loop.track(Promise.resolve(), {}, () => freed.push('done'));
  loop.track(Promise.reject(new Error('refused')), { id: 1 }, () => freed.push('failed'));
  loop.track(work, {}, () => freed.push('in progress'));
  await sleep(50);
  expect(freed).toEqual(['done']);
  const stopped = loop.stop();
  await until(
    () => Promise.resolve(freed.length),
    (count) => count > 1,
  );
  expect(freed).toEqual(['done', 'failed']);
  endWork(undefined);
  await stopped;
  expect(freed).toEqual(['done', 'failed', 'in progress']);
  expect(warnings).toEqual([[{ err: expect.any(Error), id: 1 }, 'work on leased items failed']]);
});
