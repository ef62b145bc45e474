import { z } from 'zod';
import { buckets } from '../api-key.ts';

// The four error shapes of specification 7.

export const domainError = z
  .strictObject({
    detail: z.string(),
    docs_url: z.url().optional().meta({ description: 'What the error means and what to do.' }),
  })
  .meta({ id: 'DomainError' });

export const validationError = z
  .strictObject({
    error: z.literal('validation_error'),
    message: z.string(),
    fields: z.array(
      z.strictObject({
        field: z.string().meta({ description: 'A dotted path, or `body` for the whole of it.' }),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: 'ValidationError' });

export const rateLimitError = z.strictObject({ error: z.string() }).meta({ id: 'RateLimitError' });

export const tierError = z
  .strictObject({
    error_code: z.literal('tier_not_authorized_for_integrations_api'),
    message: z.string(),
    bucket: z.enum(buckets).meta({ description: 'The capability that the plan lacks.' }),
  })
  .meta({ id: 'TierError' });
