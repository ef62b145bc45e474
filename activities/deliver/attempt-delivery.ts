import { activityInfo, log } from '@temporalio/activity';
import { delayBeforeAttemptMs } from '../../domain/retry-schedule.ts';
import type { Database } from '../../storage/postgres/database.ts';
import {
  type PendingDelivery,
  postponeAttempt,
  readPendingDelivery,
} from '../../storage/postgres/pending-deliveries.ts';
import { recordAttempt } from '../../storage/postgres/record-attempt.ts';
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
import { createTurns, defaultDeliveryLimits, type DeliveryLimits } from './turns.ts';

export interface AttemptDeliveryInput {
  deliveryId: string;
  /** The attempt that is wanted, from 1. */
  attemptNumber: number;
  /** How many attempts the delivery had before this sequence; absent in the first. */
  attemptsBefore?: number;
  /** The wait before it is over. */
  waited: boolean;
}

/** What became of an attempt; `retry` says when the next is due. A failed attempt is a value, not a throw. */
export type AttemptOutcome =
  | { outcome: 'succeeded' | 'exhausted' | 'gone' | 'skipped'; result: string }
  | { outcome: 'retry'; result: string; delayMs: number }
  /** The schedule has a wait before the first attempt, or the endpoint has as many under way as it may. */
  | { outcome: 'wait'; delayMs: number; forTurn: boolean }
  /** Nothing was sent: the subscription is disabled or deleted, or the delivery had ended or was begun anew. */
  | { outcome: 'skipped' | 'ended' };

/** An attempt that was made, for whoever counts them. */
export interface ObservedAttempt {
  /** `succeeded`, or the class of the fault. */
  result: string;
  /** Its place in the schedule, from 1. */
  place: number;
  durationMs: number;
  /** From the writing of the event to the attempt; null where the delivery was asked for again. */
  sinceEventMs: number | null;
}
export type AttemptObserver = (attempt: ObservedAttempt) => void;

interface Deps {
  database: Database;
  sender: HttpsSender;
  /** Seconds before each attempt. */
  schedule: readonly number[];
  limits?: DeliveryLimits;
  onAttempt?: AttemptObserver | undefined;
}

const userAgent = 'Assay-Webhooks/0.1';
const goneStatus = 410;
/** Well below what `notInProgress` takes for too long. */
const noticeableMs = 60_000;

/**
 * Makes an attempt of a delivery and records it: signed afresh, with the same id and the same bytes as every other
 * attempt. A crash between sending and recording leads to the same attempt again, never to a loss; a crash after
 * recording does not make the next one early. Of two workers that make the same attempt, as when one was only slow, the first
 * to record it decides.
 */
