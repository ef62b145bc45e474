import { activityInfo, log } from '@temporalio/activity';
import { delayBeforeAttemptMs } from '../../domain/retry-schedule.ts';
import type { Database } from '../../storage/postgres/database.ts';
import {
  type PendingDelivery,
  postponeAttempt,
  readPendingDelivery,
} from '../../storage/postgres/pending-deliveries.ts';
import { recordAttempt } from '../../storage/postgres/record-attempt.ts';
import type { SecretCipher } from '../../storage/postgres/secret-cipher.ts';
import {
  readSkippedReason,
  skipIfUndeliverable,
  skipWaitingDeliveries,
} from '../../storage/postgres/skipped-deliveries.ts';
import { isSuccess } from '../net/exchange.ts';
import type { HttpsSender, SendResult } from '../net/https-sender.ts';
import { retryAfterSeconds } from '../net/retry-after.ts';
import { signatureHeaders } from '../net/signature-headers.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { createDeliveryLimiter, defaultDeliveryLimits, type DeliveryLimits } from './delivery-limiter.ts';

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
}

/** The outcome of an attempt. A failed attempt is a value and not a thrown error. */
export type AttemptOutcome =
  | { outcome: 'succeeded' | 'exhausted' | 'gone' | 'skipped'; result: string }
  | { outcome: 'retry'; result: string; delayMs: number }
  /**
   * Nothing was sent yet. The concurrency limit is reached if `forTurn` is true; otherwise the first attempt has a
   * delay.
   */
  | { outcome: 'wait'; delayMs: number; forTurn: boolean }
  /**
   * Nothing was sent: the subscription is disabled or deleted, the delivery has ended, or a new sequence of attempts
   * replaced this one.
   */
  | { outcome: 'skipped' | 'ended' };

/** A finished attempt, for metrics. */
export interface ObservedAttempt {
  /** `succeeded`, or the class of the fault. */
  result: string;
  /** Position of the attempt in the retry schedule, from 1. */
  position: number;
  durationMs: number;
  /** Milliseconds from the creation of the event to the attempt. Null for a redelivery. */
  sinceEventMs: number | null;
}
export type AttemptObserver = (attempt: ObservedAttempt) => void;

interface Deps {
  database: Database;
  secrets: SecretCipher;
  sender: HttpsSender;
  /** Delay in seconds before each attempt. */
  schedule: readonly number[];
  limits?: DeliveryLimits;
  onAttempt?: AttemptObserver | undefined;
}

/** The effect of a response, or of a missing response, on the delivery. */
interface Verdict {
  outcome: 'succeeded' | 'gone' | 'failed';
  /** The fault in one line that begins with the class of the fault. Null for a 2xx response. */
  fault: string | null;
  /** HTTP status of the response. Null if there was no response. */
  responseStatus: number | null;
  /** Delay in seconds that the endpoint requested with `Retry-After`. Null if it requested none. */
  retryAfterSeconds: number | null;
}

const userAgent = 'Assay-Webhooks/0.1';
const goneStatus = 410;
/**
 * An attempt that is overdue by more milliseconds than this gets a new due time before it is sent. An attempt that is
 * overdue by 10 minutes counts as abandoned, so another process could skip it while it is being sent.
 */
const maxUnmarkedLateMs = 60_000;

/**
 * Makes an attempt of a delivery and records its result. Every attempt of a delivery sends the same id and bytes with
 * a new signature.
 *
 * A crash between sending and recording repeats the attempt, so an event is delivered at least once. A crash after
 * recording does not shorten the delay before the next attempt. If two workers make the same attempt, the result that
 * is recorded first counts.
 *
 * If a secret cannot be decrypted, nothing is sent and no attempt is used up: the activity throws, and Temporal retries
 * it without a limit.
 */
