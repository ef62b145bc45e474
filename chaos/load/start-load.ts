import { pick, createRandom } from '../random.ts';
import { type JobDeps, liveJob, sandboxJob } from './jobs.ts';

export interface Load {
  /** Jobs that have ended, and that are under way. */
  counts: { ended: number; underWay: number };
  /** Begins nothing new, and resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/** Clients side by side, each of which does one job after the other. */
export function startLoad(deps: JobDeps, clients: number, seed: number): Load {
  const counts = { ended: 0, underWay: 0 };
  let stopping = false;
  const random = createRandom(seed);

  async function client(): Promise<void> {
    while (!stopping && !deps.signal.aborted) {
      counts.underWay++;
      try {
        await pick(random, [
          [1, liveJob],
          [1, sandboxJob],
        ])(deps);
      } finally {
        counts.underWay--;
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
