import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createKeyedQueue } from '../../lib/concurrency.ts';

test('work with the same key is done in turn, also after some that failed, and no more than so much', async () => {
  const oneAtATime = createKeyedQueue(1);
  const told: string[] = [];
  const work =
    (name: string, ms: number, fails = false) =>
    async () => {
      told.push(`${name} begins`);
      await setTimeout(ms);
      told.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const all = await Promise.allSettled([
    oneAtATime('a', work('first', 20, true)),
    oneAtATime('a', work('second', 1)),
    oneAtATime('a', work('one too many', 1)),
    oneAtATime('b', work('other', 1)),
  ]);
  expect(all).toMatchObject([
    { status: 'rejected', reason: { message: 'first' } },
    { status: 'fulfilled', value: 'second' },
    { status: 'fulfilled', value: null },
    { status: 'fulfilled', value: 'other' },
  ]);
  expect(told).toEqual([
    ...['first begins', 'other begins', 'other ends'],
    ...['first ends', 'second begins', 'second ends'],
  ]);
  expect(await oneAtATime('a', work('third', 1))).toBe('third');
});
