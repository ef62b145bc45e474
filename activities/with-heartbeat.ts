import { heartbeat } from '@temporalio/activity';

/** Well below the activities' heartbeat timeout, after which Temporal takes the worker for dead. */
const intervalMs = 2_000;

/**
 * Sends heartbeats to Temporal while `work` runs. Each heartbeat has the progress, from 0 to 1, that `work`
 * reported last.
 */
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
