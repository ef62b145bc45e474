import { z } from 'zod';
import { isStorableText } from '../lib/characters.ts';
import { assetTypes } from '../asset-type.ts';
import { isUuid } from '../blob-path.ts';
import { eventTypes } from '../event.ts';
import { severities } from '../sidekick.ts';

// Schemas that several contracts share. The fields of `meta` go into the OpenAPI description. There, `id` names a
// component, and `jsonSchema` replaces the generated JSON Schema, for example of a query parameter that is parsed from
// text.

/** Returns the schema of a timestamp. The format is appended to `description`. */
export const timestampOf = (description: string) =>
  z.iso.datetime().meta({ description: `${description} ISO 8601 in UTC with milliseconds.` });

export const nullableTimestampOf = (description: string) =>
  z.iso
    .datetime()
    .nullable()
    .meta({ description: `${description} ISO 8601 in UTC with milliseconds.` });

const maxInstantCharacters = 40;

/**
 * Returns the schema of a time with an offset (RFC 3339), converted to UTC. A time in UTC keeps its microseconds.
 * @param example a time for the interface description
 */
export const instant = (example: string) =>
  z.iso
    .datetime({ offset: true, error: 'must be an ISO 8601 date and time, as in 2026-01-15T09:30:00Z' })
    .max(maxInstantCharacters)
    .transform((text) => (text.endsWith('Z') ? text : new Date(text).toISOString()))
    .refine((text) => /^\d{4}/.test(text) && !text.startsWith('0000'), 'must be in the years 1 to 9999')
    .meta({
      examples: [example],
      jsonSchema: {
        type: 'string',
        format: 'date-time',
        maxLength: maxInstantCharacters,
        examples: [example],
      },
    });

/** Schema of a number that is at most 2³¹ - 1. Generated clients use a 32-bit integer for it. */
export const count = z.int().min(0);

/** Schema of a number that can exceed 32 bits: bytes, or a sum of credits. */
export const largeCount = count.meta({ format: 'int64' });

export const severity = z.enum(severities).meta({
  id: 'Severity',
  description: 'How serious it is: `critical`, `major`, `minor` or `info`, from worst to least.',
});

export const assetType = z
  .enum(assetTypes)
  .meta({ id: 'AssetType', description: 'Category of a file, from its extension.' });

export const eventType = z.enum(eventTypes).meta({
  id: 'EventType',
  description: 'The event type: `asset.processing.completed` or `asset.processing.failed`.',
});

export const environment = z
  .enum(['live', 'sandbox'])
  .meta({ id: 'Environment', description: 'The kind of key: `live` or `sandbox`.' });

/**
 * Returns the schema of an optional field of a request body. A null counts as absent, because many JSON libraries write
 * null for a field without a value.
 */
export const optional = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined);

/** Returns the schema of an optional field of a request body whose value is `fallback` if it is absent or null. */
export const optionalWithDefault = <T extends z.ZodType>(schema: T, fallback: z.output<T>) =>
  schema
    .nullish()
    .meta({ default: fallback })
    .transform((value) => value ?? fallback);

/** Returns a schema for text. `faultOf` returns the reason to reject the text, or null to accept it. */
export const checkedText = (faultOf: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const message = faultOf(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

export const storableText = (maxCharacters: number) =>
  z.string().max(maxCharacters).refine(isStorableText, 'must be well-formed text without NUL');

export function queryInteger(min: number, max: number, fallback: number) {
  const message = `must be an integer from ${min} to ${max}`;
  return z
    .string()
    .regex(/^[0-9]{1,9}$/, message)
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message))
    .default(fallback)
    .meta({ jsonSchema: { type: 'integer', minimum: min, maximum: max, default: fallback } });
}

export const queryBoolean = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .meta({ jsonSchema: { type: 'boolean' } });

/**
 * Query of a list without parameters. The queries of lists are strict: a list that ignored a parameter such as `page`
 * would return the same items for every page, so a client that reads all pages would never end. `validate` ignores
 * unknown parameters that do not concern pages.
 */
export const wholeListQuery = z.strictObject({});

/** Returns the schema of an id in a path or a query. */
export const idOf = (description: string, example: string) =>
  z
    .string()
    .refine(isUuid, 'must be a UUID')
    .transform((text) => text.toLowerCase())
    .meta({ description, jsonSchema: { type: 'string', format: 'uuid', examples: [example] } });

/** Schema for the `next` of a list, which the request for the next page sends as `cursor`. */
export const cursor = idOf(
  'The `next` of the previous page. Absent: the first page.',
  '0199a4c0-5d3e-7c41-9a52-3f0c8f1f6a10',
);

const submission_id = idOf(
  'The `submissionId` of the submission, from the response that created it.',
  '0199a4c0-5d3e-7c41-9a52-3f0c8f1f6a10',
);
const asset_id = idOf(
  'The `assetId` of an asset of this submission. It is the UUID at the start of its `blobPath`.',
  '0199a4bf-21a7-7b3e-8f46-5c0de1a4b722',
);
const issue_id = idOf('The `id` of an issue of this asset.', '3b0d4f0e-6a1f-5c52-9d43-1c9d0f6a2b11');
const subscription_id = idOf(
  'The `id` of the subscription, from the response that created it.',
  '0199a4be-9c55-7d10-b1f8-8e6f0c2d9a33',
);
const event_id = idOf(
  'The `eventId` of the delivery. It is also the `id` in the payload and the header `webhook-id`.',
  '0199a4c1-0e92-7a6b-a3d4-7b5f4e3c2d44',
);

export const submissionPath = z.object({ submission_id });
export const assetPath = z.object({ submission_id, asset_id });
export type AssetPath = z.output<typeof assetPath>;
export const issuePath = z.object({ submission_id, asset_id, issue_id });
export const subscriptionPath = z.object({ subscription_id });
export const deliveryPath = z.object({ subscription_id, event_id });
