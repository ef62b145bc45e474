import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { readQueuedWorkspaces, readQueuedVersions } from '@assay/storage/submissions/submission-queue.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { readUnstartedVersions } from '@assay/storage/submissions/outbox.ts';
import { readUnstartedRequests } from '@assay/storage/submissions/unstarted-requests.ts';
import type { Starter } from './starter.ts';

const intervalMs = 2_000;
/** Milliseconds between runs while submissions are queued. Each finished asset frees capacity for them. */
const queuedIntervalMs = 250;
/** Minimum age of outbox rows in seconds. The workflow of a younger row may still be starting. */
const defaultMinAgeSeconds = 4;
const batchSize = 200;

/**
 * Starts the workflows of outbox rows that were not started because their writer or Temporal failed. Also starts the
 * workflows of queued submissions when their workspace has capacity. Several dispatchers may run concurrently.
 * Returns a function that stops the dispatcher.
 */
export function runDispatcher(database: Database, starter: Starter, log: Logger): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  /** Calls `work` until the dispatcher stops. If `work` returns true, the next call follows sooner. */
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

/** Starts queued submissions whose workspaces have capacity. Returns whether any workspace has queued submissions. */
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
 * Starts the workflows of up to `batchSize` versions, in random order within each workspace, and of up to `batchSize`
 * previews, files of evidence and sign-offs each, oldest first. A row whose workflow cannot be started stays in the
 * outbox for a later call. If Temporal does not respond, the remaining rows stay in the outbox too.
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
  const { previews, evidence, signOffs } = await readUnstartedRequests(database, minAgeSeconds, batchSize);
  await starter.startPreviews(previews, onError);
  await starter.startEvidence(evidence, onError);
  await starter.startSignOffs(signOffs, onError);
  const found = {
    submissions: versions.length,
    previews: previews.length,
    evidence: evidence.length,
    signOffs: signOffs.length,
  };
  if (Object.values(found).some((count) => count > 0)) log.info(found, 'found in the outbox');
}
