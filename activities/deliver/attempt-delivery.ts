import { activityInfo, heartbeat, sleep } from '@temporalio/activity';
import { delayBeforeAttemptMs } from '@assay/domain/retry-schedule.ts';
import { deliveryWorkflowId } from '@assay/domain/workflow-ids.ts';
import { settlesWithin } from '@assay/domain/lib/concurrency.ts';
import type { Database } from '@assay/storage/database/database.ts';
import {
  type PendingDelivery,
  postponeAttempt,
  readPendingDelivery,
  recordInterruptions,
} from '@assay/storage/webhooks/pending-deliveries.ts';
import { readAttemptResult } from '@assay/storage/webhooks/record-attempt.ts';
import { skipIfUndeliverable } from '@assay/storage/webhooks/skipped-deliveries.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import type { DeliveryLimiter } from './delivery-limiter.ts';
import type { FirstAttempts } from './first-attempts.ts';
import { failedOutcome, type MadeAttempt, type MakeAttempt, statusText } from './make-attempt.ts';

/** A sequence of attempts of a delivery. `sequence` is the number of attempts of the delivery before this sequence. */
export interface AttemptSequence {
  deliveryId: string;
  sequence: number;
}

export interface AttemptDeliveryInput extends AttemptSequence {
  /** The number of the attempt to make, from 1. */
  attemptNumber: number;
  /** True if the workflow has already waited for the delay of this attempt. First attempts can have a delay. */
  waited: boolean;
}

/** The outcome of an attempt. A failed attempt is a value and not a thrown error. */
export type AttemptOutcome =
  | MadeAttempt
  /** Nothing was sent yet, because no permit or host slot was free (`forTurn`), or the schedule delays the attempt. */
  | { outcome: 'wait'; delayMs: number; forTurn: boolean }
  /** Nothing was sent: the delivery has ended, or a new sequence of attempts replaced this one. */
  | { outcome: 'ended' };

interface Deps {
  database: Database;
  /** Delay in seconds before each attempt. */
  schedule: readonly number[];
  limiter: DeliveryLimiter;
  makeAttempt: MakeAttempt;
  firstAttempts: FirstAttempts;
}

/**
 * Maximum milliseconds for which the local activity waits for an attempt. The limit is low, because queries and updates
 * of the workflow wait for the local activity. A longer attempt continues in this process, and `attemptDelivery` waits
 * for its result.
 */
const maxLocalMs = 1_000;
/**
 * An attempt that is overdue by more than this number of milliseconds gets a new due time before it is sent. After 10
 * minutes an overdue attempt counts as abandoned, so another process could skip it while it is being sent.
 */
const maxUnmarkedLateMs = 60_000;
/** Progress of an activity that has sent its request. */
const sentShare = 1;
/** Milliseconds between reads of a delivery that a worker has leased. Doubles after each read, up to `max`. */
const leasedPollMs = { first: 250, max: 3_000 };

