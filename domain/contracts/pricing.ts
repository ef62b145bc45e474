import { z } from 'zod';
import { assetTypes } from '../asset-type.ts';
import { count } from './fields.ts';

/**
 * Specification 2.1. The form of the path is checked elsewhere, because a malformed one gets 403 instead of
 * 422.
 */
export const assetReference = z
  .object({
    blobPath: z
      .string()
      .min(1)
      .meta({ description: '`{asset-id}/{filename}`, where the asset id is a UUID.' }),
  })
  .meta({ id: 'AssetReference' });

/** Specification 2.4. */
export const estimateRequest = z
  .object({ files: z.array(assetReference).default([]) })
  .meta({ id: 'EstimateRequest' });

const pricedFile = z
  .strictObject({
    blobPath: z.string(),
    assetType: z
      .enum(assetTypes)
      .nullable()
      .meta({ description: 'Null when it cannot be classified; such an asset has the flat price.' }),
    metric: z
      .enum(['durationSeconds', 'pages'])
      .nullable()
      .meta({ description: 'What the asset is priced by; null for flat-priced types.' }),
    metricValue: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: 'Seconds or pages, measured on the uploaded bytes; null when not measured.' }),
    credits: count.meta({ description: 'What the asset costs at submit; 0 when it is not priceable.' }),
    priceable: z.boolean().meta({ description: 'False when the metric could not be measured.' }),
  })
  .meta({ id: 'PricedFile' });
export type PricedFile = z.infer<typeof pricedFile>;

export const estimate = z
  .strictObject({
    files: z.array(pricedFile).meta({ description: 'One per supplied file, in the order supplied.' }),
    totalCredits: count,
  })
  .meta({ id: 'Estimate' });
