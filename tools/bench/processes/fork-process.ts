import { fork } from 'node:child_process';
import path from 'node:path';
import type { JobRequest, JobResponse } from './serve-jobs.ts';

export interface ForkedProcess<Job, Result> {
  pid: number;
  /**
   * Runs a job in the process and returns its result. Throws the error of the job, or an error if the process has
   * exited.
   */
  run(job: Job): Promise<Result>;
  close(): void;
}

/**
 * Forks a file of this folder that calls `serveJobs`. The forked process ignores Ctrl-C and ends with this process.
 */
export function forkProcess<Job, Result>(file: string): ForkedProcess<Job, Result> {
  const child = fork(path.join(import.meta.dirname, file), { detached: true });
  const pending = new Map<number, (response: JobResponse<Result>) => void>();
  let lastId = 0;
  let exitReason: string | null = null;
  child.on('message', (response: JobResponse<Result>) => {
    pending.get(response.id)?.(response);
    pending.delete(response.id);
  });
  // The event `close` is not emitted after this side has disconnected.
  child.on('exit', (code, signal) => {
    exitReason = `${file} exited (${signal ?? `exit code ${code}`})`;
    for (const [id, settle] of pending) settle({ id, error: exitReason });
    pending.clear();
  });
  return {
    pid: child.pid!,
    async run(job) {
      if (exitReason !== null) throw new Error(exitReason);
      const id = ++lastId;
      const response = await new Promise<JobResponse<Result>>((resolve) => {
        pending.set(id, resolve);
        child.send({ id, job } satisfies JobRequest<Job>);
      });
      if ('error' in response) throw new Error(`${file}: ${response.error}`);
      return response.result;
    },
    close() {
      if (child.connected) child.disconnect();
    },
  };
}
