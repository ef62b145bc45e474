import { z } from 'zod';
import { isStorableText } from '../../lib/characters.ts';
import { isUuid } from '../blob-path.ts';

// Schemas that several contracts share. `meta` is for the interface description (OpenAPI): `id` names a
// component, and `describedAs` replaces the description that would be derived, such as a string for an
// integer in a query.

export const timestamp = z.iso.datetime().meta({ description: 'ISO 8601 in UTC with milliseconds.' });

export const count = z.int().min(0);

/** Text for which `faultOf` returns null; otherwise the text that it returns is the error message. */
export const faultless = (faultOf: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const message = faultOf(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** Text that Postgres can store. */
export const storableText = (maxCharacters: number) =>
  z.string().max(maxCharacters).refine(isStorableText, 'must be well-formed text without NUL');

/** An integer in a query string. */
export function queryInteger(min: number, max: number, fallback: number) {
  const message = `must be an integer from ${min} to ${max}`;
  return z
    .string()
    .regex(/^[0-9]{1,9}$/, message)
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message))
    .default(fallback)
    .meta({
      describedAs: {
        type: 'integer',
        minimum: min,
        maximum: max,
        default: fallback,
      },
    });
}

/** `true` or `false` in a query string. */
export const queryBoolean = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ describedAs: { type: 'boolean' } });

const pathId = z
  .string()
  .refine(isUuid, 'must be a UUID')
  .transform((text) => text.toLowerCase())
  .meta({ describedAs: { type: 'string', format: 'uuid' } });

export const submissionPath = z.object({ submission_id: pathId });
export const assetPath = z.object({ submission_id: pathId, asset_id: pathId });
export const subscriptionPath = z.object({ subscription_id: pathId });
export const deliveryPath = z.object({ subscription_id: pathId, event_id: pathId });
