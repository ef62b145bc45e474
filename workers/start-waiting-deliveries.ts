import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { delayBeforeAttemptMs } from '@assay/domain/retry-schedule.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { type Endpoint, recordInterruptions } from '@assay/storage/webhooks/pending-deliveries.ts';
import {
  type FreeCapacity,
  leaseDeliveries,
  type LeasedDelivery,
  newDeliveriesChannel,
  releaseLeases,
} from '@assay/storage/webhooks/waiting-deliveries.ts';
import type { ContinueFrom, Starter } from '@assay/runtime/temporal/starter.ts';
import type { DeliveryRuntime } from './delivery-runtime.ts';
import { attemptDirectly, attemptInWorkflow, permitAgainSeconds, startWorkflow } from './first-attempt.ts';
import { type LeaseResult, runLeaseLoop, servedMemory } from './lease-loop.ts';
import { fairFree } from '@assay/domain/lib/fair-free.ts';
import { directAttempts, startingWorkflows, thisMachine } from './slots.ts';

/** `workflow`: every delivery gets a workflow. `direct`: only deliveries that need a later attempt get one. */
export type FirstAttempt = 'workflow' | 'direct';

interface Deps {
  database: Database;
  /** Its client shares the connection of the delivery worker in this process. Temporal's eager start needs this. */
  starter: Pick<Starter, 'endSuperseded' | 'startDelivery' | 'startDeliveryEagerly'>;
  runtime: DeliveryRuntime;
  firstAttempt: FirstAttempt;
  attemptTimeoutMs: number;
  /** Absent when tracing is off. */
  continueFrom?: ContinueFrom | undefined;
  log: Pick<Logger, 'warn'>;
}

/** Milliseconds after which a delivery frees its start slot, even if its endpoint has not responded. */
const quickMs = 50;
/** Seconds by which a lease outlasts the time limit of its attempt. The result must be recorded in these seconds. */
const resultWriteSeconds = 30;
/** Seconds after which a delivery whose workflow could not be started can be leased again. */
const startAgainSeconds = 5;

/**
 * Leases waiting deliveries while this worker has capacity, and makes their first attempts:
 *
 * 1. `leaseDeliveries` chooses deliveries round-robin over workspaces and endpoints, within `freeCapacity`.
 * 2. A delivery whose endpoint has a permit is attempted, in its workflow or directly (`first-attempt.ts`). A delivery
 *    without a permit is released. A delivery whose next attempt is not its first one, or not due, gets its workflow.
 * 3. A delivery uses an attempt slot until its attempt is recorded. It also uses a start slot. The start slot becomes
 *    free `quickMs` after the attempt was sent, even without a response, so endpoints that hang do not occupy the start
 *    slots.
 *
 * @returns a function that stops the loop and waits for the first attempts in progress
 */
