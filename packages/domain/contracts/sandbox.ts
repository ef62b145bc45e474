import { z } from 'zod';
import { isUuid } from '../blob-path.ts';
import { eventTypes } from '../event.ts';
import { count, storableText } from './fields.ts';

export const fireEventRequest = z
  .object({
    eventType: z
      .enum(eventTypes)
      .describe('The event to send: `asset.processing.completed` or `asset.processing.failed`.'),
    submissionId: z
      .string()
      .refine(isUuid, 'must be a UUID')
      .meta({
        description: 'A submission of the workspace. One event is sent for each of its assets.',
        jsonSchema: { type: 'string', format: 'uuid' },
      }),
    errorMessage: storableText(10_000)
      .optional()
      .describe(
        'The `error_message` of a failed event. Ignored for a completed event. Absent: the message of the asset, or a sandbox text.',
      ),
  })
  .meta({ id: 'FireEventRequest', description: 'The sandbox event to send.' });

export const fireEventResponse = z
  .strictObject({
    dispatched: count.describe(
      'Number of subscriptions notified, added up over all assets of the submission.',
    ),
  })
  .meta({ id: 'FireEventResponse', description: 'The result of sending a sandbox event.' });
