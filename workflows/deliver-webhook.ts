import {
  continueAsNew,
  setCurrentDetails,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { searchAttributes } from '../domain/search-attributes.ts';
import type { DeliverWebhookInput } from '../domain/workflow-inputs.ts';
import { attemptDelivery } from './activities.ts';

/** Far below what Temporal allows, and what no usual schedule comes to: an attempt and its wait are 11 events. */
const maxHistoryEvents = 500;

/**
 * Delivers one event to one subscription: attempts, and waits between them as the activity says, until one
 * succeeds, the schedule is used up, or nobody wants it any more. Answers how it ended.
 */
export async function deliverWebhook({ deliveryId, resumeAt }: DeliverWebhookInput): Promise<string> {
  const history = ['| attempt | result | next |', '| --- | --- | --- |'];
  let attemptNumber = resumeAt ?? 1;
  let waited = resumeAt !== undefined;
  for (;;) {
    const attempt = await attemptDelivery.executeWithOptions({ summary: `attempt ${attemptNumber}` }, [
      { deliveryId, attemptNumber, waited },
    ]);
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
    await sleep(attempt.delayMs, { summary: `until attempt ${attemptNumber}` });
    waited = true;
    if (workflowInfo().historyLength > maxHistoryEvents)
      await continueAsNew<typeof deliverWebhook>({ deliveryId, resumeAt: attemptNumber });
  }
}
