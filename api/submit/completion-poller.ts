import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@assay/storage/database/database.ts';
import { readFinishedVersions, type VersionKey } from '@assay/storage/submissions/submissions.ts';

const pollIntervalMs = 20;

interface Waiter extends VersionKey {
  stop: (isFinished: boolean) => void;
}

/**
 * Waits until a version of a submission is finished or `timeoutMs` have passed. Returns true if every asset that can
 * finish has finished; a sandbox asset marked `pending` never finishes. An error of Postgres does not end the wait,
 * because the error may concern a single connection.
 */
export type WaitForCompletion = (
  submissionId: string,
  version: number,
  timeoutMs: number,
) => Promise<boolean>;

/**
 * Creates a poller of submission versions in progress. One SQL statement reads all versions for which requests of this
 * process wait. While no request waits, the poller reads nothing.
 */
export function createCompletionPoller(database: Database): WaitForCompletion {
  const waiters = new Set<Waiter>();
  let isPolling = false;
  // The statement reads the versions of several requests, so it must not appear in the trace of one request.
  const outsideRequests = AsyncLocalStorage.snapshot();

  async function poll(): Promise<void> {
    isPolling = true;
    for (await sleep(pollIntervalMs); waiters.size > 0; await sleep(pollIntervalMs)) {
      const polled = [...waiters];
      const finished = await readFinishedVersions(database, polled).catch(() => []);
      const keys = new Set(finished.map(keyOf));
      for (const waiter of polled) if (keys.has(keyOf(waiter))) waiter.stop(true);
    }
    isPolling = false;
  }

  return (submissionId, version, timeoutMs) =>
    new Promise((resolve) => {
      const waiter: Waiter = {
        submissionId,
        version,
        stop(isFinished) {
          clearTimeout(timer);
          waiters.delete(waiter);
          resolve(isFinished);
        },
      };
      const timer = setTimeout(() => waiter.stop(false), timeoutMs);
      waiters.add(waiter);
      if (!isPolling) void outsideRequests(poll);
    });
}

const keyOf = ({ submissionId, version }: VersionKey) => `${submissionId} ${version}`;
