import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  createKeyedBatcher,
  createKeyedLimiter,
  createKeyedQueue,
  createRoundRobinLimiter,
  forEachConcurrent,
  settlesWithin,
} from '@assay/domain/lib/concurrency.ts';

test('runs work with the same key one after another, also after a failure, and returns null when the queue is full', async () => {
  const enqueue = createKeyedQueue(1);
  const log: string[] = [];
  const work =
    (name: string, ms: number, fails = false) =>
    async () => {
      log.push(`${name} starts`);
      await setTimeout(ms);
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const all = await Promise.allSettled([
    enqueue('a', work('first', 20, true)),
    enqueue('a', work('second', 1)),
    enqueue('a', work('one too many', 1)),
    enqueue('b', work('other', 1)),
  ]);
  expect(all).toMatchObject([
    { status: 'rejected', reason: { message: 'first' } },
    { status: 'fulfilled', value: 'second' },
    { status: 'fulfilled', value: null },
    { status: 'fulfilled', value: 'other' },
  ]);
  expect(log).toEqual([
    ...['first starts', 'other starts', 'other ends'],
    ...['first ends', 'second starts', 'second ends'],
  ]);
  expect(await enqueue('a', work('third', 1))).toBe('third');
});

test('limits the work of all keys together, and lets the keys that wait take turns', async () => {
  const limit = createRoundRobinLimiter(2);
  const started: string[] = [];
  let [running, maxRunning] = [0, 0];
  const work = (name: string, fails = false) =>
    limit(name[0]!, async () => {
      started.push(name);
      maxRunning = Math.max(maxRunning, ++running);
      await setTimeout(5);
      running--;
      if (fails) throw new Error(name);
    });
  const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'];
  await Promise.allSettled(names.map((name) => work(name, name === 'a1')));
  expect([started.join(' '), maxRunning]).toEqual(['a1 a2 a3 b1 c1 a4 b2 a5', 2]);
  await Promise.all([work('a6'), work('b3')]);
});

test('limits the work in progress per key, also after failures, and starts it in order', async () => {
  const limit = createKeyedLimiter(2);
  const started: string[] = [];
  let [running, maxRunning] = [0, 0];
  const work = (name: string, fails = false) =>
    limit('a', async () => {
      started.push(name);
      maxRunning = Math.max(maxRunning, ++running);
      await setTimeout(5);
      running--;
      if (fails) throw new Error(name);
    });
  const held = Promise.allSettled([work('1', true), work('2'), work('3', true), work('4'), work('5')]);
  expect(await limit('b', () => Promise.resolve('other'))).toBe('other');
  expect(started).toEqual(['1', '2']);
  await held;
  expect([started.join(''), maxRunning]).toEqual(['12345', 2]);
  await work('6');
});

test('no more items are started after the first error', async () => {
  const started: number[] = [];
  const work = async (item: number) => {
    started.push(item);
    await setTimeout(item === 1 ? 1 : 20);
    if (item === 1) throw new Error('first');
  };
  await expect(forEachConcurrent([1, 2, 3, 4], work, 2)).rejects.toThrow('first');
  await setTimeout(60);
  expect(started).toEqual([1, 2]);
});

test('runs work for each item, also for an undefined one', async () => {
  let calls = 0;
  await forEachConcurrent(Array.from({ length: 20 }), () => {
    calls++;
    return Promise.resolve();
  });
  expect(calls).toBe(20);
});

describe('a batcher', () => {
  test('processes the items that arrive during a batch together, up to its limit', async () => {
    const batches: number[][] = [];
    const double = createKeyedBatcher(async (items: readonly number[]) => {
      batches.push([...items]);
      await setTimeout(5);
      return items.map((item) => 2 * item);
    }, 3);
    expect(await Promise.all([1, 2, 3, 4, 5].map((item) => double('key', item)))).toEqual([2, 4, 6, 8, 10]);
    expect(batches).toEqual([[1], [2, 3, 4], [5]]);
    expect(await double('key', 6)).toBe(12);
  });

  test('processes as many batches of a key at the same time as it may', async () => {
    const batches: number[][] = [];
    const double = createKeyedBatcher(
      async (items: readonly number[]) => {
        batches.push([...items]);
        await setTimeout(5);
        return items.map((item) => 2 * item);
      },
      3,
      { maxBatches: 2 },
    );
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map((item) => double('key', item)))).toEqual([
      2, 4, 6, 8, 10, 12,
    ]);
    expect(batches).toEqual([[1], [2], [3, 4, 5], [6]]);
  });

  test('rejects the items of a batch that fails, and processes the next one', async () => {
    const even = createKeyedBatcher(async (items: readonly number[]) => {
      await Promise.resolve();
      if (items.some((item) => item % 2 === 1)) throw new Error('odd');
      return items;
    }, 2);
    const results = await Promise.allSettled([1, 2, 4, 6].map((item) => even('key', item)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  });

  test('processes each item of a failed batch again, alone', async () => {
    const sizes: number[] = [];
    const process = createKeyedBatcher<number, number>(
      (items) => {
        sizes.push(items.length);
        return items.includes(3) ? Promise.reject(new Error('three')) : Promise.resolve(items.map((i) => -i));
      },
      10,
      { triesAlone: true },
    );
    const results = await Promise.allSettled([1, 2, 3, 4].map((item) => process('key', item)));
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'rejected'))).toEqual([
      ...[-1, -2, 'rejected', -4],
    ]);
    expect(sizes).toEqual([1, 3, 1, 1, 1]);
  });

  test('processes items of another key while a batch is in progress', async () => {
    const { promise: unlocked, resolve: unlock } = Promise.withResolvers<undefined>();
    const same = createKeyedBatcher(async (items: readonly string[]) => {
      if (items.includes('locked')) await unlocked;
      return items;
    }, 2);
    const locked = same('a', 'locked');
    expect(await same('b', 'free')).toBe('free');
    unlock(undefined);
    expect(await locked).toBe('locked');
  });
});

test('settlesWithin returns whether a promise settles in time, also by rejecting', async () => {
  expect(await settlesWithin(Promise.reject(new Error('x')), 1_000)).toBe(true);
  expect(await settlesWithin(new Promise(() => undefined), 5)).toBe(false);
});