export function startWaitingDeliveries(deps: Deps): () => Promise<void> {
  const { database, runtime, firstAttempt, log } = deps;
  const { limiter, schedule } = runtime;
  const isDirect = firstAttempt === 'direct';
  const attempt = isDirect
    ? attemptDirectly(deps, deps.continueFrom ?? ((_traceparent, work) => work()))
    : attemptInWorkflow(deps);
  const leaseSeconds = Math.ceil(deps.attemptTimeoutMs / 1000) + resultWriteSeconds;
  const maxStarting = isDirect ? directAttempts : startingWorkflows(thisMachine());
  // Retries run in activities, which may use all `slots` in addition to these first attempts.
  const maxActive = Math.ceil(runtime.limits.slots / 2);
  /** `active` has the deliveries in progress. `starting` has the deliveries that use a start slot. */
  const active = new Set<LeasedDelivery>();
  const starting = new Set<LeasedDelivery>();
  /** Endpoints whose deliveries were leased in the last minute. */
  const served = new LRUCache<string, Endpoint>(servedMemory);
  const loop = runLeaseLoop({
    database,
    channel: newDeliveriesChannel,
    name: 'deliveries',
    // One lease uses at most half of the free attempt slots.
    freeSlots: () => Math.min(maxStarting - starting.size, Math.ceil((maxActive - active.size) / 2)),
    lease,
    log,
  });
  return loop.stop;

  async function lease(limit: number, signal: AbortSignal): Promise<LeaseResult> {
    const capacity = freeCapacity();
    const { leased, chosenCount } = await leaseDeliveries(database, { limit, leaseSeconds, ...capacity });
    if (signal.aborted) {
      await releaseLeases(database, leased);
      return 'none';
    }
    const interrupted = leased.filter(({ isInterrupted }) => isInterrupted);
    if (interrupted.length > 0)
      await recordInterruptions(
        database,
        interrupted.map(({ attemptId }) => attemptId),
      );
    const withoutPermit = leased.filter((delivery) => !startLeased(delivery));
    if (withoutPermit.length > 0) await releaseLeases(database, withoutPermit, permitAgainSeconds);
    if (leased.length < chosenCount) return 'collided';
    if (leased.length > 0) return 'some';
    return [...capacity.endpoints, ...capacity.workspaces].some(({ free }) => free === 0) ? 'full' : 'none';
  }

  /**
   * Returns the capacity of the endpoints and workspaces whose deliveries are in progress or were leased in the last
   * minute. The least recently leased come first.
   */
  function freeCapacity(): Pick<FreeCapacity, 'endpoints' | 'workspaces'> {
    const endpoints = new Map<string, Endpoint>();
    const counts = new Map<string, { starting: number; active: number }>();
    const recent = [...served.rvalues()].filter((endpoint) => endpoint !== undefined);
    for (const { workspaceId, endpointUrl, isConfirmed } of [...recent, ...active]) {
      const endpoint = { workspaceId, endpointUrl, isConfirmed };
      endpoints.set(endpointKey(endpoint), endpoint);
      // The position of a workspace is the position of its most recent endpoint.
      counts.delete(workspaceId);
      counts.set(workspaceId, { starting: 0, active: 0 });
    }
    for (const { workspaceId } of active) counts.get(workspaceId)!.active++;
    for (const { workspaceId } of starting) counts.get(workspaceId)!.starting++;
    return {
      endpoints: [...endpoints.values()].map((endpoint) => ({ ...endpoint, free: limiter.free(endpoint) })),
      workspaces: [...counts].map(([workspaceId, count]) => ({
        workspaceId,
        starting: count.starting,
        free: Math.min(
          limiter.freeOfWorkspace(workspaceId),
          fairFree(maxStarting, starting.size, count.starting),
          fairFree(maxActive, active.size, count.active),
        ),
      })),
    };
  }

  /** Starts a leased delivery. Returns false if it has no permit, because the capacity has changed since the lease. */
  function startLeased(delivery: LeasedDelivery): boolean {
    const { workspaceId, endpointUrl, isConfirmed } = delivery;
    served.set(endpointKey(delivery), { workspaceId, endpointUrl, isConfirmed });
    if (!isFirstAttempt(delivery)) {
      // If the first attempt was recorded without a workflow, the first activity of the workflow returns its result and
      // the delay before the next attempt.
      const attemptNumber = Math.max(delivery.sequence + 1, delivery.attemptNumber - 1);
      track(delivery, () => startWorkflow(deps, { ...delivery, attemptNumber }));
      return true;
    }
    const permit = limiter.tryAcquire(delivery);
    if (permit !== null) track(delivery, (onSend) => attempt(delivery, permit, onSend));
    return permit !== null;
  }

  /** Returns whether the next attempt is the first one of its sequence, and is due. */
  function isFirstAttempt({ attemptNumber, sequence, lateMs }: LeasedDelivery): boolean {
    return attemptNumber === sequence + 1 && lateMs >= 0 && delayBeforeAttemptMs(schedule, 1, 0) === 0;
  }

  /** Counts a delivery as in progress during `work`. If `work` fails, releases the delivery. */
  function track(delivery: LeasedDelivery, work: (onSend: () => void) => Promise<void>): void {
    let timer: NodeJS.Timeout | undefined;
    const freeStartSlot = () => {
      starting.delete(delivery);
      loop.onCapacity();
    };
    active.add(delivery);
    starting.add(delivery);
    const done = work(() => (timer = setTimeout(freeStartSlot, quickMs))).catch(async (error: unknown) => {
      // If the release fails too, the lease expires.
      await releaseLeases(database, [delivery], startAgainSeconds).catch(() => undefined);
      throw error;
    });
    loop.track(done, { deliveryId: delivery.deliveryId }, () => {
      clearTimeout(timer);
      active.delete(delivery);
      starting.delete(delivery);
    });
  }
}

const endpointKey = ({ workspaceId, endpointUrl, isConfirmed }: Endpoint): string =>
  `${workspaceId} ${isConfirmed} ${endpointUrl}`;
