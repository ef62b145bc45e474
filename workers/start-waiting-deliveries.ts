import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Permit } from '../activities/deliver/adaptive-limiter.ts';
import { delayBeforeAttemptMs } from '@assay/domain/retry-schedule.ts';
import type { MadeAttempt } from '../activities/deliver/make-attempt.ts';
import type { Database } from '@assay/storage/database/database.ts';
import {
  claimDeliveries,
  type ClaimedDelivery,
  type FreeCapacity,
  maxClaimedPerEndpoint,
  newDeliveriesChannel,
  releaseClaims,
} from '@assay/storage/webhooks/waiting-deliveries.ts';
import type { ClaimedInput, ContinueFrom, Starter } from '@assay/runtime/temporal/starter.ts';
import { type Remaining, runClaimLoop } from './claim-loop.ts';
import type { DeliveryRuntime } from './delivery-runtime.ts';
import { directAttempts, startingWorkflows, thisMachine } from './slots.ts';
import { createWorkspaceShares, servedMemory } from './workspace-shares.ts';

/**
 * `workflow`: every delivery gets a workflow, unless Temporal starts none for `maxStartMs` milliseconds. `direct`: only
 * deliveries that need a later attempt get one.
 */
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
/** Milliseconds between two starts of a workflow. The slot of a delivery stays in use until then. */
const failedStartMs = 1_000;
/**
 * Milliseconds after which the start of a workflow is not tried again. The attempt is then recorded without a
 * workflow, before the claim ends.
 */
const maxStartMs = 15_000;
/** Seconds after which a delivery whose workflow could not be started is claimed again. */
const startAgainSeconds = 5;
/**
 * Seconds after which a delivery can be claimed again if its endpoint had no permit. Retries may have used the permits
 * since the claim.
 */
const permitAgainSeconds = 1;
/**
 * Milliseconds after which the workflow of an attempt in progress is started, so that operators see the attempt. A
 * random part of `visibleSpreadMs` is added, because the attempts at an endpoint that hangs begin together. Their
 * workflows would otherwise start together too, and delay the deliveries of others.
 */
const visibleMs = 1_000;
const visibleSpreadMs = 2_000;

/**
 * Claims waiting deliveries and makes their first attempts, as long as this worker has capacity. With `workflow`, also
 * starts the workflow of each delivery. With `direct`, starts only the workflows of deliveries whose attempt failed.
 * @returns a function that stops the loop and waits for the first attempts in progress
 */
