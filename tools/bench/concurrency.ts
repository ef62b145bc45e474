import { setTimeout } from 'node:timers/promises';

/** Calls `work` `count` times, with at most `concurrency` calls at the same time. */
export async function runConcurrently(
  count: number,
  concurrency: number,
  work: () => Promise<void>,
): Promise<void> {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/**
 * Calls `work` `count` times, once every `everyMs`, without waiting for earlier calls. Resolves when all calls have
 * ended.
 */
export async function runAtIntervals(
  count: number,
  everyMs: number,
  work: () => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const running: Promise<void>[] = [];
  for (let index = 0; index < count; index++) {
    await setTimeout(Math.max(0, startedAt + index * everyMs - performance.now()));
    const call = work();
    // `Promise.all` below rejects with this error. Without this handler, Node would report it as unhandled before
    // that.
    call.catch(() => undefined);
    running.push(call);
  }
  await Promise.all(running);
}
