import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Permit } from '../activities/deliver/adaptive-limiter.ts';
import { delayBeforeAttemptMs } from '../domain/retry-schedule.ts';
import { settlesWithin } from '../lib/concurrency.ts';
import type { Database } from '../storage/postgres/database.ts';
import { markDeliveryStarted } from '../storage/postgres/outbox.ts';
import {
  claimDeliveries,
  type ClaimedDelivery,
  type FreeCapacity,
  maxClaimedPerEndpoint,
  newDeliveriesChannel,
  releaseClaims,
} from '../storage/postgres/waiting-deliveries.ts';
import type { ContinueFrom, Starter } from '../temporal/starter.ts';
import { type Remaining, runClaimLoop } from './claim-loop.ts';
import type { DeliveryRuntime } from './delivery-runtime.ts';
import { directAttempts, startingWorkflows, thisMachine } from './slots.ts';
import { createWorkspaceShares } from './workspace-shares.ts';

/** `workflow`: every delivery has a workflow. `direct`: only deliveries that need a later attempt have one. */
export type FirstAttempt = 'workflow' | 'direct';

interface Deps {
  database: Database;
  /** Its client shares the connection of this process's delivery worker. */
  starter: Pick<Starter, 'startClaimedDelivery' | 'startRetries'>;
  runtime: DeliveryRuntime;
  firstAttempt: FirstAttempt;
  /** Time limit in milliseconds of an attempt. */
  attemptTimeoutMs: number;
  /** Absent when tracing is off. */
  continueFrom?: ContinueFrom | undefined;
  log: Pick<Logger, 'warn'>;
}

/** Milliseconds of waiting for an endpoint after which another delivery may start. */
const quickMs = 50;
/** Milliseconds for which an endpoint without a permit is considered to be full, unless the limiter has one. */
const refusedMs = 5_000;
/** Seconds for which a claim outlasts the time limit of its attempt. The attempt must be recorded in this time. */
const recordingSeconds = 30;
/** Milliseconds for which the slot of a workflow that could not be started stays in use. */
const failedStartMs = 1_000;
/** Seconds after which a delivery whose workflow could not be started is claimed again. */
const startAgainSeconds = 5;
/**
 * Seconds after which a delivery can be claimed again if its endpoint had no permit. Retries may have used the permits
 * since the claim.
 */
const permitAgainSeconds = 1;
/** Milliseconds within which the first workflow task must begin. Later, Temporal gives it to any worker. */
const firstTaskMs = 10_000;

/**
 * Claims waiting deliveries and starts them, as long as this worker has capacity. With `workflow`, starts the workflow
 * of each delivery, whose first task makes the first attempt in this process. With `direct`, makes the first attempt
 * itself.
 * @returns a function that stops the loop and waits for the first attempts in progress
 */
