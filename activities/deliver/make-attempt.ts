import { classOf } from '@assay/domain/delivery-description.ts';
import { delayBeforeAttemptMs } from '@assay/domain/retry-schedule.ts';
import { createKeyedBatcher } from '@assay/domain/lib/concurrency.ts';
import type { Database } from '@assay/storage/database/database.ts';
import type { PendingDelivery } from '@assay/storage/webhooks/pending-deliveries.ts';
import {
  recordFailure,
  type RecordedFailure,
  recordSuccesses,
  type SuccessRecord,
} from '@assay/storage/webhooks/record-attempt.ts';
import type { SecretCipher } from '@assay/storage/accounts/secret-cipher.ts';
import { skipIfUndeliverable, skipWaitingDeliveries } from '@assay/storage/webhooks/skipped-deliveries.ts';
import { isSuccess } from '@assay/sender/is-success.ts';
import type { HttpsSender, SendResult } from '@assay/sender/https-sender.ts';
import { retryAfterSeconds } from '@assay/sender/retry-after.ts';
import { signatureHeaders } from '@assay/sender/signature-headers.ts';
import type { Permit } from './adaptive-limiter.ts';
import type { HostSlots } from './host-slots.ts';

/**
 * The outcome of an attempt. A failed attempt is a value and not a thrown error. `skipped` without a `result` means
 * that nothing was sent, because the subscription does not accept the attempt.
 */
export type MadeAttempt =
  | { outcome: 'succeeded' | 'exhausted' | 'gone'; result: string }
  | { outcome: 'skipped'; result?: string }
  | { outcome: 'retry'; result: string; delayMs: number };

/**
 * The result of `MakeAttempt`. `changed`: another process changed the delivery concurrently. `postponed`: nothing was
 * sent, because the host of an endpoint that is not confirmed has no free slot.
 */
export type AttemptResult = MadeAttempt | 'changed' | 'postponed';

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

export interface AttemptDeps {
  database: Database;
  secrets: SecretCipher;
  sender: HttpsSender;
  /** Delay in seconds before each attempt. */
  schedule: readonly number[];
  /** URL or mail address of the operator (`WEBHOOK_CONTACT`). Absent or null: requests contain no contact. */
  contact?: string | null | undefined;
  onAttempt?: AttemptObserver | undefined;
  warn: (message: string, fields: Record<string, unknown>) => void;
}

export interface AttemptTarget {
  delivery: PendingDelivery & { deliveryId: string; sequence: number };
  permit: Permit;
  /** True if the delivery has a workflow. False if the caller starts the workflow only after a failed attempt. */
  hasWorkflow: boolean;
  onSend?: () => void;
}

/** The effect of a response, or of a missing response, on the delivery. */
type Verdict =
  | { outcome: 'succeeded'; responseStatus: number }
  | {
      outcome: 'gone' | 'failed';
      /** The fault in one line: the class of the fault, a colon, and details. */
      fault: string;
      /** HTTP status of the response. Null if there was no response. */
      responseStatus: number | null;
      /** Delay in seconds that the endpoint requested with `Retry-After`. Null if it requested none. */
      retryAfterSeconds: number | null;
    };

/** Added to the error text of an attempt whose request was sent on two connections. */
const resentNote = 'resent: the endpoint closed a kept connection without an answer';

const product = 'Assay-Webhooks/0.1';
const goneStatus = 410;
/** Maximum number of successful attempts that one statement records. */
const maxBatch = 100;

export type MakeAttempt = (target: AttemptTarget) => Promise<AttemptResult>;

/**
 * Creates the function that sends an attempt and records its result. Every attempt of a delivery sends the same id and
 * bytes with a new signature. Attempts of a workspace that succeed at the same time are recorded in one statement. If
 * the statement fails, each attempt is recorded separately, because an attempt without a record is made again.
 *
 * If two workers make the same attempt, the result that is recorded first counts. The function throws if the result
 * cannot be recorded. It also throws if a secret cannot be decrypted; nothing was sent in this case.
 */