export function createAttemptActivities({ database, schedule, limiter, makeAttempt, firstAttempts }: Deps) {
  return {
    /**
     * Makes the first attempt of a delivery that this process has leased. Returns null if this process has no lease, if
     * another process changed the delivery, if the attempt was postponed, or if it takes longer than `maxLocalMs`. The
     * workflow then calls `attemptDelivery`.
     */
    async firstAttempt({ deliveryId, sequence }: AttemptSequence): Promise<MadeAttempt | null> {
      const attempt = firstAttempts.make(deliveryWorkflowId(deliveryId, sequence));
      if (attempt === null || !(await settlesWithin(attempt, maxLocalMs))) return null;
      const result = await attempt;
      return typeof result === 'string' ? null : result;
    },

    /**
     * Makes an attempt of a delivery and records its result. A crash between sending and recording repeats the attempt,
     * so an event is delivered at least once. A crash after recording does not shorten the delay before the next
     * attempt. While a worker has leased the delivery, waits until that worker has recorded the attempt.
     *
     * If a secret cannot be decrypted, nothing is sent and no attempt is used up: the activity throws, and Temporal
     * retries it without a limit.
     */
    attemptDelivery: (input: AttemptDeliveryInput): Promise<AttemptOutcome> =>
      withHeartbeat(async (progress) => {
        // The first heartbeat of an activity is sent at once. It tells a later run that the request was sent.
        const onSend = () => {
          progress(sentShare);
          heartbeat(sentShare);
        };
        for (let pollMs = leasedPollMs.first; ;) {
          const outcome = await attemptOnce(input, onSend);
          if (outcome !== 'changed' && outcome !== 'leased') return outcome;
          if (outcome === 'changed') continue;
          await sleep(pollMs);
          pollMs = Math.min(2 * pollMs, leasedPollMs.max);
        }
      }),
  };

  /**
   * Tries once to make the attempt. Returns `changed` if another process changed the delivery concurrently, and
   * `leased` if a worker has leased the delivery. The caller must then try again.
   */
  async function attemptOnce(
    input: AttemptDeliveryInput,
    onSend: () => void,
  ): Promise<AttemptOutcome | 'changed' | 'leased'> {
    const { deliveryId, sequence, attemptNumber, waited } = input;
    const delivery = await readPendingDelivery(database, deliveryId, sequence);
    if (delivery === null || delivery.attemptNumber > attemptNumber) return recordedOutcome(input, delivery);
    if (delivery.isLeased) return 'leased';
    const { attemptId, lateMs, isStarted } = delivery;
    const firstDelayMs = attemptNumber === 1 ? delayBeforeAttemptMs(schedule, 1, Math.random())! : 0;
    const info = activityInfo();
    const isInterrupted = delivery.isInterrupted || (info.attempt > 1 && info.heartbeatDetails === sentShare);
    if (isInterrupted) await recordInterruptions(database, [attemptId]);
    if (!waited && firstDelayMs > 0) return postpone(input, attemptId, firstDelayMs, false);
    // An earlier run of this activity may have sent the attempt without recording it. This write proves that Postgres
    // accepts writes before the attempt is sent again. The write also sets the due time of an early or long overdue
    // attempt to now, which marks the attempt as in progress. Workers therefore do not lease the delivery.
    const mustMark = !isStarted || info.attempt > 1 || lateMs < 0 || lateMs > maxUnmarkedLateMs;
    if (mustMark && !(await postponeAttempt(database, attemptId, 0))) return 'changed';

    const permit = await limiter.acquire(delivery);
    if ('retryAfterMs' in permit) return postpone(input, attemptId, permit.retryAfterMs, true);
    const target = { delivery: { ...delivery, deliveryId, sequence }, permit, hasWorkflow: true, onSend };
    const made = await makeAttempt(target);
    return made === 'postponed' ? postpone(input, attemptId, limiter.postpone(delivery), true) : made;
  }

  async function postpone(
    { deliveryId, sequence }: AttemptSequence,
    attemptId: string,
    delayMs: number,
    forTurn: boolean,
  ): Promise<AttemptOutcome> {
    await postponeAttempt(database, attemptId, delayMs);
    // Disabling a subscription skips only deliveries that are due later. This delivery may have been due when its
    // subscription was disabled, so it is skipped here.
    return (await skipIfUndeliverable(database, deliveryId, sequence))
      ? { outcome: 'skipped' }
      : { outcome: 'wait', delayMs, forTurn };
  }

  /**
   * Returns the outcome of an attempt that another worker recorded, or that this worker recorded before it crashed.
   * @param next the delivery with its next attempt; null if the delivery has ended or has a newer sequence
   */
  async function recordedOutcome(
    { deliveryId, sequence, attemptNumber }: AttemptDeliveryInput,
    next: PendingDelivery | null,
  ): Promise<AttemptOutcome> {
    const recorded = await readAttemptResult(database, deliveryId, sequence, attemptNumber);
    if (recorded === null) return { outcome: 'ended' };
    const { deliveryStatus, attemptStatus, responseStatus, error } = recorded;
    if (attemptStatus === 'succeeded') return { outcome: 'succeeded', result: statusText(responseStatus) };
    const result = error ?? statusText(responseStatus);
    if (deliveryStatus === 'skipped')
      return attemptStatus === 'failed' ? { outcome: 'skipped', result } : { outcome: 'skipped' };
    if (attemptStatus !== 'failed') return { outcome: 'ended' };
    if (deliveryStatus === 'failed') return { outcome: failedOutcome(responseStatus), result };
    return next === null
      ? { outcome: 'ended' }
      : { outcome: 'retry', result, delayMs: Math.max(0, -next.lateMs) };
  }
}
