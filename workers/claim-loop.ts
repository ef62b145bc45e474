import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Logger } from 'pino';
import { settlesWithin } from '@assay/domain/lib/concurrency.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { listen } from '@assay/storage/database/notifications.ts';

/**
 * Returned by a claim. `some`: more work may be waiting. `full`: more work may be waiting for capacity that is in use.
 * `collided`: other workers claimed some of the same work at the same time, and more may be waiting. `none`: no other
 * work waits.
 */
export type Remaining = 'some' | 'full' | 'collided' | 'none';

interface Options {
  database: Database;
  /** Channel of Postgres on which new work is announced. */
  channel: string;
  /** Plural name of the work, for log entries. */
  name: string;
  /** Returns the number of items that this process can start now. */
  freeSlots: () => number;
  /** Claims at most `limit` items and starts them. After `signal` has aborted, starts none and ends its claims. */
  claim: (limit: number, signal: AbortSignal) => Promise<Remaining>;
  log: Pick<Logger, 'warn'>;
}

export interface ClaimLoop {
  /** Must be called when capacity has become free. */
  onCapacity: () => void;
  /** Stops the loop, and waits for the claim in progress. */
  stop: () => Promise<void>;
}

/** Milliseconds between claims if no notification arrives, and the pause after a failed claim. */
const pollMs = 1_000;
/** Milliseconds of the pause after a collision. The other workers have committed by the next claim. */
const collisionMs = 10;

/**
 * Claims work that waits in Postgres, as long as this process has capacity. Notifications of Postgres start a claim at
 * once. A poll each second finds work whose notification was lost, or whose claim by another process has ended.
 */
export function runClaimLoop({ database, channel, name, freeSlots, claim, log }: Options): ClaimLoop {
  const stopped = new AbortController();
  const { signal } = stopped;
  /** True if a claim may find work, once this process has capacity. */
  let isDue = true;
  /** True if work may be waiting for capacity that is in use, or if a claim in progress may find that. */
  let isFull = false;
  let lastClaimAt = -Infinity;
  let wake: () => void = () => undefined;

  const stopListening = listen(database, channel, onNotify, (error) =>
    log.warn({ err: error }, `notifications of new ${name} are not received; they are polled for`),
  );
  const loop = run();

  return {
    onCapacity() {
      isDue ||= isFull;
      wake();
    },
    async stop() {
      stopped.abort();
      await Promise.all([loop, stopListening()]);
    },
  };

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await claimOnce().catch(async (error: unknown) => {
        log.warn({ err: error }, `waiting ${name} could not be claimed`);
        isDue = true;
        await sleepFor(pollMs, undefined, { signal }).catch(() => undefined);
      });
      while (!(isDue && freeSlots() > 0) && !stopped.signal.aborted) await sleep();
    }
  }

  async function claimOnce(): Promise<void> {
    const limit = freeSlots();
    if (limit <= 0) return;
    isDue = false;
    // Capacity that becomes free during the claim may be what the claim finds in use.
    isFull = true;
    lastClaimAt = performance.now();
    const remaining = await claim(limit, signal);
    if (remaining === 'collided') await sleepFor(collisionMs, undefined, { signal }).catch(() => undefined);
    isDue ||= remaining === 'some' || remaining === 'collided';
    isFull = remaining === 'full';
  }

  function onNotify(): void {
    isDue = true;
    wake();
  }

  /** Returns when `wake` is called. Another claim is due `pollMs` after the last one, however often that happens. */
  async function sleep(): Promise<void> {
    const leftMs = Math.max(0, lastClaimAt + pollMs - performance.now());
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
      signal.addEventListener('abort', wake, { once: true });
    });
    if (!(await settlesWithin(woken, isDue ? pollMs : leftMs))) isDue = true;
    signal.removeEventListener('abort', wake);
  }
}