export function createAttemptDelivery(deps: Deps) {
  const { database, sender, schedule, limits = defaultDeliveryLimits, onAttempt } = deps;
  const takeTurn = createTurns(limits);
  return async function attemptDelivery(input: AttemptDeliveryInput): Promise<AttemptOutcome> {
    const { deliveryId, attemptNumber, attemptsBefore = 0, waited } = input;
    const delivery = await readPendingDelivery(database, deliveryId, attemptsBefore);
    if (delivery === null) {
      const skippedReason = await readSkippedReason(database, deliveryId, attemptsBefore);
      return { outcome: skippedReason === null ? 'ended' : 'skipped' };
    }
    if (!delivery.isDeliverable || delivery.secret === null) {
      return (await skipIfUnwanted()) ? { outcome: 'skipped' } : attemptDelivery(input);
    }
    if (delivery.attemptNumber > attemptNumber) {
      // A worker made this attempt and recorded it, and did not live to say so.
      return { outcome: 'retry', result: 'recorded before', delayMs: Math.max(0, -delivery.lateMs) };
    }
    // Its place in the schedule, which every sequence begins anew; one that was asked for begins at once.
    const place = attemptNumber - attemptsBefore;
    const firstDelayMs = delayBeforeAttemptMs(schedule, 1, Math.random()) ?? 0;
    const { attemptId, workspaceId, subscriptionId, endpointUrl, lateMs } = delivery;
    if (!waited && attemptNumber === 1 && firstDelayMs > 0) return wait(firstDelayMs, false);
    if (activityInfo().attempt > 1 || lateMs < 0 || lateMs > noticeableMs) {
      // It failed before, perhaps once it had been sent: not again before Postgres can note down what comes of it. And one that
      // was hurried, or has been due for long, is not to be taken for one that nobody makes.
      if (!(await postponeAttempt(database, attemptId, 0))) return attemptDelivery(input);
    }

    const turn = await takeTurn(`${workspaceId} ${new URL(endpointUrl).href}`, workspaceId);
    if ('comeBackMs' in turn) return wait(turn.comeBackMs, true);
    const startedAt = new Date();
    const sent = await send(delivery, startedAt).finally(() => turn.leave(true));
    const { outcome, fault } = judge(sent);
    const delayMs =
      outcome === 'failed'
        ? delayBeforeAttemptMs(schedule, place + 1, Math.random(), askedDelaySeconds(sent, startedAt))
        : null;
    onAttempt?.({
      result: fault === null ? 'succeeded' : fault.split(':', 1)[0]!,
      place,
      durationMs: sent.durationMs,
      sinceEventMs: attemptsBefore === 0 ? startedAt.getTime() - delivery.createdAt.getTime() : null,
    });
    const responseStatus = sent.kind === 'response' ? sent.status : null;
    const result = fault ?? statusOf(responseStatus);
    const recorded = await recordAttempt(database, {
      deliveryId,
      attemptId,
      succeeded: outcome === 'succeeded',
      startedAt,
      durationMs: sent.durationMs,
      responseStatus,
      error: fault,
      nextDelayMs: delayMs,
      disableReason: outcome === 'gone' ? 'the endpoint answered 410 Gone' : null,
    });
    if (recorded.disabledSubscription) await skipWaiting(workspaceId, subscriptionId);
    // A worker that was taken for dead made this attempt too, and recorded it first: what is on record holds.
    if (recorded.status === null) return attemptDelivery(input);
    if (recorded.status === 'skipped' || (recorded.status === 'pending' && (await skipIfUnwanted())))
      return { outcome: 'skipped', result };
    if (delayMs !== null) return { outcome: 'retry', result, delayMs };
    return { outcome: outcome === 'failed' ? 'exhausted' : outcome, result };

    async function wait(waitMs: number, forTurn: boolean): Promise<AttemptOutcome> {
      await postponeAttempt(database, attemptId, waitMs);
      return (await skipIfUnwanted())
        ? { outcome: 'skipped' }
        : { outcome: 'wait', delayMs: waitMs, forTurn };
    }

    /** Also once the next attempt is due later: whoever disabled the subscription before that has left the delivery alone. */
    function skipIfUnwanted(): Promise<boolean> {
      return skipIfUndeliverable(database, deliveryId, attemptsBefore);
    }
  };

  /** Signed at that time, with the secret that was rotated out too while it signs. */
  function send(delivery: PendingDelivery, at: Date): Promise<SendResult> {
    const { endpointUrl, eventId, payload, secret, previousSecret } = delivery;
    const secrets = [secret, previousSecret].filter((each) => each !== null);
    return withHeartbeat(() => {
      const headers = {
        'content-type': 'application/json',
        'user-agent': userAgent,
        ...signatureHeaders(secrets, eventId, at, payload),
      };
      return sender.post(endpointUrl, headers, payload);
    });
  }

  /** Once the attempt is on record: what fails here is told, and what is left waiting is skipped when it is due. */
  async function skipWaiting(workspaceId: string, subscriptionId: string): Promise<void> {
    try {
      await withHeartbeat(() => skipWaitingDeliveries(database, workspaceId, subscriptionId));
    } catch (error) {
      log.warn('deliveries of a disabled subscription still wait', { subscriptionId, error });
    }
  }
}

/** What an exchange means for its delivery, and what is wrong with it. */
function judge(sent: SendResult): { outcome: 'succeeded' | 'gone' | 'failed'; fault: string | null } {
  const fault = faultOf(sent);
  if (fault === null) return { outcome: 'succeeded', fault };
  const gone = sent.kind === 'response' && sent.status === goneStatus;
  return { outcome: gone ? 'gone' : 'failed', fault };
}

/** Returns the fault as one line that begins with its class. Null for a 2xx response, whatever its body. */
function faultOf(sent: SendResult): string | null {
  if (sent.kind === 'error') return `${sent.errorClass}: ${sent.message}`;
  return isSuccess(sent.status) ? null : statusOf(sent.status);
}

const statusOf = (status: number | null): string => `status: HTTP ${status}`;

function askedDelaySeconds(sent: SendResult, now: Date): number | null {
  if (sent.kind !== 'response' || (sent.status !== 429 && sent.status !== 503)) return null;
  const header = sent.headers['retry-after'];
  return typeof header === 'string' ? retryAfterSeconds(header, now) : null;
}
