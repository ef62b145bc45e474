import { z } from 'zod';
import { count, timestampOf } from './fields.ts';

const subject = {
  asset_id: z.guid().describe('The asset that finished.'),
  submission_id: z.guid().describe('The submission of the asset.'),
  workspace_id: z.guid().describe('The workspace of the submission.'),
};

const filename = z.string().describe('Filename of the asset, without its asset id.');

const envelope = {
  id: z
    .guid()
    .describe('Identifier of the event, the same on every attempt. Also in the header `webhook-id`.'),
  timestamp: timestampOf('When the event occurred. The same on every attempt.'),
};

/** Schema of the payload of a completed event (specification 6). The keys of `data` are in snake_case. */
export const completedEvent = z
  .strictObject({
    ...envelope,
    type: z.literal('asset.processing.completed').describe('The event type.'),
    data: z
      .strictObject({
        ...subject,
        status: z.literal('completed').describe('Always `completed` for this event type.'),
        filename,
        issue_count: count.describe('Number of issues found in the asset.'),
      })
      .meta({
        id: 'AssetProcessingCompletedData',
        description: 'The asset that finished. Read its issues and topics through the API.',
      }),
  })
  .meta({ id: 'AssetProcessingCompleted', description: 'An asset finished processing.' });

export const failedEvent = z
  .strictObject({
    ...envelope,
    type: z.literal('asset.processing.failed').describe('The event type.'),
    data: z
      .strictObject({
        ...subject,
        status: z.literal('failed').describe('Always `failed` for this event type.'),
        filename,
        error_message: z.string().describe('Why the asset failed, for people to read.'),
      })
      .meta({
        id: 'AssetProcessingFailedData',
        description: 'The asset that failed. Read the asset to see whether it can be retried.',
      }),
  })
  .meta({ id: 'AssetProcessingFailed', description: 'An asset failed to process.' });
