import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Waits for the first message of a process of ours: it sends one when it serves. Throws when it ends instead. */
export async function untilReady(child: ChildProcess, what: string): Promise<void> {
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${what} ended at its start`);
  });
  ended.catch(() => undefined);
  await Promise.race([once(child, 'message'), ended]);
}
