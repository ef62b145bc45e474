import { z } from 'zod';
import { assetType, largeCount, optionalWithDefault } from './fields.ts';

/**
 * Schema of an asset reference (specification 2.1). It checks only that the blob path is not empty. A later check
 * returns a 403 for a malformed blob path. A failure of this schema would return a 422 instead.
 */
export const assetReference = z
  .object({
    blobPath: z
      .string()
      .min(1)
      .meta({
        description:
          '`{asset-id}/{filename}`, where the asset id is a UUID. With a live key, send the value that the upload-URL operation returned.',
        examples: ['6c0f5a0e-8a57-4f6b-9a65-0b8f6e0a4c11/trailer.mp4'],
      }),
  })
  .meta({ id: 'AssetReference', description: 'A reference to an uploaded file.' });

/** Schema of the request body of an estimate (specification 2.4). */
export const estimateRequest = z
  .object({
    files: optionalWithDefault(z.array(assetReference), []).describe(
      'The files to price, at most 50 unless your plan says otherwise. Absent or null: none.',
    ),
  })
  .meta({ id: 'EstimateRequest', description: 'The files to price.' });

/** Schema of the metric that decides a price. */
export const priceMetric = z.enum(['durationSeconds', 'pages']).meta({
  id: 'PriceMetric',
  description: 'The metric that decides a price: `durationSeconds` for video, `pages` for documents.',
});

const pricedFile = z
  .strictObject({
    blobPath: z.string().describe('The blob path from the request, unchanged.'),
    assetType: assetType
      .nullable()
      .describe(
        'Category of the file, from its extension. Null if the extension is unknown; such a file has the flat price.',
      ),
    metric: priceMetric
      .nullable()
      .describe(
        'The metric that decides the price: `durationSeconds` for video, `pages` for documents. Null for types with a flat price.',
      ),
    metricValue: z
      .int()
      .min(1)
      .nullable()
      .describe('Measured value of the metric, in seconds or pages. Null if nothing was measured.'),
    credits: largeCount.describe('Credits that the file costs at submission. 0 if `priceable` is false.'),
    priceable: z
      .boolean()
      .describe('False if the file could not be measured. A submission with such a file is rejected.'),
  })
  .meta({ id: 'PricedFile', description: 'The price of one file.' });
export type PricedFile = z.infer<typeof pricedFile>;

export const estimate = z
  .strictObject({
    files: z.array(pricedFile).describe('One entry per file of the request, in the same order.'),
    totalCredits: largeCount.describe('Sum of the credits of all priceable files.'),
  })
  .meta({ id: 'Estimate', description: 'The prices of the requested files.' });
