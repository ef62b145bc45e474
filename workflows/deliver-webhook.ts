import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  defineUpdate,
  patched,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { AttemptOutcome, StartedAttempt } from '../activities/deliver/attempt-delivery.ts';
import type { CancelOutcome } from '../activities/deliver/cancel-delivery.ts';
import { classOf, describeOutcome } from '@assay/domain/delivery-description.ts';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import type { DeliverWebhookInput } from '@assay/domain/workflow-inputs.ts';
import { attemptDelivery, cancelDelivery, startAttempt } from './activities.ts';

/** Makes the next attempt immediately and returns its result. Rejected while an attempt is in progress. */
export const deliverNowUpdate = defineUpdate<string>('deliverNow');

/** Cancels the delivery and returns its outcome. An attempt in progress is completed first. */
export const cancelUpdate = defineUpdate<string>('cancel');

/**
 * Maximum number of events in a run's history. It is far below Temporal's limit, but enough for usual schedules: an
 * attempt and the wait before it take 11 events.
 */
const maxHistoryEvents = 500;

/**
 * Delivers one event to one subscription and returns the outcome. Makes attempts until one succeeds, the schedule is
 * exhausted, or the delivery is skipped or cancelled. The activity returns the delay before each attempt. Usually the
 * worker that claimed the delivery has made the first attempt (`lastAttempt`), which may have ended the delivery
 * (`endedAs`).
 */