export function createMakeAttempt(
  { database, secrets, sender, schedule, contact = null, onAttempt, warn }: AttemptDeps,
  hosts: HostSlots,
): MakeAttempt {
  const userAgent = contact === null ? product : `${product} (+${contact})`;
  // Each workspace has its own batches, so a statement that waits for a lock of one workspace does not delay the
  // others.
  const recordSuccess = createKeyedBatcher(
    async (attempts: readonly SuccessRecord[]) => {
      const ended = await recordSuccesses(database, attempts);
      return attempts.map(({ deliveryId }) => ended.has(deliveryId));
    },
    maxBatch,
    { triesAlone: true },
  );

  return async function makeAttempt(target: AttemptTarget): Promise<AttemptResult> {
    const { delivery, permit } = target;
    if (!delivery.isDeliverable || delivery.secret === null) {
      permit.release(null);
      const isSkipped = await skipIfUndeliverable(database, delivery.deliveryId, delivery.sequence);
      return isSkipped ? { outcome: 'skipped' } : 'changed';
    }
    let tookMs: number | null = null;
    let sent: SendResult | 'postponed';
    const startedAt = new Date();
    const startedAtMs = performance.now();
    try {
      const headers = signedHeaders(delivery, startedAt);
      target.onSend?.();
      sent = await send(delivery, headers);
      tookMs = performance.now() - startedAtMs;
    } finally {
      permit.release(tookMs);
    }
    return sent === 'postponed' ? sent : record(target, startedAt, sent);
  };

  /**
   * Sends the request. While the endpoint is not confirmed, the request needs a slot of its host and of the address to
   * which it connects. Each attempt connects to one address only, in turn, because the owner of the name could add the
   * addresses of other hosts.
   */
  async function send(
    { workspaceId, endpointUrl, isConfirmed, payload, attemptNumber }: PendingDelivery,
    headers: Record<string, string>,
  ): Promise<SendResult | 'postponed'> {
    if (isConfirmed) return sender.post(endpointUrl, headers, payload);
    const destination = await sender.resolve(endpointUrl, attemptNumber - 1);
    if (destination.kind === 'error') return destination;
    const freeSlot = await hosts.acquire(workspaceId, destination.publicHosts);
    if (freeSlot === null) return 'postponed';
    try {
      return await sender.post(endpointUrl, headers, payload, { destination });
    } finally {
      freeSlot();
    }
  }

  /**
   * Returns the headers of an attempt, with a signature for the time `at`. During a secret rotation, they also contain
   * a signature with the previous secret. A test event has the body of a real event, so a header marks it.
   */
  function signedHeaders(
    { eventId, payload, isTest, subscriptionId, secret, previousSecret }: PendingDelivery,
    at: Date,
  ): Record<string, string> {
    const signingSecrets = [secret, previousSecret]
      .filter((stored) => stored !== null)
      .map((stored) => secrets.decrypt(stored, subscriptionId));
    return {
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...signatureHeaders(signingSecrets, eventId, at, payload),
      ...(isTest ? { 'webhook-test': 'true' } : {}),
    };
  }

  async function record(
    { delivery, hasWorkflow }: AttemptTarget,
    startedAt: Date,
    sent: SendResult,
  ): Promise<MadeAttempt | 'changed'> {
    const { deliveryId, sequence, attemptId, attemptNumber, workspaceId, subscriptionId, createdAt } =
      delivery;
    const { durationMs } = sent;
    const verdict = judge(sent, startedAt);
    const note = sent.isResent === true ? resentNote : null;
    // Each sequence of attempts starts the retry schedule from the beginning.
    const position = attemptNumber - sequence;
    onAttempt?.({
      result: verdict.outcome === 'succeeded' ? 'succeeded' : classOf(verdict.fault),
      position,
      durationMs,
      sinceEventMs: sequence === 0 ? startedAt.getTime() - createdAt.getTime() : null,
    });
    const attempt = { deliveryId, attemptId, startedAt, durationMs };
    if (verdict.outcome === 'succeeded') {
      const { outcome, responseStatus } = verdict;
      // Another worker may have recorded this attempt. Only the first record counts.
      const isRecorded = await recordSuccess(workspaceId, { ...attempt, responseStatus, note });
      return isRecorded ? { outcome, result: statusText(responseStatus) } : 'changed';
    }
    const { outcome, fault, responseStatus, retryAfterSeconds: requestedSeconds } = verdict;
    const result = note === null ? fault : `${fault}; ${note}`;
    const delayMs =
      outcome === 'failed'
        ? delayBeforeAttemptMs(schedule, position + 1, Math.random(), requestedSeconds)
        : null;
    const made: MadeAttempt =
      delayMs !== null
        ? { outcome: 'retry', result, delayMs }
        : { outcome: outcome === 'failed' ? 'exhausted' : outcome, result };
    const recorded: RecordedFailure = await recordFailure(database, {
      ...attempt,
      responseStatus,
      error: result,
      nextDelayMs: delayMs,
      disableReason: outcome === 'gone' ? 'the endpoint answered 410 Gone' : null,
      hasWorkflow,
    });
    if (recorded.disabledSubscription) await skipWaiting(workspaceId, subscriptionId);
    if (recorded.status === null) return 'changed';
    const isSkipped =
      recorded.status === 'skipped' ||
      (recorded.status === 'pending' && (await skipIfUndeliverable(database, deliveryId, sequence)));
    return isSkipped ? { outcome: 'skipped', result } : made;
  }

  /**
   * Skips the pending deliveries of a disabled subscription. Errors are only logged, because each remaining delivery is
   * skipped when its next attempt is due.
   */
  async function skipWaiting(workspaceId: string, subscriptionId: string): Promise<void> {
    try {
      await skipWaitingDeliveries(database, workspaceId, subscriptionId);
    } catch (error) {
      warn('the deliveries of a disabled subscription could not be skipped', { subscriptionId, error });
    }
  }
}

/** Returns the effect of a response on its delivery. A 2xx response is a success, regardless of its body. */
function judge(sent: SendResult, sentAt: Date): Verdict {
  if (sent.kind === 'error') {
    const fault = `${sent.errorClass}: ${sent.message}`;
    return { outcome: 'failed', fault, responseStatus: null, retryAfterSeconds: null };
  }
  const { status, headers } = sent;
  if (isSuccess(status)) return { outcome: 'succeeded', responseStatus: status };
  const header = status === 429 || status === 503 ? headers['retry-after'] : undefined;
  return {
    outcome: status === goneStatus ? 'gone' : 'failed',
    fault: statusText(status),
    responseStatus: status,
    retryAfterSeconds: typeof header === 'string' ? retryAfterSeconds(header, sentAt) : null,
  };
}

export const statusText = (status: number | null): string => `status: HTTP ${status}`;

/** Returns the outcome of a delivery whose last attempt failed and that has no further attempt. */
export const failedOutcome = (responseStatus: number | null): 'gone' | 'exhausted' =>
  responseStatus === goneStatus ? 'gone' : 'exhausted';
