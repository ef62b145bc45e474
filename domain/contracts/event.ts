import { z } from 'zod';
import { count, timestamp } from './fields.ts';

const subject = {
  asset_id: z.guid(),
  submission_id: z.guid(),
  workspace_id: z.guid(),
};

const envelope = {
  id: z.guid().meta({ description: 'The same on every attempt; also the header `webhook-id`.' }),
  timestamp,
};

/** The envelope of specification 6, whose `data` is in snake_case. */
export const completedEvent = z
  .strictObject({
    ...envelope,
    type: z.literal('asset.processing.completed'),
    data: z.strictObject({
      ...subject,
      status: z.literal('completed'),
      filename: z.string(),
      issue_count: count,
    }),
  })
  .meta({ id: 'AssetProcessingCompleted' });

export const failedEvent = z
  .strictObject({
    ...envelope,
    type: z.literal('asset.processing.failed'),
    data: z.strictObject({
      ...subject,
      status: z.literal('failed'),
      filename: z.string(),
      error_message: z.string(),
    }),
  })
  .meta({ id: 'AssetProcessingFailed' });
