import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFairQueue, WaitedTooLong } from '../../api/fair-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const queueOf = (capacity: number) =>
  createFairQueue({ capacity, maxConcurrency: 2, maxWaiting: 20, maxWaitMs: 10_000 });

const work = (ms: number) => () => new Promise<void>((resolve) => void globalThis.setTimeout(resolve, ms));

/** Sends calls of `ms` each for `key`, so that `count` always run or wait. */
function flood(enqueue: ReturnType<typeof queueOf>, key: string, count: number, ms: number): void {
  const send = () => void enqueue(key, work(ms))?.then(send, () => undefined);
  for (let n = 0; n < count; n++) send();
}

/** Returns the waits of calls that a key makes one after the other, in milliseconds. */
async function waitsOf(enqueue: ReturnType<typeof queueOf>, key: string, calls: number, ms: number) {
  const waits: number[] = [];
  for (let n = 0; n < calls; n++) {
    const sentAt = performance.now();
    const call = enqueue(key, () => {
      waits.push(performance.now() - sentAt);
      return work(ms)();
    });
    while (waits.length === n) await vi.advanceTimersByTimeAsync(1);
    await vi.advanceTimersByTimeAsync(ms);
    await call;
  }
  return waits;
}

test.for([3, 8])('cheap calls beside expensive calls of %i keys wait for one slot only', async (keys) => {
  const enqueue = queueOf(3);
  for (let n = 0; n < keys; n++) flood(enqueue, `hostile ${n}`, 22, 90 + n);
  await vi.advanceTimersByTimeAsync(500);
  const waits = await waitsOf(enqueue, 'neighbour', 50, 3);
  expect(Math.max(...waits)).toBeLessThanOrEqual(98);
});

test('calls of equal cost start in turn, also if one key has many more of them', async () => {
  const enqueue = queueOf(1);
  const started: string[] = [];
  const call = (key: string) => {
    void enqueue(key, () => {
      started.push(key);
      return work(10)();
    });
  };
  ['a', 'a', 'a', 'a', 'b', 'b', 'c'].forEach(call);
  await vi.advanceTimersByTimeAsync(100);
  expect(started).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a']);
});

test('a key that returns after a pause has saved up no time', async () => {
  const enqueue = queueOf(1);
  const ended: string[] = [];
  const call = (key: string) => enqueue(key, work(10))!.then(() => ended.push(key));
  for (let n = 0; n < 20; n++) void call('busy');
  await vi.advanceTimersByTimeAsync(100);
  for (let n = 0; n < 4; n++) void call('late');
  await vi.advanceTimersByTimeAsync(80);
  expect(ended.filter((key) => key === 'late')).toHaveLength(4);
  expect(ended.slice(10).filter((key) => key === 'busy').length).toBeGreaterThanOrEqual(3);
});

test('a call that waits too long is rejected, and frees its place', async () => {
  const enqueue = queueOf(1);
  flood(enqueue, 'a', 22, 60_000);
  const late = enqueue('b', work(1))!;
  const rejected = expect(late).rejects.toThrow(WaitedTooLong);
  await vi.advanceTimersByTimeAsync(10_000);
  await rejected;
  expect(enqueue('a', work(1))).not.toBeNull();
});

test('at most two calls of a key run, and 20 wait', () => {
  const enqueue = queueOf(3);
  let started = 0;
  const results = Array.from({ length: 23 }, () =>
    enqueue('a', () => {
      started++;
      return work(1)();
    }),
  );
  expect([started, results.indexOf(null)]).toEqual([2, 22]);
});
