import { fork } from 'node:child_process';
import path from 'node:path';
import type { Request, Response } from './serve.ts';

export interface Forked<Job, Result> {
  pid: number;
  /** Has the process do a job; throws what went wrong in it, or how it ended. */
  ask(job: Job): Promise<Result>;
  close(): void;
}

/** Forks a file of this folder that `serve`s. Ctrl-C does not reach it: it ends with this process. */
export function forkProcess<Job, Result>(file: string): Forked<Job, Result> {
  const child = fork(path.join(import.meta.dirname, file), { detached: true });
  const waiting = new Map<number, (response: Response<Result>) => void>();
  let asked = 0;
  let ended: string | null = null;
  child.on('message', (response: Response<Result>) => {
    waiting.get(response.id)?.(response);
    waiting.delete(response.id);
  });
  // 'close' does not come once this side has disconnected.
  child.on('exit', (code, signal) => {
    ended = `${file} ended (${signal ?? `exit code ${code}`})`;
    for (const [id, settle] of waiting) settle({ id, error: ended });
    waiting.clear();
  });
  return {
    pid: child.pid!,
    async ask(job) {
      if (ended !== null) throw new Error(ended);
      const id = ++asked;
      const response = await new Promise<Response<Result>>((resolve) => {
        waiting.set(id, resolve);
        child.send({ id, job } satisfies Request<Job>);
      });
      if ('error' in response) throw new Error(`${file}: ${response.error}`);
      return response.result;
    },
    close() {
      if (child.connected) child.disconnect();
    },
  };
}
