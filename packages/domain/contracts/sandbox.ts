import { z } from 'zod';
import { isUuid } from '../blob-path.ts';
import { count, eventType, optional, storableText } from './fields.ts';

export const fireEventRequest = z
  .object({
    eventType: eventType.describe(
      'The event to send: `asset.processing.completed` or `asset.processing.failed`.',
    ),
    submissionId: z
      .string()
      .refine(isUuid, 'must be a UUID')
      .meta({
        description: 'A submission of the workspace. One event is sent for each of its assets.',
        jsonSchema: { type: 'string', format: 'uuid', examples: ['0199a4c0-5d3e-7c41-9a52-3f0c8f1f6a10'] },
      }),
    errorMessage: optional(storableText(10_000).meta({ examples: ['The file is damaged'] })).describe(
      'The `error_message` of a failed event. Ignored for a completed event. Absent or null: the message of the asset, or a ' +
        'sandbox text.',
    ),
  })
  .meta({ id: 'FireEventRequest', description: 'The sandbox event to send.' });

export const firedEvents = z
  .strictObject({
    dispatched: count.describe(
      'Number of subscriptions notified, added up over all assets of the submission.',
    ),
  })
  .meta({ id: 'FiredEvents', description: 'The result of sending a sandbox event.' });
