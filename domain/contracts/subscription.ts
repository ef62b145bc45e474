import { z } from 'zod';
import { isSafeText } from '../../lib/characters.ts';
import { eventTypes } from '../event.ts';
import { count, faultless, queryBoolean, queryInteger, storableText, timestamp } from './fields.ts';

const maxUrlCharacters = 2048;

/**
 * Returns why `text` is invalid as the URL of an endpoint; null when it is valid. Addresses are checked on
 * delivery.
 */
export function endpointUrlFault(text: string): string | null {
  if (text.length > maxUrlCharacters) return `must be at most ${maxUrlCharacters} characters`;
  if (!isSafeText(text) || /[\s\\]/.test(text) || !URL.canParse(text)) return 'must be a valid URL';
  const url = new URL(text);
  if (url.protocol !== 'https:') return 'must use HTTPS';
  // The URL parser accepts malformed URLs, such as without the slashes or with empty labels in the host name.
  if (!/^https:\/\/[^/]/i.test(text) || /^\.|\.\.|^$/.test(url.hostname) || url.port === '0')
    return 'must be a valid URL';
  // The URL parser drops empty credentials, as in `https://@host`, so the text is checked.
  if (/^https:\/\/[^/?#]*@/i.test(text)) return 'must not contain credentials';
  if (text.includes('#')) return 'must not contain a fragment';
  return null;
}

export const createSubscriptionRequest = z
  .object({
    endpointUrl: faultless(endpointUrlFault).meta({
      description: 'HTTPS, without credentials or fragment.',
      describedAs: {
        type: 'string',
        format: 'uri',
        pattern: '^[hH][tT][tT][pP][sS]://[^/]',
        maxLength: maxUrlCharacters,
      },
    }),
    eventTypes: z
      .array(z.enum(eventTypes))
      .min(1)
      .transform((types) => [...new Set(types)]),
    description: storableText(1000)
      .nullish()
      .transform((text) => text ?? null),
  })
  .meta({ id: 'CreateSubscriptionRequest' });

/** Only enabling or disabling is supported, so any other key is rejected and not ignored. */
export const updateSubscriptionRequest = z
  .strictObject({ enabled: z.boolean() })
  .meta({ id: 'UpdateSubscriptionRequest' });

const fields = {
  id: z.guid(),
  workspaceId: z.guid(),
  endpointUrl: z.string(),
  eventTypes: z.array(z.enum(eventTypes)),
  description: z.string().nullable(),
  enabled: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const subscription = z.strictObject(fields).meta({ id: 'Subscription' });

/** Response of the creation, the only one with the secret. */
export const createdSubscription = z
  .strictObject({
    ...fields,
    secret: z
      .string()
      .meta({ description: 'The signing secret, `whsec_` and base64. Shown here and never again.' }),
  })
  .meta({ id: 'CreatedSubscription' });

const daySeconds = 24 * 3600;
const maxOverlapSeconds = 7 * daySeconds;

/** `whsec_` and the base64 of a key of 24 to 64 bytes (Standard Webhooks). */
const secretForm =
  /^whsec_(?:[A-Za-z0-9+/]{4}){8,20}(?:(?:[A-Za-z0-9+/]{4})?(?:[A-Za-z0-9+/][AQgw]==)?|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)$/;

export const rotateSecretRequest = z
  .object({
    secret: z.string().regex(secretForm, 'must be whsec_ and the base64 of 24 to 64 bytes').meta({
      description: '`whsec_` and the base64 of 24 to 64 bytes, which you have made at random.',
    }),
    overlapSeconds: z.int().min(0).max(maxOverlapSeconds).default(daySeconds).meta({
      description: 'For how long deliveries are signed with the secret before, too.',
    }),
  })
  .meta({ id: 'RotateSecretRequest' });

export const rotateSecretResponse = z
  .strictObject({
    subscriptionId: z.guid(),
    previousSecretExpiresAt: timestamp.nullable().meta({
      description: 'Until then both secrets sign; null where only the new one does.',
    }),
  })
  .meta({ id: 'RotateSecretResponse' });

export const listSubscriptionsQuery = z.object({
  page: queryInteger(1, 999_999_999, 1).meta({ description: 'Counted from 1.' }),
  pageSize: queryInteger(1, 100, 20).meta({ description: 'Subscriptions on a page.' }),
  sortBy: z.enum(['endpoint_url', 'created_at', 'updated_at']).default('created_at'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
  enabled: queryBoolean.optional().meta({ description: 'Only those that are, or are not, enabled.' }),
  // The maximum keeps the request line below the limits of HTTP servers.
  search: storableText(1000)
    .optional()
    .meta({ description: 'A part of the URL or the description, in any case, taken literally.' }),
});

export const subscriptionPage = z
  .strictObject({
    items: z.array(subscription),
    page: z.int(),
    pageSize: z.int(),
    total: count,
    totalPages: count,
  })
  .meta({ id: 'SubscriptionPage' });
