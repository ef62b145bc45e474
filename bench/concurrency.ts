import { setTimeout } from 'node:timers/promises';

/** Runs `work` `count` times, at most `concurrency` at once. */
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
 * Starts `work` `count` times, once every `everyMs`, without waiting for earlier calls; resolves when all have
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
    // Promise.all below rejects with it; without this handler Node would report it as unhandled before that.
    call.catch(() => undefined);
    running.push(call);
  }
  await Promise.all(running);
}
