import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKeyedQueue } from '../../lib/concurrency.ts';

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
