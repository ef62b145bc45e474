import { activityInfo, sleep } from '@temporalio/activity';
import { delayBeforeAttemptMs } from '@assay/domain/retry-schedule.ts';
import type { Database } from '@assay/storage/database/database.ts';
import {
  type PendingDelivery,
  postponeAttempt,
  readPendingDelivery,
} from '@assay/storage/webhooks/pending-deliveries.ts';
import { readAttemptResult } from '@assay/storage/webhooks/record-attempt.ts';
import { skipIfUndeliverable } from '@assay/storage/webhooks/skipped-deliveries.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import type { DeliveryLimiter } from './delivery-limiter.ts';
import { failedOutcome, type MadeAttempt, type MakeAttempt, statusText } from './make-attempt.ts';

export interface AttemptDeliveryInput {
  deliveryId: string;
  /** The number of the attempt to make, from 1. */
  attemptNumber: number;
  /**
   * Number of attempts before this sequence of attempts, which identifies the sequence. A redelivery starts a new
   * sequence. Absent in the first sequence.
   */
  attemptsBefore?: number;
  /** True if the delay before this attempt has passed. */
  waited: boolean;
  /** True in workflows that were started with `isClaimed`: their starter may have sent this attempt. Absent: false. */
  mayHaveBeenSent?: boolean;
}

/** Identifies a sequence of attempts, like `AttemptDeliveryInput`. */
export type StartAttemptInput = Pick<AttemptDeliveryInput, 'deliveryId' | 'attemptsBefore'>;

/** The outcome of an attempt. A failed attempt is a value and not a thrown error. */
export type AttemptOutcome =
  | MadeAttempt
  /**
   * Nothing was sent yet. The concurrency limit is reached if `forTurn` is true; otherwise the first attempt has a
   * delay.
   */
  | { outcome: 'wait'; delayMs: number; forTurn: boolean }
  /** Nothing was sent: the delivery has ended, or a new sequence of attempts replaced this one. */
  | { outcome: 'ended' };

/** `inProgress`: `attemptDelivery` makes the attempt, or waits for the worker that makes it. */
export type StartedAttempt = AttemptOutcome | { outcome: 'inProgress' };

interface Deps {
  database: Database;
  /** Delay in seconds before each attempt. */
  schedule: readonly number[];
  limiter: DeliveryLimiter;
  makeAttempt: MakeAttempt;
}

/**
 * An attempt that is overdue by more milliseconds than this gets a new due time before it is sent. An attempt that is
 * overdue by 10 minutes counts as abandoned, so another process could skip it while it is being sent.
 */
const maxUnmarkedLateMs = 60_000;
/**
 * Milliseconds between reads of a delivery whose first attempt another worker has claimed: the first interval, and the
 * maximum. Each interval is twice as long as the one before.
 */
const claimedPollMs = { first: 500, max: 3_000 };

