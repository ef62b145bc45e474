import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '@assay/storage/database/database.ts';
import { listen } from '@assay/storage/database/notifications.ts';

/**
 * The result of a lease. `some`: work was leased, and more may be waiting. `full`: work may be waiting for slots or
 * permits that are in use. `collided`: other workers leased some of the same work at the same time, and more may be
 * waiting. `none`: no work is waiting.
 */
export type LeaseResult = 'some' | 'full' | 'collided' | 'none';

interface Options {
  database: Database;
  /** Channel of Postgres on which new work is announced. */
  channel: string;
  /** Plural name of the work, for log entries. */
  name: string;
  /** Returns the number of items that this process can start now. */
  freeSlots: () => number;
  /** Leases at most `limit` items and starts them. After `signal` has aborted, starts none and ends its leases. */
  lease: (limit: number, signal: AbortSignal) => Promise<LeaseResult>;
  log: Pick<Logger, 'warn'>;
}

export interface LeaseLoop {
  /** Tells the loop that a slot or a permit has become free. */
  onCapacity: () => void;
  /**
   * Waits for the work of a leased item, then calls `freeSlot`. If the work fails, first logs the error with `fields`
   * and waits a second. The slot stays in use meanwhile, which limits how often failing items are leased.
   */
  track: (work: Promise<unknown>, fields: object, freeSlot: () => void) => void;
  /** Stops the loop, and waits for the lease and the tracked work in progress. */
  stop: () => Promise<void>;
}

/** Milliseconds between leases if no notification arrives, and the pause after a failed lease. */
const pollMs = 1_000;
/** Pause in milliseconds after a collision. In this time, the other workers commit their leases. */
const collisionMs = 10;
/** Milliseconds for which the slot of an item whose work failed stays in use. */
const failedWorkMs = 1_000;

/**
 * Options of the cache that remembers the workspaces or endpoints that a worker served last: maximum number of entries,
 * and their lifetime in milliseconds. The number is limited, because each lease sends all entries to Postgres.
 */
export const servedMemory = { max: 500, ttl: 60_000 };

type Mode = 'leasing' | 'idle' | 'full' | 'paused' | 'stopped';

/**
 * Leases work that waits in Postgres while this process has free slots. The loop is always in one of these modes:
 *
 * - `leasing`: a statement is in progress. Another lease follows immediately if this one finds work, or if a
 *   notification arrives or capacity becomes free meanwhile.
 * - `idle`: the last lease found no work. The next lease follows a notification of new work.
 * - `full`: no slot is free, or all work that the last lease found waits for permits. The next lease follows when
 *   capacity has become free, or a notification if a slot is free.
 * - `paused`: the last lease failed or collided with another worker. Notifications and capacity are ignored.
 * - `stopped`.
 *
 * `idle` and `full` last at most `pollMs`. A poll finds work whose notification was lost, or whose lease by another
 * process has expired.
 */
export function runLeaseLoop({ database, channel, name, freeSlots, lease, log }: Options): LeaseLoop {
  const stopped = new AbortController();
  /** `isDue` is true if a notification arrived or capacity became free while the mode is `leasing`. */
  const state: { mode: Mode; isDue: boolean } = { mode: 'idle', isDue: false };
  let timer: NodeJS.Timeout | undefined;
  let inProgress: Promise<void> = Promise.resolve();
  const tracked = new Set<Promise<void>>();

  const stopListening = listen(database, channel, onNotify, (error) =>
    log.warn({ err: error }, `notifications of new ${name} are not received; they are polled for`),
  );
  start();

  return {
    onCapacity,
    track(work, fields, freeSlot) {
      const done = work
        .catch(async (error: unknown) => {
          log.warn({ err: error, ...fields }, `work on leased ${name} failed`);
          await sleep(failedWorkMs, undefined, { signal: stopped.signal }).catch(() => undefined);
        })
        .then(() => {
          tracked.delete(done);
          freeSlot();
          onCapacity();
        });
      tracked.add(done);
    },
    async stop() {
      state.mode = 'stopped';
      clearTimeout(timer);
      stopped.abort();
      await Promise.all([inProgress, stopListening()]);
      await Promise.all(tracked);
    },
  };

  function onCapacity(): void {
    if (state.mode === 'leasing') state.isDue = true;
    if (state.mode === 'full') start();
  }

  function onNotify(): void {
    if (state.mode === 'leasing') state.isDue = true;
    if (state.mode === 'idle' || state.mode === 'full') start();
  }

  function start(): void {
    clearTimeout(timer);
    const limit = freeSlots();
    if (limit <= 0) return wait('full', pollMs);
    state.mode = 'leasing';
    state.isDue = false;
    inProgress = leaseOnce(limit);
  }

  function wait(next: 'idle' | 'full' | 'paused', ms: number): void {
    state.mode = next;
    timer = setTimeout(start, ms);
  }

  async function leaseOnce(limit: number): Promise<void> {
    const result = await lease(limit, stopped.signal).catch((error: unknown) => {
      log.warn({ err: error }, `waiting ${name} could not be leased`);
      return 'failed' as const;
    });
    if (stopped.signal.aborted) return;
    if (result === 'failed') wait('paused', pollMs);
    else if (result === 'collided') wait('paused', collisionMs);
    else if (result === 'some' || state.isDue) start();
    else wait(result === 'none' ? 'idle' : 'full', pollMs);
  }
}
