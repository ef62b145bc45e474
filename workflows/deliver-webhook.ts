import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  defineUpdate,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { AttemptOutcome } from '../activities/deliver/attempt-delivery.ts';
import { classOf, describeOutcome } from '@assay/domain/delivery-description.ts';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import type { DeliverWebhookInput } from '@assay/domain/workflow-inputs.ts';
import { attemptDelivery, cancelDelivery, firstAttempt } from './activities.ts';

/**
 * Makes the next attempt immediately and returns its result. Rejected while an attempt is in progress, and after the
 * delivery has ended or was cancelled.
 */
export const deliverNowUpdate = defineUpdate<string>('deliverNow');

/** Cancels the delivery and returns its outcome. An attempt in progress is completed first. */
export const cancelUpdate = defineUpdate<string>('cancel');

/**
 * Maximum number of events in a run's history. Beyond it, the workflow continues as a new run. The number is far below
 * Temporal's limit, but enough for usual schedules: one attempt, with the wait before it, takes 11 events.
 */
const maxHistoryEvents = 500;

/**
 * Delivers one event to one subscription and returns the outcome. Makes attempts until one succeeds, the schedule is
 * exhausted, or the delivery is skipped or cancelled. The first attempt is a local activity. Later attempts are
 * activities, and so is a first attempt that takes long. The result of an attempt contains the delay before the next
 * one.
 */
export async function deliverWebhook(input: DeliverWebhookInput): Promise<string> {
  const { deliveryId, sequence } = input;
  const history: string[] = [];
  let { attemptNumber } = input;
  let madeCount = 0;
  let lastResult = '';
  let waiting = false;
  let immediate = false;
  let cancelled = CancellationScope.current().consideredCancelled;
  // A run inherits the search attributes of the run that it continues.
  let failureType = workflowInfo().typedSearchAttributes.get(searchAttributes.failureType) ?? null;
  let outcome: string | null = null;

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
  outcome = await CancellationScope.nonCancellable(() => (cancelled ? recordCancellation() : deliver()));
  await CancellationScope.nonCancellable(() => condition(allHandlersFinished));
  return outcome;

  async function deliver(): Promise<string> {
    for (let waited = false; ; waited = true) {
      show(`in progress since ${clock()}`);
      const attempt = await makeAttempt(waited);
      madeCount++;
      lastResult = resultOf(attempt);
      if ('result' in attempt && attempt.result !== undefined)
        history.push(`| ${attemptNumber} | ${clock()} | ${attempt.result} |`);
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
        await continueAsNew<typeof deliverWebhook>({ deliveryId, sequence, attemptNumber });
    }
  }

  /**
   * Makes the next attempt.
   * @param waited false for the first attempt of this run
   */
  async function makeAttempt(waited: boolean): Promise<AttemptOutcome> {
    const options = { summary: `attempt ${attemptNumber}` };
    if (!waited && attemptNumber === sequence + 1) {
      // If the local activity cannot make or record the attempt, `attemptDelivery` repeats it until it can.
      const made = await firstAttempt
        .executeWithOptions(options, [{ deliveryId, sequence }])
        .catch(() => null);
      if (made !== null) return made;
    }
    return attemptDelivery.executeWithOptions(options, [{ deliveryId, sequence, attemptNumber, waited }]);
  }

  /** Sets the search attribute with which operators find failing deliveries. */
  function recordFailureType(result: string): void {
    const type = classOf(result);
    if (type === result || type === failureType) return;
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
    // Temporal's timers take at least 1 ms. With a timeout of 0, the SDK may start no timer.
    await condition(() => immediate || cancelled, Math.max(1, delayMs), {
      summary: `until attempt ${attemptNumber}`,
    });
    waiting = false;
  }

  async function recordCancellation(): Promise<string> {
    const result = await cancelDelivery({ deliveryId, sequence });
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

/** Returns the time `inMs` milliseconds from now as readable text in UTC. */
function clock(inMs = 0): string {
  return `${new Date(Date.now() + inMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function rejection(type: string, message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, type);
}
