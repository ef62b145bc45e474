import { createRoundRobinLimiter } from '@assay/domain/lib/concurrency.ts';
import type { Clock } from '@assay/domain/lib/pausable-timeout.ts';

/**
 * Returns a round-robin limiter of concurrent reads. A read that waits pauses its clock, except while another read of
 * its workspace is in progress. Otherwise many pictures of a workspace could wait in slots of the worker for hours.
 */
export function takingTurns(maxConcurrency: number) {
  const limit = createRoundRobinLimiter(maxConcurrency);
  /** For each workspace with calls: their number, the number of reads in progress, and the clocks of waiting calls. */
  const tenants = new Map<string, { calls: number; reading: number; waiting: Set<Clock> }>();

  return async function inTurn<T>(tenant: string, clock: Clock | null, read: () => Promise<T>): Promise<T> {
    const state = tenants.get(tenant) ?? { calls: 0, reading: 0, waiting: new Set() };
    tenants.set(tenant, state);
    state.calls++;
    if (clock !== null) state.waiting.add(clock);
    if (state.reading === 0) clock?.pause();
    try {
      return await limit(tenant, async () => {
        if (clock !== null) state.waiting.delete(clock);
        clock?.resume();
        if (state.reading++ === 0) for (const other of state.waiting) other.resume();
        try {
          return await read();
        } finally {
          if (--state.reading === 0) for (const other of state.waiting) other.pause();
        }
      });
    } finally {
      if (--state.calls === 0) tenants.delete(tenant);
    }
  };
}
