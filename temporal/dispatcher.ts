import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { readQueuedWorkspaces, readQueuedVersions } from '../storage/postgres/submission-queue.ts';
import type { Database } from '../storage/postgres/database.ts';
import { readUnstartedDeliveries, readUnstartedVersions } from '../storage/postgres/outbox.ts';
import type { Starter } from './starter.ts';

const intervalMs = 2_000;
/** While submissions are queued: capacity becomes free at any moment. */
const turnsMs = 250;
/** Younger rows are being started by whoever wrote them. */
const defaultMinAgeSeconds = 4;
const batch = 200;

/**
 * Starts, every few seconds, what the outbox holds: rows whose writer, or Temporal, went away before their
 * workflow was started, and at once those whose turn it is. Any number of dispatchers may run side by side. Returns how to
 * stop it.
 */
export function runDispatcher(database: Database, starter: Starter, log: Logger): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  /** `work` answers whether it is to be done again soon. */
  const again = async (work: () => Promise<boolean>) => {
    while (!signal.aborted) {
      const isSoon = await work().catch((error: unknown) => {
        log.warn({ err: error }, 'dispatch failed');
        return false;
      });
      await setTimeout(isSoon ? turnsMs : intervalMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const loops = Promise.all([
    again(() => dispatchOnce(database, starter, log).then(() => false)),
    again(() => beginInTurn(database, starter, log)),
  ]);
  return async () => {
    stopped.abort();
    await loops;
  };
}

/** Starts the submissions whose turn it is; true where others wait for theirs. */
export async function beginInTurn(database: Database, starter: Starter, log: Logger): Promise<boolean> {
  const workspaces = await readQueuedWorkspaces(database);
  const open = workspaces.filter(({ capacity }) => capacity === null || capacity > 0);
  const versions = open.length === 0 ? [] : await readQueuedVersions(database, open, batch);
  await starter.startSubmissions(versions, (error) =>
    log.warn({ err: error }, 'could not start a submission whose turn it is'),
  );
  return workspaces.length > 0;
}

/**
 * One round. A row that cannot be started stays for a later round and does not hold up the others: each has its
 * turn at a random place, and a start that Temporal does not answer is the last of its round.
 */
export async function dispatchOnce(
  database: Database,
  starter: Starter,
  log: Logger,
  minAgeSeconds = defaultMinAgeSeconds,
): Promise<void> {
  const onFault = (error: unknown) => log.warn({ err: error }, 'could not start a workflow from the outbox');
  const versions = await readUnstartedVersions(database, minAgeSeconds, batch);
  await starter.startSubmissions(versions, onFault);
  const deliveries = await readUnstartedDeliveries(database, minAgeSeconds, batch);
  await starter.startDeliveries(deliveries, onFault);
  if (versions.length + deliveries.length > 0) {
    log.info({ submissions: versions.length, deliveries: deliveries.length }, 'found in the outbox');
  }
}
