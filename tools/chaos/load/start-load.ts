import { pick, createRandom } from '../random.ts';
import { type JobDeps, liveJob, sandboxJob } from './jobs.ts';

export interface Load {
  counts: { ended: number; inProgress: number };
  /** Stops starting jobs. Resolves when the jobs in progress have ended. */
  stop(): Promise<void>;
}

/** Starts concurrent clients. Each client runs one job after another. */
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
