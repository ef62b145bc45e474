import { z } from 'zod';
import { isUuid } from '../blob-path.ts';

const id = z
  .string()
  .refine(isUuid, 'must be a UUID')
  .transform((text) => text.toLowerCase())
  .meta({ describedAs: { type: 'string', format: 'uuid' } });

export const submissionPath = z.object({ submission_id: id });
export const assetPath = z.object({ submission_id: id, asset_id: id });
export const subscriptionPath = z.object({ subscription_id: id });
export const deliveryPath = z.object({ subscription_id: id, event_id: id });