export function createAttemptDelivery(deps: Deps) {
  const { database, secrets, sender, schedule, limits = defaultDeliveryLimits, onAttempt } = deps;
  const acquirePermit = createDeliveryLimiter(limits);

  return async function attemptDelivery(input: AttemptDeliveryInput): Promise<AttemptOutcome> {
    for (;;) {
      const outcome = await attemptOnce(input);
      if (outcome !== 'changed') return outcome;
    }
  };

  /** Returns `changed` if another process changed the delivery meanwhile. The delivery must then be read again. */
  async function attemptOnce(input: AttemptDeliveryInput): Promise<AttemptOutcome | 'changed'> {
    const { deliveryId, attemptNumber, attemptsBefore: sequence = 0, waited } = input;
    const delivery = await readPendingDelivery(database, deliveryId, sequence);
    if (delivery === null) {
      const skippedReason = await readSkippedReason(database, deliveryId, sequence);
      return { outcome: skippedReason === null ? 'ended' : 'skipped' };
    }
    if (!delivery.isDeliverable || delivery.secret === null)
      return (await skipIfUndeliverable(database, deliveryId, sequence)) ? { outcome: 'skipped' } : 'changed';
    if (delivery.attemptNumber > attemptNumber) {
      // A worker recorded this attempt and crashed before it reported the outcome to Temporal.
      return { outcome: 'retry', result: 'recorded before', delayMs: Math.max(0, -delivery.lateMs) };
    }
    const { attemptId, workspaceId, subscriptionId, endpointUrl, lateMs } = delivery;
    const signingSecrets = [delivery.secret, delivery.previousSecret]
      .filter((stored) => stored !== null)
      .map((stored) => secrets.decrypt(stored, subscriptionId));
    const firstDelayMs = delayBeforeAttemptMs(schedule, 1, Math.random()) ?? 0;
    if (!waited && attemptNumber === 1 && firstDelayMs > 0)
      return postpone(input, attemptId, firstDelayMs, false);
    // An earlier run of this activity may have sent the attempt without recording it. This write proves that Postgres
    // accepts writes before the attempt is sent again. The write also sets the due time of an early or long overdue
    // attempt to now, which marks the attempt as in progress.
    const mustMark = activityInfo().attempt > 1 || lateMs < 0 || lateMs > maxUnmarkedLateMs;
    if (mustMark && !(await postponeAttempt(database, attemptId, 0))) return 'changed';

    const permit = await acquirePermit(`${workspaceId} ${new URL(endpointUrl).href}`, workspaceId);
    if ('retryAfterMs' in permit) return postpone(input, attemptId, permit.retryAfterMs, true);
    const startedAt = new Date();
    const sent = await send(delivery, signingSecrets, startedAt).finally(() => permit.release(true));
    return record(input, delivery, startedAt, sent);
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
   * Sends the payload with a signature for the time `at`. During a secret rotation, the headers also contain a
   * signature with the previous secret.
   */
  function send(
    { endpointUrl, eventId, payload }: PendingDelivery,
    signingSecrets: readonly string[],
    at: Date,
  ): Promise<SendResult> {
    return withHeartbeat(() => {
      const headers = {
        'content-type': 'application/json',
        'user-agent': userAgent,
        ...signatureHeaders(signingSecrets, eventId, at, payload),
      };
      return sender.post(endpointUrl, headers, payload);
    });
  }

  /** Records an attempt that was sent. If the attempt failed, schedules the next attempt. */
  async function record(
    { deliveryId, attemptNumber, attemptsBefore: sequence = 0 }: AttemptDeliveryInput,
    { attemptId, workspaceId, subscriptionId, createdAt }: PendingDelivery,
    startedAt: Date,
    sent: SendResult,
  ): Promise<AttemptOutcome | 'changed'> {
    const { durationMs } = sent;
    const { outcome, fault, responseStatus, retryAfterSeconds: askedSeconds } = judge(sent, startedAt);
    // Each sequence of attempts starts the retry schedule from the beginning. The first attempt of a redelivery has no
    // delay.
    const position = attemptNumber - sequence;
    const delayMs =
      outcome === 'failed' ? delayBeforeAttemptMs(schedule, position + 1, Math.random(), askedSeconds) : null;
    onAttempt?.({
      result: fault === null ? 'succeeded' : fault.split(':', 1)[0]!,
      position,
      durationMs,
      sinceEventMs: sequence === 0 ? startedAt.getTime() - createdAt.getTime() : null,
    });
    const recorded = await recordAttempt(database, {
      deliveryId,
      attemptId,
      succeeded: outcome === 'succeeded',
      startedAt,
      durationMs,
      responseStatus,
      error: fault,
      nextDelayMs: delayMs,
      disableReason: outcome === 'gone' ? 'the endpoint answered 410 Gone' : null,
    });
    if (recorded.disabledSubscription) await skipWaiting(workspaceId, subscriptionId);
    // Another worker recorded this attempt first. Only the first record counts.
    if (recorded.status === null) return 'changed';
    const result = fault ?? statusText(responseStatus);
    const isSkipped =
      recorded.status === 'skipped' ||
      (recorded.status === 'pending' && (await skipIfUndeliverable(database, deliveryId, sequence)));
    if (isSkipped) return { outcome: 'skipped', result };
    if (delayMs !== null) return { outcome: 'retry', result, delayMs };
    return { outcome: outcome === 'failed' ? 'exhausted' : outcome, result };
  }

  /**
   * Skips the pending deliveries of a disabled subscription. An error is only logged, because each delivery is also
   * skipped when it is due.
   */
  async function skipWaiting(workspaceId: string, subscriptionId: string): Promise<void> {
    try {
      await withHeartbeat(() => skipWaitingDeliveries(database, workspaceId, subscriptionId));
    } catch (error) {
      log.warn('the deliveries of a disabled subscription could not be skipped', { subscriptionId, error });
    }
  }
}

/** Returns the effect of a response on its delivery. A 2xx response is a success, whatever its body contains. */
function judge(sent: SendResult, sentAt: Date): Verdict {
  if (sent.kind === 'error') {
    const fault = `${sent.errorClass}: ${sent.message}`;
    return { outcome: 'failed', fault, responseStatus: null, retryAfterSeconds: null };
  }
  const { status, headers } = sent;
  const isOk = isSuccess(status);
  const header = status === 429 || status === 503 ? headers['retry-after'] : undefined;
  return {
    outcome: isOk ? 'succeeded' : status === goneStatus ? 'gone' : 'failed',
    fault: isOk ? null : statusText(status),
    responseStatus: status,
    retryAfterSeconds: typeof header === 'string' ? retryAfterSeconds(header, sentAt) : null,
  };
}

const statusText = (status: number | null): string => `status: HTTP ${status}`;
