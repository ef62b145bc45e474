import { z } from 'zod';
import { assetTypes } from '../asset-type.ts';

/** Specification 2.1. Its form beyond the length is judged apart, since the answer to a malformed one is 403. */
export const assetReference = z.object({ blobPath: z.string().min(1) });

/** Specification 2.4. */
export const estimateRequest = z.object({ files: z.array(assetReference).default([]) });

export const pricedFile = z.strictObject({
  blobPath: z.string(),
  assetType: z.enum(assetTypes).nullable(),
  metric: z.enum(['durationSeconds', 'pages']).nullable(),
  metricValue: z.int().nullable(),
  credits: z.int(),
  priceable: z.boolean(),
});
export type PricedFile = z.infer<typeof pricedFile>;

export const estimate = z.strictObject({ files: z.array(pricedFile), totalCredits: z.int() });
