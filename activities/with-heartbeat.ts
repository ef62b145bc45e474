import { heartbeat } from '@temporalio/activity';

/** Well within the heartbeat time-out of the workflows' proxies, which is what finds a worker dead. */
const intervalMs = 2_000;

/** Tells Temporal, while `work` runs, that this worker is alive, and how far it is. */
export async function withHeartbeat<T>(work: (progress: (share: number) => void) => Promise<T>): Promise<T> {
  let share = 0;
  const timer = setInterval(() => heartbeat(share), intervalMs);
  try {
    return await work((value) => {
      share = value;
    });
  } finally {
    clearInterval(timer);
  }
}
