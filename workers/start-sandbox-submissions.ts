import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { RecordingWatch } from '../activities/record/recording-watch.ts';
import { settlesWithin } from '../lib/concurrency.ts';
import type { Database } from '../storage/postgres/database.ts';
import { markVersionStarted, type UnstartedVersion } from '../storage/postgres/outbox.ts';
import {
  claimSandboxVersions,
  newSandboxChannel,
  releaseSandboxClaims,
} from '../storage/postgres/sandbox-queue.ts';
import { startDeadlineMs, type Starter } from '../temporal/starter.ts';
import { type Remaining, runClaimLoop } from './claim-loop.ts';
import { startingWorkflows, thisMachine } from './slots.ts';
import { createWorkspaceShares } from './workspace-shares.ts';

interface Deps {
  database: Database;
  /** Its client shares the connection of this process's orchestration worker. */
  starter: Pick<Starter, 'startSandboxVersion'>;
  recordings: RecordingWatch;
  log: Pick<Logger, 'warn'>;
}

/** Milliseconds within which the first workflow task must record. Later, Temporal gives the task to any worker. */
const firstTaskMs = 10_000;
/** Seconds after which a version is claimed again whose workflow could not be started. Longer than a start takes. */
const leaseSeconds = Math.ceil((startDeadlineMs + firstTaskMs) / 1000) + 2;
/** Milliseconds for which the slot of a workflow that could not be started stays in use. */
const failedStartMs = 1_000;

/**
 * Claims waiting sandbox submissions and starts their workflows eagerly, so that the first workflow task, which records
 * the outcomes, is executed by this process without a further request to Temporal.
 * @returns a function that stops the loop and waits for the starts in progress
 */
export function startSandboxSubmissions(deps: Deps): () => Promise<void> {
  const { database, starter, recordings, log } = deps;
  const maxStarting = startingWorkflows(thisMachine());
  const shares = createWorkspaceShares(maxStarting, thisMachine().cores);
  /** The versions that are being started or recorded. */
  const starting = new Map<UnstartedVersion, Promise<void>>();
  const stopped = new AbortController();
  const loop = runClaimLoop({
    ...{ database, channel: newSandboxChannel, name: 'sandbox submissions', claim, log },
    freeSlots: () => maxStarting - starting.size,
  });
  return async () => {
    stopped.abort();
    await loop.stop();
    await Promise.all(starting.values());
  };

  async function claim(limit: number, signal: AbortSignal): Promise<Remaining> {
    const counts = new Map(shares.recent().map((id) => [id, 0]));
    for (const { workspaceId } of starting.keys())
      counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1);
    const share = shares.share();
    const workspaces = [...counts].map(([workspaceId, count]) => ({
      ...{ workspaceId, starting: count },
      free: Math.max(0, share - count),
    }));
    const { claimed, chosenCount } = await claimSandboxVersions(database, limit, leaseSeconds, workspaces);
    if (signal.aborted) {
      await releaseSandboxClaims(database, claimed);
      return 'none';
    }
    for (const version of claimed) track(version);
    if (claimed.length < chosenCount) return 'collided';
    if (chosenCount === limit) return 'some';
    const isFull = workspaces.some(
      ({ workspaceId, free }) => claimed.filter((each) => each.workspaceId === workspaceId).length >= free,
    );
    return isFull ? 'full' : 'none';
  }

  /** Counts a version while it is being started, and logs an error of the start. */
  function track(version: UnstartedVersion): void {
    const { submissionId } = version;
    const done = start(version)
      .catch(async (error: unknown) => {
        log.warn({ err: error, submissionId }, 'a sandbox submission could not be started');
        await sleep(failedStartMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      })
      .finally(() => {
        starting.delete(version);
        loop.onCapacity();
      });
    starting.set(version, done);
    shares.add(version.workspaceId);
  }

  /** Starts the workflow of a version. Marks the version as started, unless recording the outcome has done so. */
  async function start(version: UnstartedVersion): Promise<void> {
    const { submissionId, version: number } = version;
    const { recorded, stop } = recordings.expect({ submissionId, version: number });
    try {
      const started = await starter.startSandboxVersion(version);
      // Recording the outcome also marks the version as started.
      if (started === 'eager' && recordsAtOnce(version) && (await settlesWithin(recorded, firstTaskMs)))
        return;
    } finally {
      stop();
    }
    await markVersionStarted(database, submissionId, number);
  }
}

/** Returns whether the first workflow task records an outcome. */
function recordsAtOnce({ simulationDelaySeconds, assets }: UnstartedVersion): boolean {
  return simulationDelaySeconds === 0 && assets.some(({ sandboxOutcome }) => sandboxOutcome !== 'pending');
}
