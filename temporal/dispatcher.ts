import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { readQueuedWorkspaces, readQueuedVersions } from '../storage/postgres/submission-queue.ts';
import type { Database } from '../storage/postgres/database.ts';
import { readUnstartedDeliveries, readUnstartedVersions } from '../storage/postgres/outbox.ts';
import type { Starter } from './starter.ts';

const intervalMs = 2_000;
/** Interval while submissions are queued, since capacity becomes free all the time. */
const queuedIntervalMs = 250;
/** Younger rows are still being started by the process that wrote them. */
const defaultMinAgeSeconds = 4;
const batchSize = 200;

/**
 * Starts the workflows of outbox rows that were left when their writer or Temporal failed, and those of queued
 * submissions when their workspace has capacity. Several dispatchers may run concurrently. Returns a function that
 * stops the dispatcher.
 */
export function runDispatcher(database: Database, starter: Starter, log: Logger): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  /** Repeats `work` until the dispatcher stops. It returns whether to repeat it after the short interval. */
  const repeat = async (work: () => Promise<boolean>) => {
    while (!signal.aborted) {
      const isSoon = await work().catch((error: unknown) => {
        log.warn({ err: error }, 'dispatch failed');
        return false;
      });
      await setTimeout(isSoon ? queuedIntervalMs : intervalMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const loops = Promise.all([
    repeat(() => dispatchOnce(database, starter, log).then(() => false)),
    repeat(() => startQueued(database, starter, log)),
  ]);
  return async () => {
    stopped.abort();
    await loops;
  };
}

/**
 * Starts the queued submissions for which there is capacity. Returns whether any workspace has queued submissions.
 */
export async function startQueued(database: Database, starter: Starter, log: Logger): Promise<boolean> {
  const workspaces = await readQueuedWorkspaces(database);
  const open = workspaces.filter(({ capacity }) => capacity === null || capacity > 0);
  const versions = open.length === 0 ? [] : await readQueuedVersions(database, open, batchSize);
  await starter.startSubmissions(versions, (error) =>
    log.warn({ err: error }, 'could not start a queued submission'),
  );
  return workspaces.length > 0;
}

/**
 * Starts one batch of outbox rows, in random order within each workspace. Rows that cannot be started stay for a
 * later batch and do not block others. If Temporal does not respond, the batch ends.
 */
export async function dispatchOnce(
  database: Database,
  starter: Starter,
  log: Logger,
  minAgeSeconds = defaultMinAgeSeconds,
): Promise<void> {
  const onError = (error: unknown) => log.warn({ err: error }, 'could not start a workflow from the outbox');
  const versions = await readUnstartedVersions(database, minAgeSeconds, batchSize);
  await starter.startSubmissions(versions, onError);
  const deliveries = await readUnstartedDeliveries(database, minAgeSeconds, batchSize);
  await starter.startDeliveries(deliveries, onError);
  if (versions.length + deliveries.length > 0) {
    log.info({ submissions: versions.length, deliveries: deliveries.length }, 'found in the outbox');
  }
}
