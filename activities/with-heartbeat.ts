import { heartbeat } from '@temporalio/activity';

/**
 * Interval between heartbeats in milliseconds. It is well below the activities' heartbeat timeout, after which Temporal
 * considers the worker dead.
 */
const intervalMs = 2_000;

/**
 * Sends heartbeats to Temporal while `work` runs. Each heartbeat contains the latest progress, from 0 to 1, that
 * `work` reported.
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
