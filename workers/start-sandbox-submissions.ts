import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import {
  createSandboxRecorder,
  type RecordSandboxDeps,
  storeEnds,
} from '../activities/record/record-sandbox.ts';
import { isRecordedAtStart, outcomesOf } from '@assay/domain/sandbox.ts';
import { settlesWithin } from '@assay/domain/lib/concurrency.ts';
import { markVersionStarted, type UnstartedVersion } from '@assay/storage/submissions/outbox.ts';
import type { VersionEnds } from '@assay/storage/submissions/asset-ends.ts';
import {
  claimSandboxVersions,
  newSandboxChannel,
  releaseSandboxClaims,
} from '@assay/storage/submissions/sandbox-queue.ts';
import { startDeadlineMs, type Starter } from '@assay/runtime/temporal/starter.ts';
import { type Remaining, runClaimLoop } from './claim-loop.ts';
import { startingWorkflows, thisMachine } from './slots.ts';
import { createWorkspaceShares } from './workspace-shares.ts';

interface Deps extends RecordSandboxDeps {
  /** Its client shares the connection of this process's orchestration worker. */
  starter: Pick<Starter, 'startSandboxVersion'>;
  log: Pick<Logger, 'warn'>;
}

/** Milliseconds after which storing the issues is left to the workflow, which uses no slot of this loop. */
const storeMs = 2_000;
/**
 * Seconds after which a version is claimed again that was not started or not recorded. Longer than both usually take.
 * If two workers record a version, the second changes nothing.
 */
const leaseSeconds = Math.ceil((storeMs + startDeadlineMs) / 1000) + 10;
/** Milliseconds for which the slot of a version that could not be started or recorded stays in use. */
const failedStartMs = 1_000;

/**
 * Claims waiting sandbox submissions and starts their workflows eagerly, so that this process executes the first
 * workflow task without a further request to Temporal. Records the outcomes of submissions whose workflow does not.
 * @returns a function that stops the loop and waits for the starts in progress
 */
export function startSandboxSubmissions(deps: Deps): () => Promise<void> {
  const { database, blobs, starter, log } = deps;
  const record = createSandboxRecorder(database);
  const maxStarting = startingWorkflows(thisMachine());
  const shares = createWorkspaceShares(maxStarting, thisMachine().cores, () => loop.onCapacity());
  /** The versions that are being started or recorded, by key. */
  const starting = new Map<string, { workspaceId: string; done: Promise<void> }>();
  const stopped = new AbortController();
  const loop = runClaimLoop({
    ...{ database, channel: newSandboxChannel, name: 'sandbox submissions', claim, log },
    freeSlots: () => maxStarting - starting.size,
  });
  return async () => {
    stopped.abort();
    await loop.stop();
    await Promise.all([...starting.values()].map(({ done }) => done));
  };

  async function claim(limit: number, signal: AbortSignal): Promise<Remaining> {
    const counts = shares.served();
    for (const { workspaceId } of starting.values())
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
    // If a lease has ended, this worker may claim a version that it is still recording.
    for (const version of claimed) if (!starting.has(keyOf(version))) track(version);
    if (claimed.length < chosenCount) return 'collided';
    if (chosenCount === limit) return 'some';
    const isFull = workspaces.some(
      ({ workspaceId, free }) => claimed.filter((each) => each.workspaceId === workspaceId).length >= free,
    );
    return isFull ? 'full' : 'none';
  }

  /** Counts a version while it is being started and recorded, and logs an error. */
  function track(version: UnstartedVersion): void {
    const { submissionId, workspaceId } = version;
    const startedAt = performance.now();
    let tookMs = 0;
    const done = start(version)
      .finally(() => (tookMs = performance.now() - startedAt))
      .catch(async (error: unknown) => {
        log.warn({ err: error, submissionId }, 'a sandbox submission could not be started or recorded');
        await sleep(failedStartMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      })
      .finally(() => {
        const wasFull = starting.size >= maxStarting;
        starting.delete(keyOf(version));
        const pauses = shares.end(workspaceId, tookMs);
        if (wasFull || !pauses) loop.onCapacity();
      });
    starting.set(keyOf(version), { workspaceId, done });
    shares.add(workspaceId);
  }

  /**
   * Starts the workflow of a version, and marks the version as started. If the workflow ends in its first task, this
   * worker records the outcomes instead, which also marks the version. If a worker dies in between, another one finds
   * the workflow and records them.
   */
  async function start(version: UnstartedVersion): Promise<void> {
    const ends = await storedEnds(version);
    const isNew = await starter.startSandboxVersion(version, ends !== null);
    if (ends !== null) return record(version.workspaceId, ends);
    // The workflow of an earlier claim may have left the outcomes to that claim's worker.
    if (!isNew && isRecordedAtStart(version)) throw new Error('the outcomes are not recorded yet');
    await markVersionStarted(database, version.submissionId, version.version);
  }

  /** Stores the issues of a version. Returns null if its workflow has to do that and to record the outcomes. */
  async function storedEnds(version: UnstartedVersion): Promise<VersionEnds | null> {
    if (!isRecordedAtStart(version)) return null;
    const stored = storeEnds(blobs, outcomesOf(version)).catch((error: unknown) => {
      log.warn(
        { err: error, submissionId: version.submissionId },
        'issues could not be stored; the workflow does it',
      );
      return null;
    });
    return (await settlesWithin(stored, storeMs)) ? stored : null;
  }
}

const keyOf = ({ submissionId, version }: UnstartedVersion): string => `${submissionId} ${version}`;
