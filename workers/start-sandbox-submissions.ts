import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Database } from '@assay/storage/database/database.ts';
import type { UnstartedVersion } from '@assay/storage/submissions/outbox.ts';
import {
  leaseSandboxVersions,
  newSandboxChannel,
  releaseSandboxLeases,
} from '@assay/storage/submissions/sandbox-queue.ts';
import { startDeadlineMs, type Starter } from '@assay/runtime/temporal/starter.ts';
import { type LeaseResult, runLeaseLoop, servedMemory } from './lease-loop.ts';
import { fairFree } from '@assay/domain/lib/fair-free.ts';
import { startingWorkflows, thisMachine } from './slots.ts';

interface Deps {
  database: Database;
  /**
   * Its client shares the connection of the orchestration worker in this process. Temporal's eager start needs this.
   */
  starter: Pick<Starter, 'startSubmissionEagerly'>;
  log: Pick<Logger, 'warn'>;
}

/** Seconds after which a version that was not started can be leased again. Longer than a start takes. */
const leaseSeconds = Math.ceil(startDeadlineMs / 1000) + 10;

/**
 * Leases waiting sandbox submissions and starts their workflows eagerly, so that this process executes the first
 * workflow task without a further request to Temporal. The workflow records the outcomes.
 * @returns a function that stops the loop and waits for the starts in progress
 */
export function startSandboxSubmissions({ database, starter, log }: Deps): () => Promise<void> {
  const maxStarting = startingWorkflows(thisMachine());
  const starting = new Set<UnstartedVersion>();
  /** Workspaces whose submissions were leased in the last minute. */
  const served = new LRUCache<string, true>(servedMemory);
  const loop = runLeaseLoop({
    database,
    channel: newSandboxChannel,
    name: 'sandbox submissions',
    freeSlots: () => maxStarting - starting.size,
    lease,
    log,
  });
  return loop.stop;

  async function lease(limit: number, signal: AbortSignal): Promise<LeaseResult> {
    const counts = new Map([...served.rkeys()].map((workspaceId) => [workspaceId, 0]));
    for (const { workspaceId } of starting) counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1);
    const workspaces = [...counts].map(([workspaceId, count]) => ({
      workspaceId,
      starting: count,
      free: fairFree(maxStarting, starting.size, count),
    }));
    const { leased, chosenCount } = await leaseSandboxVersions(database, limit, leaseSeconds, workspaces);
    if (signal.aborted) {
      await releaseSandboxLeases(database, leased);
      return 'none';
    }
    for (const version of leased) start(version);
    if (leased.length < chosenCount) return 'collided';
    if (leased.length > 0) return 'some';
    return workspaces.some(({ free }) => free === 0) ? 'full' : 'none';
  }

  /** Starts the workflow of a version. The version uses a start slot until the workflow has started. */
  function start(version: UnstartedVersion): void {
    const { submissionId, workspaceId } = version;
    served.set(workspaceId, true);
    starting.add(version);
    loop.track(starter.startSubmissionEagerly(version), { submissionId }, () => starting.delete(version));
  }
}