export function startWaitingDeliveries(deps: Deps): () => Promise<void> {
  const { database, starter, runtime, firstAttempt, log } = deps;
  const continueFrom: ContinueFrom = deps.continueFrom ?? ((_traceparent, work) => work());
  const { limiter, makeAttempt, schedule } = runtime;
  const isDirect = firstAttempt === 'direct';
  const leaseSeconds = Math.ceil(deps.attemptTimeoutMs / 1000) + recordingSeconds;
  const maxStarting = isDirect ? directAttempts : startingWorkflows(thisMachine());
  // A workflow that waits for its turn costs Temporal more than a delivery that waits here. Workspaces therefore share
  // only as many workflows as this machine can execute at once.
  const shares = createWorkspaceShares(maxStarting, isDirect ? directAttempts / 2 : thisMachine().cores, () =>
    loop.onCapacity(),
  );
  // These attempts are made in addition to those in activities, which may use all slots.
  const maxActive = Math.ceil(runtime.limits.slots / 2);
  /** First attempts in progress. */
  const active = new Set<ClaimedDelivery>();
  /** First attempts in progress that do not wait for their endpoint, so that they use this machine. */
  const starting = new Set<ClaimedDelivery>();
  const inProgress = new Set<Promise<void>>();
  /** Milliseconds for which the first attempt of a delivery waited for its endpoint. */
  const waitedMs = new WeakMap<ClaimedDelivery, number>();
  const stopped = new AbortController();
  /** False if the last start of a workflow failed. */
  let canStart = true;
  /** Claimed deliveries whose endpoints had no permit, because retries have them all. */
  const refused = new LRUCache<string, ClaimedDelivery>({ max: 1_000, ttl: refusedMs });
  /** Endpoints with first attempts in the last minute. The one whose last attempt began first comes first. */
  const served = new LRUCache<string, Endpoint>(servedMemory);
  const loop = runClaimLoop({
    ...{ database, channel: newDeliveriesChannel, name: 'deliveries', freeSlots, claim, log },
  });
  return async () => {
    stopped.abort();
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
   * Returns the free capacity, by key, of the endpoints and workspaces with first attempts in the last minute, in the
   * order in which they were served. A workspace has at most as many attempts in progress as remain free for others
   * (dynamic thresholds, Choudhury and Hahne 1998). Endpoints of many workspaces that hang therefore leave capacity for
   * other workspaces.
   */
  function freeCapacity() {
    const endpoints = new Map<string, FreeCapacity['endpoints'][number]>();
    const counts = new Map([...shares.served()].map(([id, starting]) => [id, { starting, active: 0 }]));
    refused.purgeStale();
    const lately = [...served.rvalues()].filter((endpoint) => endpoint !== undefined);
    for (const endpoint of [...lately, ...refused.values(), ...active]) {
      const { workspaceId, endpointUrl } = endpoint;
      const free = limiter.free(workspaceId, endpointUrl);
      endpoints.set(endpointKey(endpoint), { workspaceId, endpointUrl, free });
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
      workspaces.set(workspaceId, { workspaceId, starting: count.starting, free });
    }
    return { endpoints, workspaces };
  }

  /** Starts a claimed delivery. Returns false if it has no permit, because the capacity has changed since the claim. */
  function startClaimed(delivery: ClaimedDelivery): boolean {
    const { workspaceId, endpointUrl } = delivery;
    if (!isFirstAttempt(delivery) || !(canStart || isDirect)) {
      track(delivery, () => startLater(delivery));
      return true;
    }
    const permit = limiter.tryAcquire(workspaceId, endpointUrl);
    if (permit === null) {
      refused.set(endpointKey(delivery), delivery);
      return false;
    }
    track(delivery, () => attempt(delivery, permit));
    return true;
  }

  /** Returns whether the next attempt is the first one of its sequence, and is due. */
  function isFirstAttempt({ attemptNumber, sequence, lateMs }: ClaimedDelivery): boolean {
    return attemptNumber === sequence + 1 && lateMs >= 0 && delayBeforeAttemptMs(schedule, 1, 0) === 0;
  }

  /** Counts a delivery while `work` is in progress, and logs the error of `work`. */
  function track(delivery: ClaimedDelivery, work: () => Promise<void>): void {
    const startedAt = performance.now();
    active.add(delivery);
    starting.add(delivery);
    const { workspaceId, endpointUrl } = delivery;
    shares.add(workspaceId);
    served.set(endpointKey(delivery), { workspaceId, endpointUrl });
    const done = work()
      .catch((error: unknown) =>
        log.warn({ err: error, deliveryId: delivery.deliveryId }, 'a claimed delivery could not be started'),
      )
      .finally(() => {
        const wasFull = freeSlots() <= 0;
        active.delete(delivery);
        starting.delete(delivery);
        inProgress.delete(done);
        const tookMs = performance.now() - startedAt - (waitedMs.get(delivery) ?? 0);
        // With `direct`, Temporal has no work to do after a delivery.
        const pauses = !isDirect && shares.end(workspaceId, tookMs);
        if (wasFull || !pauses) loop.onCapacity();
      });
    inProgress.add(done);
  }

  /**
   * Returns the functions with which an attempt reports that its request was sent, and that it got a response. A slot
   * is free while the attempt waits for its endpoint for longer than `quickMs`.
   */
  function observers(delivery: ClaimedDelivery) {
    let timer: NodeJS.Timeout | undefined;
    let sentAt: number | null = null;
    return {
      onSend() {
        sentAt = performance.now();
        timer = setTimeout(() => {
          starting.delete(delivery);
          loop.onCapacity();
        }, quickMs);
      },
      onResponse() {
        clearTimeout(timer);
        // If the secret cannot be decrypted, no request was sent.
        if (sentAt !== null) waitedMs.set(delivery, performance.now() - sentAt);
        if (active.has(delivery)) starting.add(delivery);
      },
    };
  }

  /**
   * Makes the first attempt. If the attempt ends the delivery, the workflow is started before the result is recorded.
   * If a further attempt follows, the workflow is started afterwards, so that it finds the recorded result. An attempt
   * that takes longer than `visibleMs` gets its workflow meanwhile. With `direct`, only a delivery with a further
   * attempt gets a workflow. If the attempt cannot be made or recorded, a workflow makes it.
   */
  async function attempt(delivery: ClaimedDelivery, permit: Permit): Promise<void> {
    const { attemptNumber, deliveryId } = delivery;
    const at = new Date().toISOString();
    const workflow: { input: ClaimedInput; start?: Promise<boolean> } = { input: {} };
    const startNow = () => (workflow.start = startWithRetries(delivery, () => workflow.input));
    const timer = isDirect
      ? undefined
      : setTimeout(() => void startNow(), visibleMs + Math.random() * visibleSpreadMs);
    const ensureWorkflow = async (made: MadeAttempt): Promise<boolean> => {
      clearTimeout(timer);
      const endsDelivery = made.outcome !== 'retry';
      if (endsDelivery) workflow.input = inputAfter(attemptNumber, at, made);
      if (workflow.start !== undefined) return workflow.start;
      return endsDelivery && !isDirect && startNow();
    };
    const target = { delivery, permit, ensureWorkflow, ...observers(delivery) };
    const made = await continueFrom(delivery.traceparent, () => makeAttempt(target))
      .catch((error: unknown) => {
        log.warn({ err: error, deliveryId }, 'a first attempt was not made or not recorded');
        return null;
      })
      .finally(() => clearTimeout(timer));
    if (made === null) return startLater(delivery);
    // If another process changed the delivery, it can be claimed again when this claim ends.
    if (made === 'changed' || (await workflow.start)) return;
    if (made.outcome === 'retry')
      await noteStart(starter.startRetries(delivery, inputAfter(attemptNumber, at, made)));
    // The subscription was disabled during the attempt.
    else if (workflow.start === undefined) await ensureWorkflow(made);
  }

  /**
   * Starts the workflow of a claimed delivery. Tries again for `maxStartMs` milliseconds, unless this worker stops.
   * Returns false if the workflow was not started.
   */
  async function startWithRetries(delivery: ClaimedDelivery, input: () => ClaimedInput): Promise<boolean> {
    const deadline = performance.now() + maxStartMs;
    for (;;) {
      try {
        await noteStart(starter.startClaimedDelivery(delivery, input()));
        return true;
      } catch (error) {
        const endsTrying = stopped.signal.aborted || performance.now() > deadline;
        const message = endsTrying ? 'a delivery has no workflow' : 'the start of a delivery is tried again';
        log.warn({ err: error, deliveryId: delivery.deliveryId }, message);
        if (endsTrying) return false;
        await sleep(failedStartMs);
      }
    }
  }

  /** Waits for the start of a workflow, and remembers whether it failed. */
  async function noteStart(start: Promise<void>): Promise<void> {
    try {
      await start;
      canStart = true;
    } catch (error) {
      canStart = false;
      throw error;
    }
  }

  /** Starts a workflow that makes the next attempt when it is due. */
  async function startLater(delivery: ClaimedDelivery): Promise<void> {
    const { attemptNumber, sequence, lateMs, lastAttempt } = delivery;
    const isFirst = attemptNumber === sequence + 1;
    const input: ClaimedInput = isFirst
      ? {}
      : {
          ...{ resumeAt: attemptNumber, waitMs: Math.max(0, -lateMs) },
          ...(lastAttempt === null ? {} : { lastAttempt }),
        };
    try {
      await noteStart(starter.startRetries(delivery, input));
    } catch (error) {
      // If the release fails too, the claim ends by itself. The error of the start is the one to log.
      await release([delivery], startAgainSeconds).catch(() => undefined);
      await sleep(failedStartMs);
      throw error;
    }
  }
}

/** Returns the input of a workflow that is started after the first attempt. */
function inputAfter(attemptNumber: number, at: string, made: MadeAttempt): ClaimedInput {
  const { outcome } = made;
  const lastAttempt =
    made.result === undefined ? {} : { lastAttempt: { attemptNumber, at, result: made.result } };
  if (outcome !== 'retry') return { ...lastAttempt, endedAs: outcome };
  return { ...lastAttempt, resumeAt: attemptNumber + 1, waitMs: made.delayMs };
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
