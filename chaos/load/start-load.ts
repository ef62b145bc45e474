import { pick, createRandom } from '../random.ts';
import { type JobDeps, liveJob, sandboxJob } from './jobs.ts';

export interface Load {
  /** Number of jobs that have ended, and of jobs in progress. */
  counts: { ended: number; inProgress: number };
  /** Starts no more jobs and resolves when those in progress have ended. */
  stop(): Promise<void>;
}

/** Starts concurrent clients, each of which runs one job after the other. */
export function startLoad(deps: JobDeps, clients: number, seed: number): Load {
  const counts = { ended: 0, inProgress: 0 };
  let stopping = false;
  const random = createRandom(seed);

  async function client(): Promise<void> {
    while (!stopping && !deps.signal.aborted) {
      counts.inProgress++;
      try {
        await pick(random, [
          [1, liveJob],
          [1, sandboxJob],
        ])(deps);
      } finally {
        counts.inProgress--;
      }
      counts.ended++;
    }
  }

  const running = Promise.all(Array.from({ length: clients }, client));
  running.catch(() => undefined);
  return {
    counts,
    async stop() {
      stopping = true;
      await running;
    },
  };
}
