import { z } from 'zod';
import { isUuid } from '../blob-path.ts';
import { eventTypes } from '../event.ts';
import { count, storableText } from './fields.ts';

export const fireEventRequest = z
  .object({
    eventType: z.enum(eventTypes),
    submissionId: z
      .string()
      .refine(isUuid, 'must be a UUID')
      .meta({ describedAs: { type: 'string', format: 'uuid' } }),
    errorMessage: storableText(10_000).optional().meta({ description: 'Used with the failed event.' }),
  })
  .meta({ id: 'FireEventRequest' });

export const fireEventResponse = z
  .strictObject({
    dispatched: count.meta({ description: 'The number of subscriptions notified, summed over the assets.' }),
  })
  .meta({ id: 'FireEventResponse' });
