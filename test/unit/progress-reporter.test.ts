import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProgressReporter } from '../../activities/analyse/progress-reporter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Reports progress every 100 ms. Returns the times in seconds at which it was written, and the shares. */
async function writtenDuring(seconds: number): Promise<[number, number][]> {
  const written: [number, number][] = [];
  const startMs = Date.now();
  const reporter = createProgressReporter((share) => {
    written.push([(Date.now() - startMs) / 1000, share]);
    return Promise.resolve();
  });
  for (let tenth = 1; tenth <= seconds * 10; tenth++) {
    await vi.advanceTimersByTimeAsync(100);
    reporter.report(tenth / (seconds * 10));
  }
  await reporter.end();
  return written;
}

test('work of less than two seconds writes nothing', async () => {
  expect(await writtenDuring(1.9)).toEqual([]);
});

test('longer work writes after two seconds, then every five, and at the end', async () => {
  const written = await writtenDuring(20);
  expect(written.map(([at]) => at)).toEqual([2, 7, 12, 17, 20]);
  expect(written.map(([, share]) => share)).toEqual([0.1, 0.35, 0.6, 0.85, 1]);
});
