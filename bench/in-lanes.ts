import { setTimeout } from 'node:timers/promises';

/** Does so many pieces of work, so many at a time. */
export async function inLanes(count: number, lanes: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const lane = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Does so many pieces of work, one every so often, whether those before have ended or not. */
export async function atIntervals(count: number, everyMs: number, work: () => Promise<void>): Promise<void> {
  const begunMs = performance.now();
  const all: Promise<void>[] = [];
  for (let each = 0; each < count; each++) {
    await setTimeout(Math.max(0, begunMs + each * everyMs - performance.now()));
    const begun = work();
    // One that fails while others are still to begin is thrown by the end.
    begun.catch(() => undefined);
    all.push(begun);
  }
  await Promise.all(all);
}