/** Creates the activities that return the result of an attempt. */
export function createAttemptActivities({ database, schedule, limiter, makeAttempt }: Deps) {
  return {
    /** Workflows that were started with `isClaimed` call this activity. `attemptDelivery` then makes the attempt. */
    startAttempt: (_input: StartAttemptInput): Promise<StartedAttempt> =>
      Promise.resolve({ outcome: 'inProgress' }),

    /**
     * Makes an attempt of a delivery and records its result. A crash between sending and recording repeats the attempt,
     * so an event is delivered at least once. A crash after recording does not shorten the delay before the next
     * attempt.
     *
     * If a secret cannot be decrypted, nothing is sent and no attempt is used up: the activity throws, and Temporal
     * retries it without a limit.
     */
    attemptDelivery: (input: AttemptDeliveryInput): Promise<AttemptOutcome> =>
      withHeartbeat(async () => {
        for (let pollMs = claimedPollMs.first; ;) {
          const outcome = await attemptOnce(input);
          if (outcome !== 'changed' && outcome !== 'claimed') return outcome;
          if (outcome === 'changed') continue;
          await sleep(pollMs);
          pollMs = Math.min(2 * pollMs, claimedPollMs.max);
        }
      }),
  };

  /**
   * Returns `changed` if another process changed the delivery meanwhile, and `claimed` if another worker has claimed
   * it. The delivery must then be read again.
   */
  async function attemptOnce(input: AttemptDeliveryInput): Promise<AttemptOutcome | 'changed' | 'claimed'> {
    const {
      deliveryId,
      attemptNumber,
      attemptsBefore: sequence = 0,
      waited,
      mayHaveBeenSent = false,
    } = input;
    const delivery = await readPendingDelivery(database, deliveryId, sequence);
    if (delivery === null || delivery.attemptNumber > attemptNumber)
      return recordedOutcome(deliveryId, sequence, attemptNumber, delivery);
    if (delivery.isClaimed) return 'claimed';
    const { attemptId, workspaceId, endpointUrl, lateMs, isStarted } = delivery;
    const firstDelayMs = delayBeforeAttemptMs(schedule, 1, Math.random()) ?? 0;
    if (!waited && attemptNumber === 1 && firstDelayMs > 0)
      return postpone(input, attemptId, firstDelayMs, false);
    // An earlier run of this activity may have sent the attempt without recording it. This write proves that Postgres
    // accepts writes before the attempt is sent again. The write also sets the due time of an early or long overdue
    // attempt to now, which marks the attempt as in progress. It keeps other workers from claiming the delivery.
    const mustMark =
      !isStarted || mayHaveBeenSent || activityInfo().attempt > 1 || lateMs < 0 || lateMs > maxUnmarkedLateMs;
    if (mustMark && !(await postponeAttempt(database, attemptId, 0))) return 'changed';

    const permit = await limiter.acquire(workspaceId, endpointUrl);
    if ('retryAfterMs' in permit) return postpone(input, attemptId, permit.retryAfterMs, true);
    return makeAttempt({ delivery: { ...delivery, deliveryId, sequence }, permit });
  }

  async function postpone(
    { deliveryId, attemptsBefore: sequence = 0 }: AttemptDeliveryInput,
    attemptId: string,
    delayMs: number,
    forTurn: boolean,
  ): Promise<AttemptOutcome> {
    await postponeAttempt(database, attemptId, delayMs);
    // Disabling a subscription skips only deliveries that are due later. This delivery may have been due at that
    // moment, so it is skipped here.
    return (await skipIfUndeliverable(database, deliveryId, sequence))
      ? { outcome: 'skipped' }
      : { outcome: 'wait', delayMs, forTurn };
  }

  /**
   * Returns the outcome of an attempt that another worker recorded, or that this worker recorded before it crashed.
   * @param next the delivery with its next attempt; null if the delivery has ended or has a newer sequence
   */
  async function recordedOutcome(
    deliveryId: string,
    sequence: number,
    attemptNumber: number,
    next: PendingDelivery | null,
  ): Promise<AttemptOutcome> {
    const recorded = await readAttemptResult(database, deliveryId, sequence, attemptNumber);
    if (recorded === null) return { outcome: 'ended' };
    const { deliveryStatus, attemptStatus, responseStatus, error } = recorded;
    const result = error ?? statusText(responseStatus);
    if (attemptStatus === 'succeeded') return { outcome: 'succeeded', result };
    if (deliveryStatus === 'skipped')
      return attemptStatus === 'failed' ? { outcome: 'skipped', result } : { outcome: 'skipped' };
    if (attemptStatus !== 'failed') return { outcome: 'ended' };
    if (deliveryStatus === 'failed') return { outcome: failedOutcome(responseStatus), result };
    return next === null
      ? { outcome: 'ended' }
      : { outcome: 'retry', result, delayMs: Math.max(0, -next.lateMs) };
  }
}
