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
import type { AttemptOutcome } from '../activities/deliver/attempt-delivery.ts';
import type { CancelOutcome } from '../activities/deliver/cancel-delivery.ts';
import { searchAttributes } from '../domain/search-attributes.ts';
import type { DeliverWebhookInput } from '../domain/workflow-inputs.ts';
import { attemptDelivery, cancelDelivery } from './activities.ts';

/** Makes the next attempt at once instead of waiting; answers what came of it. Refused while an attempt is under way. */
export const deliverNowUpdate = defineUpdate<string>('deliverNow');

/** Ends the delivery, after the attempt that is under way if there is one; answers how it ended. */
export const cancelUpdate = defineUpdate<string>('cancel');

/** Far below what Temporal allows, and what no usual schedule comes to: an attempt and its wait are 11 events. */
const maxHistoryEvents = 500;

/**
 * Delivers one event to one subscription: attempts, and waits between them as the activity says, until one
 * succeeds, the schedule is used up, or nobody wants it any more. Answers how it ended.
 */
export async function deliverWebhook({
  deliveryId,
  attemptsBefore = 0,
  resumeAt,
}: DeliverWebhookInput): Promise<string> {
  const history: string[] = [];
  let attemptNumber = resumeAt ?? attemptsBefore + 1;
  let madeCount = 0;
  let lastResult = '';
  let waiting = false;
  let hurried = false;
  let cancelled = CancellationScope.current().consideredCancelled;
  // A run that goes on from another has what it was found by.
  let failureType = workflowInfo().typedSearchAttributes.get(searchAttributes.failureType) ?? null;
  let outcome: string | null = null;

  setHandler(deliverNowUpdate, hurry, {
    description: 'Makes the next attempt at once.',
    validator: () => {
      refuseEnded();
      if (!waiting) throw refusal('attempt_under_way', `Attempt ${attemptNumber} is being made`);
    },
  });
  setHandler(cancelUpdate, cancel, {
    description: 'Ends the delivery; an attempt that is under way is the last.',
    validator: refuseEnded,
  });
  // Temporal's own cancellation means the same, and is to be on record as well.
  CancellationScope.current().cancelRequested.catch(() => (cancelled = true));
  return CancellationScope.nonCancellable(async () => {
    outcome = await deliver();
    await condition(allHandlersFinished);
    return outcome;
  });

  async function deliver(): Promise<string> {
    // Before this was asked for, an attempt was made first.
    if (cancelled && patched('cancelled before the first attempt')) return recordCancellation();
    for (let waited = resumeAt !== undefined; ; waited = true) {
      show('under way');
      const attempt = await attemptDelivery.executeWithOptions({ summary: `attempt ${attemptNumber}` }, [
        { deliveryId, attemptNumber, attemptsBefore, waited },
      ]);
      madeCount++;
      lastResult = toldOf(attempt);
      if ('result' in attempt) history.push(`| ${attemptNumber} | ${clock()} | ${attempt.result} |`);
      if (attempt.outcome !== 'retry' && attempt.outcome !== 'wait') {
        show();
        const failed = 'result' in attempt && attempt.outcome !== 'succeeded';
        upsertSearchAttributes([
          { key: searchAttributes.outcome, value: attempt.outcome },
          ...(failed ? [{ key: searchAttributes.failureType, value: classOf(attempt.result) }] : []),
          ...(attempt.outcome === 'succeeded' && failureType !== null
            ? [{ key: searchAttributes.failureType, value: null }]
            : []),
        ]);
        return attempt.outcome;
      }
      if (attempt.outcome === 'retry') {
        noteFailure(attempt.result);
        attemptNumber++;
      }
      const isTurn = attempt.outcome === 'wait' && attempt.forTurn;
      show(`due ${clock(attempt.delayMs)}${isTurn ? ', waiting for a turn' : ''}`);
      await waitFor(attempt.delayMs);
      if (cancelled) return recordCancellation();
      if (workflowInfo().historyLength > maxHistoryEvents && allHandlersFinished())
        await continueAsNew<typeof deliverWebhook>({ deliveryId, attemptsBefore, resumeAt: attemptNumber });
    }
  }

  /** Lets operators find the delivery by what it fails with while it is tried again. */
  function noteFailure(result: string): void {
    const type = classOf(result);
    // What was recorded before is not told again. Histories from before this was done have no such command.
    if (type === result || type === failureType || !patched('failure type of each attempt')) return;
    failureType = type;
    upsertSearchAttributes([{ key: searchAttributes.failureType, value: type }]);
  }

  /** Shows the attempts that were made, and when the next is due where there is one. */
  function show(next?: string): void {
    const rows = next === undefined ? history : [...history, `| ${attemptNumber} | | ${next} |`];
    setCurrentDetails(['| attempt | made | result |', '| --- | --- | --- |', ...rows].join('\n'));
  }

  async function waitFor(delayMs: number): Promise<void> {
    [waiting, hurried] = [true, false];
    // A timer has at least a millisecond; none at all would be another command than before.
    await condition(() => hurried || cancelled, Math.max(1, delayMs), {
      summary: `until attempt ${attemptNumber}`,
    });
    waiting = false;
  }

  async function recordCancellation(): Promise<string> {
    const ended = endOf(await cancelDelivery({ deliveryId, attemptsBefore }));
    upsertSearchAttributes([{ key: searchAttributes.outcome, value: ended }]);
    return ended;
  }

  async function hurry(): Promise<string> {
    hurried = true;
    const before = madeCount;
    await condition(() => madeCount > before || outcome !== null);
    return lastResult;
  }

  async function cancel(): Promise<string> {
    cancelled = true;
    await condition(() => outcome !== null);
    return outcome!;
  }

  function refuseEnded(): void {
    if (cancelled || outcome !== null)
      throw refusal('work_ended', 'The delivery has ended, or is being cancelled');
  }
}

/** What came of an attempt, for whoever hurried it. */
function toldOf(attempt: AttemptOutcome): string {
  if ('result' in attempt) return attempt.result;
  return attempt.outcome === 'wait' ? 'waiting for a turn' : attempt.outcome;
}

/** What cancelling came to; workers from before it was asked for say nothing. */
function endOf(told?: CancelOutcome | null): string {
  return told ?? 'cancelled';
}

/** The class of a fault, which stands before a colon. */
function classOf(result: string): string {
  return result.split(':', 1)[0]!;
}

/** The time, now or so much later, as people read it. */
function clock(inMs = 0): string {
  return `${new Date(Date.now() + inMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function refusal(type: string, message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, type);
}
