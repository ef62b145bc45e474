import { setCurrentDetails, sleep, upsertSearchAttributes } from '@temporalio/workflow';
import { searchAttributes } from '../domain/search-attributes.ts';
import type { DeliverWebhookInput } from '../domain/workflow-inputs.ts';
import { attemptDelivery } from './activities.ts';

/**
 * Delivers one event to one subscription: attempts, and waits between them as the activity says, until one
 * succeeds, the schedule is used up, or nobody wants it any more. Answers how it ended.
 */
export async function deliverWebhook({ deliveryId }: DeliverWebhookInput): Promise<string> {
  const history = ['| attempt | result | next |', '| --- | --- | --- |'];
  for (let attemptNumber = 1, waited = false; ;) {
    const attempt = await attemptDelivery.executeWithOptions({ summary: `attempt ${attemptNumber}` }, [
      { deliveryId, waited },
    ]);
    if ('result' in attempt) {
      const next = attempt.outcome === 'retry' ? `in ${Math.ceil(attempt.delayMs / 1000)} s` : '—';
      history.push(`| ${attempt.attemptNumber} | ${attempt.result} | ${next} |`);
      setCurrentDetails(history.join('\n'));
    }
    switch (attempt.outcome) {
      case 'wait':
      case 'retry':
        attemptNumber = attempt.attemptNumber + (attempt.outcome === 'retry' ? 1 : 0);
        await sleep(attempt.delayMs, { summary: `until attempt ${attemptNumber}` });
        waited = true;
        break;
      default:
        upsertSearchAttributes([
          { key: searchAttributes.outcome, value: attempt.outcome },
          ...('result' in attempt && attempt.outcome !== 'succeeded'
            ? [{ key: searchAttributes.failureType, value: attempt.result.split(':', 1)[0]! }]
            : []),
        ]);
        return attempt.outcome;
    }
  }
}
