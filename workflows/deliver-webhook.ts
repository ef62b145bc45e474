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
  const history = ['| attempt | result | next |', '| --- | --- | --- |'];
  let attemptNumber = resumeAt ?? attemptsBefore + 1;
  let madeCount = 0;
  let lastResult = '';
  let waiting = false;
  let hurried = false;
  let cancelled = false;
  let outcome: string | null = null;

  setHandler(deliverNowUpdate, hurry, {
    description: 'Makes the next attempt at once.',
    validator: () => {
      if (!waiting || cancelled) throw refusal('No attempt is waited for: one is under way, or was the last');
    },
  });
  setHandler(cancelUpdate, cancel, {
    description: 'Ends the delivery; an attempt that is under way is the last.',
    validator: () => {
      if (cancelled || outcome !== null) throw refusal('The delivery has ended, or is being cancelled');
    },
  });
  // Temporal's own cancellation means the same, and is to be on record as well.
  CancellationScope.current().cancelRequested.catch(() => (cancelled = true));
  return CancellationScope.nonCancellable(async () => {
    outcome = await deliver();
    await condition(allHandlersFinished);
    return outcome;
  });

  async function deliver(): Promise<string> {
    for (let waited = resumeAt !== undefined; ; waited = true) {
      const attempt = await attemptDelivery.executeWithOptions({ summary: `attempt ${attemptNumber}` }, [
        { deliveryId, attemptNumber, attemptsBefore, waited },
      ]);
      madeCount++;
      lastResult = 'result' in attempt ? attempt.result : attempt.outcome;
      if ('result' in attempt) {
        const next = attempt.outcome === 'retry' ? `in ${Math.ceil(attempt.delayMs / 1000)} s` : '—';
        history.push(`| ${attemptNumber} | ${attempt.result} | ${next} |`);
        setCurrentDetails(history.join('\n'));
      }
      if (attempt.outcome !== 'retry' && attempt.outcome !== 'wait') {
        const failed = 'result' in attempt && attempt.outcome !== 'succeeded';
        upsertSearchAttributes([
          { key: searchAttributes.outcome, value: attempt.outcome },
          ...(failed ? [{ key: searchAttributes.failureType, value: attempt.result.split(':', 1)[0]! }] : []),
        ]);
        return attempt.outcome;
      }
      if (attempt.outcome === 'retry') attemptNumber++;
      await waitFor(attempt.delayMs);
      if (cancelled) return recordCancellation();
      if (workflowInfo().historyLength > maxHistoryEvents && allHandlersFinished())
        await continueAsNew<typeof deliverWebhook>({ deliveryId, attemptsBefore, resumeAt: attemptNumber });
    }
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
    await cancelDelivery({ deliveryId, attemptsBefore });
    upsertSearchAttributes([{ key: searchAttributes.outcome, value: 'cancelled' }]);
    return 'cancelled';
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
}

function refusal(message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, 'refused');
}