export async function deliverWebhook({
  deliveryId,
  attemptsBefore: sequence = 0,
  resumeAt,
  waitMs,
  isClaimed = false,
  lastAttempt,
  endedAs,
}: DeliverWebhookInput): Promise<string> {
  const history: string[] = lastAttempt === undefined ? [] : [rowOf(lastAttempt)];
  let attemptNumber = resumeAt ?? sequence + 1;
  let madeCount = 0;
  let lastResult = '';
  let waiting = false;
  let immediate = false;
  let cancelled = CancellationScope.current().consideredCancelled;
  // A run inherits the search attributes of the run that it continues.
  let failureType = workflowInfo().typedSearchAttributes.get(searchAttributes.failureType) ?? null;
  let outcome: string | null = null;

  if (endedAs !== undefined) {
    show();
    return endedAs;
  }
  setHandler(deliverNowUpdate, deliverNow, {
    description: 'Makes the next attempt at once.',
    validator: () => {
      rejectIfEnded();
      if (!waiting) throw rejection('attempt_under_way', `Attempt ${attemptNumber} is being made`);
    },
  });
  setHandler(cancelUpdate, cancel, {
    description: 'Ends the delivery after the attempt in progress.',
    validator: rejectIfEnded,
  });
  // A cancellation through Temporal is recorded like a cancellation through the update.
  CancellationScope.current().cancelRequested.catch(() => (cancelled = true));
  outcome = await CancellationScope.nonCancellable(deliver);
  // Most deliveries have no update to wait for, and the SDK records a stack trace for each promise.
  if (!allHandlersFinished()) await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  return outcome;

  async function deliver(): Promise<string> {
    // Earlier releases made the first attempt before they checked for a cancellation.
    if (cancelled && patched('cancelled before the first attempt')) return recordCancellation();
    if (lastAttempt !== undefined) recordFailureType(lastAttempt.result);
    if (waitMs !== undefined) {
      show(`due ${clock(waitMs)}`);
      await waitFor(waitMs);
      if (cancelled) return recordCancellation();
    }
    let started = isClaimed ? await startFirstAttempt() : null;
    for (let waited = resumeAt !== undefined; ; waited = true) {
      show('in progress');
      const attempt =
        started !== null && started.outcome !== 'inProgress'
          ? started
          : await attemptDelivery.executeWithOptions({ summary: `attempt ${attemptNumber}` }, [
              {
                ...{ deliveryId, attemptNumber, attemptsBefore: sequence, waited },
                ...(started === null ? {} : { mayHaveBeenSent: true }),
              },
            ]);
      started = null;
      madeCount++;
      lastResult = resultOf(attempt);
      if ('result' in attempt && attempt.result !== undefined)
        history.push(rowOf({ attemptNumber, at: new Date().toISOString(), result: attempt.result }));
      if (attempt.outcome !== 'retry' && attempt.outcome !== 'wait') {
        show();
        upsertSearchAttributes([
          ...describeOutcome(attempt.outcome, 'result' in attempt ? attempt.result : undefined),
          ...(attempt.outcome === 'succeeded' && failureType !== null
            ? [{ key: searchAttributes.failureType, value: null }]
            : []),
        ]);
        return attempt.outcome;
      }
      if (attempt.outcome === 'retry') {
        recordFailureType(attempt.result);
        attemptNumber++;
      }
      const isTurn = attempt.outcome === 'wait' && attempt.forTurn;
      show(`due ${clock(attempt.delayMs)}${isTurn ? ', waiting for a turn' : ''}`);
      await waitFor(attempt.delayMs);
      if (cancelled) return recordCancellation();
      if (workflowInfo().historyLength > maxHistoryEvents && allHandlersFinished())
        await continueAsNew<typeof deliverWebhook>({
          deliveryId,
          attemptsBefore: sequence,
          resumeAt: attemptNumber,
        });
    }
  }

  /** Executes the local activity that is in histories with `isClaimed`. */
  function startFirstAttempt(): Promise<StartedAttempt> {
    return startAttempt
      .executeWithOptions({ summary: `attempt ${attemptNumber}` }, [{ deliveryId, attemptsBefore: sequence }])
      .catch(() => ({ outcome: 'inProgress' }));
  }

  /** Sets the search attribute with which operators find failing deliveries. */
  function recordFailureType(result: string): void {
    const type = classOf(result);
    // An unchanged value is not written again. `patched` is needed because histories of earlier releases do not contain
    // this write.
    if (type === result || type === failureType || !patched('failure type of each attempt')) return;
    failureType = type;
    upsertSearchAttributes([{ key: searchAttributes.failureType, value: type }]);
  }

  /** Shows the attempts in the workflow's current details. `next` is the state of the next attempt, if any. */
  function show(next?: string): void {
    const rows = next === undefined ? history : [...history, `| ${attemptNumber} | | ${next} |`];
    setCurrentDetails(['| attempt | made | result |', '| --- | --- | --- |', ...rows].join('\n'));
  }

  async function waitFor(delayMs: number): Promise<void> {
    [waiting, immediate] = [true, false];
    // Temporal's timers take at least 1 ms. With a timeout of 0, the SDK may start no timer, and recorded histories
    // would not replay.
    await condition(() => immediate || cancelled, Math.max(1, delayMs), {
      summary: `until attempt ${attemptNumber}`,
    });
    waiting = false;
  }

  async function recordCancellation(): Promise<string> {
    const result = cancellationOutcome(await cancelDelivery({ deliveryId, attemptsBefore: sequence }));
    upsertSearchAttributes([{ key: searchAttributes.outcome, value: result }]);
    return result;
  }

  async function deliverNow(): Promise<string> {
    immediate = true;
    const before = madeCount;
    await condition(() => madeCount > before || outcome !== null);
    return lastResult;
  }

  async function cancel(): Promise<string> {
    cancelled = true;
    await condition(() => outcome !== null);
    return outcome!;
  }

  function rejectIfEnded(): void {
    if (cancelled || outcome !== null)
      throw rejection('work_ended', 'The delivery has ended, or is being cancelled');
  }
}

/** Returns the result of an attempt for the operator who requested it. */
function resultOf(attempt: AttemptOutcome): string {
  if ('result' in attempt && attempt.result !== undefined) return attempt.result;
  return attempt.outcome === 'wait' ? 'waiting for a turn' : attempt.outcome;
}

/** Returns the outcome of a cancellation. Activities of earlier releases return nothing. */
function cancellationOutcome(outcome?: CancelOutcome | null): string {
  return outcome ?? 'cancelled';
}

/** Returns the row of an attempt in the table of the workflow's current details. */
function rowOf({ attemptNumber, at, result }: { attemptNumber: number; at: string; result: string }): string {
  return `| ${attemptNumber} | ${readableTime(at)} | ${result} |`;
}

/** Returns the time `inMs` milliseconds from now as readable text in UTC. */
function clock(inMs = 0): string {
  return readableTime(new Date(Date.now() + inMs).toISOString());
}

/** Returns an ISO 8601 time in UTC as readable text. */
function readableTime(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`;
}

function rejection(type: string, message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, type);
}
