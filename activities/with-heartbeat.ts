import { Context } from '@temporalio/activity';

/** Milliseconds between heartbeats, well below the heartbeat timeout of the activities. */
const intervalMs = 2_000;

/** The latest progress of each activity that sends heartbeats. */
const shares = new WeakMap<Context, number>();

/**
 * Sends heartbeats to Temporal while `work` runs. Each heartbeat contains the latest progress, from 0 to 1, that
 * `work` reported. In a nested call, the outer call sends the heartbeats.
 */
export async function withHeartbeat<T>(work: (progress: (share: number) => void) => Promise<T>): Promise<T> {
  const context = Context.current();
  const progress = (share: number) => void shares.set(context, share);
  if (shares.has(context)) return work(progress);
  progress(0);
  const timer = setInterval(() => context.heartbeat(shares.get(context)), intervalMs);
  try {
    return await work(progress);
  } finally {
    clearInterval(timer);
    shares.delete(context);
  }
}
