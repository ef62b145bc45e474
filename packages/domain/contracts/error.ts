import { z } from 'zod';
import { buckets } from '../api-key.ts';

// Schemas of the four shapes of an error response body (specification 7).

export const domainError = z
  .strictObject({
    detail: z.string().describe('The error, for people to read. Do not parse it.'),
    docs_url: z
      .url()
      .optional()
      .describe(
        'Link to the explanation of the error. The part after `#` is its code. Absent on a 401, or if the service has no public URL.',
      ),
  })
  .meta({ id: 'DomainError', description: 'The body of most errors.' });

const invalidField = z
  .strictObject({
    field: z
      .string()
      .describe(
        'Path of the field, joined by dots, such as `assets.0.blobPath`. `body` means the whole body.',
      ),
    message: z.string().describe('Why the value was rejected.'),
  })
  .meta({ id: 'InvalidField', description: 'A field of the request, and why it was rejected.' });

export const validationError = z
  .strictObject({
    error: z.literal('validation_error').describe('Always `validation_error`.'),
    message: z.string().describe('A summary, for people to read.'),
    fields: z.array(invalidField).describe('The fields to correct.'),
  })
  .meta({ id: 'ValidationError', description: 'The body of a 422.' });

export const rateLimitError = z
  .strictObject({
    error: z
      .string()
      .describe('The limit that was exceeded. The header `Retry-After` has the seconds to wait.'),
  })
  .meta({ id: 'RateLimitError', description: 'The body of a 429.' });

const bucket = z
  .enum(buckets)
  .meta({ id: 'Bucket', description: 'A kind of request that has its own rate limit.' });

export const tierError = z
  .strictObject({
    error_code: z
      .literal('tier_not_authorized_for_integrations_api')
      .describe('Always `tier_not_authorized_for_integrations_api`.'),
    message: z.string().describe('The plan and the missing capability, for people to read.'),
    bucket: bucket.describe('The kind of request that the plan does not include.'),
  })
  .meta({ id: 'TierError', description: 'The body of a 402.' });