export function startWaitingDeliveries(deps: Deps): () => Promise<void> {
  const { database, starter, runtime, firstAttempt, log } = deps;
  const continueFrom: ContinueFrom = deps.continueFrom ?? ((_traceparent, work) => work());
  const { limiter, claims, makeAttempt, schedule } = runtime;
  const isDirect = firstAttempt === 'direct';
  const leaseSeconds = Math.ceil(deps.attemptTimeoutMs / 1000) + recordingSeconds;
  const maxStarting = isDirect ? directAttempts : startingWorkflows(thisMachine());
  // A workflow that waits for its turn costs Temporal more than a delivery that waits here. Workspaces therefore share
  // only as many workflows as this machine can execute at once.
  const shares = createWorkspaceShares(maxStarting, isDirect ? directAttempts / 2 : thisMachine().cores);
  // The other slots are for retries.
  const maxActive = Math.ceil(runtime.limits.slots / 2);
  /** First attempts in progress. */
  const active = new Set<ClaimedDelivery>();
  /** First attempts in progress that do not wait for their endpoint, so that they use this machine. */
  const starting = new Set<ClaimedDelivery>();
  const inProgress = new Set<Promise<void>>();
  /** Claimed deliveries whose endpoints had no permit, because retries have them all. */
  const refused = new LRUCache<string, ClaimedDelivery>({ max: 1_000, ttl: refusedMs });
  const loop = runClaimLoop({
    ...{ database, channel: newDeliveriesChannel, name: 'deliveries', freeSlots, claim, log },
  });
  return async () => {
    await loop.stop();
    await Promise.all(inProgress);
  };

  /** Returns the number of deliveries that can be claimed now. One claim uses at most half of the free capacity. */
  function freeSlots(): number {
    return Math.min(maxStarting - starting.size, Math.ceil((maxActive - active.size) / 2));
  }

  /** Claims deliveries and starts them. */
  async function claim(limit: number, signal: AbortSignal): Promise<Remaining> {
    const before = freeCapacity();
    const { claimed, chosen } = await claimDeliveries(database, {
      ...{ limit, leaseSeconds },
      endpoints: [...before.endpoints.values()],
      workspaces: [...before.workspaces.values()],
    });
    if (signal.aborted) {
      await release(claimed, 0);
      return 'none';
    }
    const withoutPermit = claimed.filter((delivery) => !startClaimed(delivery));
    const after = freeCapacity();
    const isFull = [
      ...fullGroups(chosen, endpointKey, before.endpoints, maxClaimedPerEndpoint).map(
        (key) => after.endpoints.get(key)?.free === 0,
      ),
      ...fullGroups(chosen, ({ workspaceId }) => workspaceId, before.workspaces, limit).map(
        (key) => after.workspaces.get(key)?.free === 0,
      ),
    ];
    await release(withoutPermit, permitAgainSeconds);
    if (claimed.length < chosen.length) return 'collided';
    if (chosen.length === limit || isFull.includes(false)) return 'some';
    return isFull.includes(true) ? 'full' : 'none';
  }

  async function release(deliveries: readonly ClaimedDelivery[], delaySeconds: number): Promise<void> {
    if (deliveries.length === 0) return;
    await releaseClaims(database, deliveries, delaySeconds);
  }

  /**
   * Returns the free capacity, by key, of the endpoints and workspaces with first attempts in progress, and of the
   * workspaces with deliveries in the last seconds. A workspace has at most as many attempts in progress as remain free
   * for others (dynamic thresholds, Choudhury and Hahne 1998). Endpoints of many workspaces that hang therefore leave
   * capacity for other workspaces.
   */
  function freeCapacity() {
    const endpoints = new Map<string, FreeCapacity['endpoints'][number]>();
    const counts = new Map(shares.recent().map((id) => [id, { starting: 0, active: 0 }]));
    refused.purgeStale();
    for (const delivery of [...refused.values(), ...active]) {
      const { workspaceId, endpointUrl } = delivery;
      const free = limiter.free(workspaceId, endpointUrl);
      endpoints.set(endpointKey(delivery), { workspaceId, endpointUrl, free });
    }
    for (const delivery of active) {
      const { workspaceId } = delivery;
      const count = counts.get(workspaceId) ?? { starting: 0, active: 0 };
      counts.set(workspaceId, count);
      count.active++;
      if (starting.has(delivery)) count.starting++;
    }
    const share = shares.share();
    const workspaces = new Map<string, FreeCapacity['workspaces'][number]>();
    for (const [workspaceId, count] of counts) {
      const free = Math.max(
        0,
        Math.min(
          limiter.freeOfWorkspace(workspaceId),
          share - count.starting,
          // Each further attempt also uses capacity that remains for others.
          Math.ceil((maxActive - active.size - count.active) / 2),
        ),
      );
      // Attempts that wait for their endpoints use no slot, so they do not put their workspace last.
      workspaces.set(workspaceId, { workspaceId, active: count.starting, free });
    }
    return { endpoints, workspaces };
  }

  /** Starts a claimed delivery. Returns false if it has no permit, because the capacity has changed since the claim. */
  function startClaimed(delivery: ClaimedDelivery): boolean {
    const { workspaceId, endpointUrl } = delivery;
    if (!isFirstAttempt(delivery)) {
      track(delivery, () => startLater(delivery));
      return true;
    }
    const permit = limiter.tryAcquire(workspaceId, endpointUrl);
    if (permit === null) {
      refused.set(endpointKey(delivery), delivery);
      return false;
    }
    track(delivery, () => (isDirect ? attemptDirectly(delivery, permit) : startWorkflow(delivery, permit)));
    return true;
  }

  /** Returns whether the next attempt is the first one of its sequence, and is due. */
  function isFirstAttempt({ attemptNumber, sequence, lateMs }: ClaimedDelivery): boolean {
    return attemptNumber === sequence + 1 && lateMs >= 0 && delayBeforeAttemptMs(schedule, 1, 0) === 0;
  }

  /** Counts a delivery while `work` is in progress, and logs the error of `work`. */
  function track(delivery: ClaimedDelivery, work: () => Promise<void>): void {
    active.add(delivery);
    starting.add(delivery);
    shares.add(delivery.workspaceId);
    const done = work()
      .catch((error: unknown) =>
        log.warn({ err: error, deliveryId: delivery.deliveryId }, 'a claimed delivery could not be started'),
      )
      .finally(() => {
        active.delete(delivery);
        starting.delete(delivery);
        inProgress.delete(done);
        loop.onCapacity();
      });
    inProgress.add(done);
  }

  /**
   * Returns the functions with which an attempt reports that its request was sent, and that it got a response. A slot
   * is free while the attempt waits for its endpoint for longer than `quickMs`.
   */
  function observers(delivery: ClaimedDelivery) {
    let timer: NodeJS.Timeout | undefined;
    return {
      onSend() {
        timer = setTimeout(() => {
          starting.delete(delivery);
          loop.onCapacity();
        }, quickMs);
      },
      onResponse() {
        clearTimeout(timer);
        if (active.has(delivery)) starting.add(delivery);
      },
    };
  }

  /**
   * Starts the workflow of a delivery. Its first task makes the first attempt in this process, with the claim. If
   * another process executes that task, the claim is ended, so that the workflow makes the attempt without it.
   */
  async function startWorkflow(delivery: ClaimedDelivery, permit: Permit): Promise<void> {
    const { deliveryId, sequence } = delivery;
    const taken = Promise.withResolvers<undefined>();
    const ended = Promise.withResolvers<undefined>();
    claims.add({
      delivery,
      permit,
      onTake: () => taken.resolve(undefined),
      onEnd: () => ended.resolve(undefined),
      ...observers(delivery),
    });
    const start = starter.startClaimedDelivery(delivery);
    const started = await start.catch(() => null);
    if (started === 'eager') await settlesWithin(taken.promise, firstTaskMs);
    if (claims.take(delivery) === null) return ended.promise;
    permit.release(null);
    if (started !== null) return markDeliveryStarted(database, deliveryId, sequence);
    await releaseClaims(database, [delivery], startAgainSeconds);
    await sleep(failedStartMs);
    await start;
  }

  /** Makes the first attempt. If it fails, or cannot be made or recorded, starts the workflow. */
  async function attemptDirectly(delivery: ClaimedDelivery, permit: Permit): Promise<void> {
    const { attemptNumber, deliveryId } = delivery;
    const at = new Date().toISOString();
    const attempt = { delivery, permit, hasWorkflow: false, ...observers(delivery) };
    const made = await continueFrom(delivery.traceparent, () => makeAttempt(attempt)).catch(
      (error: unknown) => {
        log.warn({ err: error, deliveryId }, 'a first attempt was not made or not recorded');
        return null;
      },
    );
    if (made === null) return startLater(delivery);
    // If another process changed the delivery, it can be claimed again when this claim ends.
    if (made === 'changed' || made.outcome !== 'retry') return;
    const { result, delayMs } = made;
    await starter.startRetries(delivery, {
      ...{ resumeAt: attemptNumber + 1, waitMs: delayMs },
      lastAttempt: { attemptNumber, at, result },
    });
  }

  /** Starts a workflow that makes the next attempt when it is due. */
  function startLater(delivery: ClaimedDelivery): Promise<void> {
    const { attemptNumber, sequence, lateMs, lastAttempt } = delivery;
    if (attemptNumber === sequence + 1) return starter.startRetries(delivery, {});
    return starter.startRetries(delivery, {
      ...{ resumeAt: attemptNumber, waitMs: Math.max(0, -lateMs) },
      ...(lastAttempt === null ? {} : { lastAttempt }),
    });
  }
}

type Endpoint = Pick<ClaimedDelivery, 'workspaceId' | 'endpointUrl'>;

const endpointKey = ({ workspaceId, endpointUrl }: Endpoint): string => `${workspaceId} ${endpointUrl}`;

/**
 * Returns the keys of the endpoints or workspaces of which a claim chose as many deliveries as it may. Others of
 * their deliveries may be waiting.
 * @param otherFree the maximum for a key that is not in `capacity`
 */
function fullGroups(
  chosen: readonly Endpoint[],
  keyOf: (delivery: Endpoint) => string,
  capacity: ReadonlyMap<string, { free: number }>,
  otherFree: number,
): string[] {
  const counts = new Map([...capacity.keys()].map((key) => [key, 0]));
  for (const delivery of chosen) counts.set(keyOf(delivery), (counts.get(keyOf(delivery)) ?? 0) + 1);
  return [...counts.keys()].filter((key) => counts.get(key)! >= (capacity.get(key)?.free ?? otherFree));
}
