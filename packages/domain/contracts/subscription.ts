import { z } from 'zod';
import { isSafeText } from '../lib/characters.ts';
import {
  checkedText,
  count,
  eventType,
  nullableTimestampOf,
  optional,
  optionalWithDefault,
  queryBoolean,
  queryInteger,
  storableText,
  timestampOf,
} from './fields.ts';

const maxUrlCharacters = 2048;

/** Returns the reason why a URL cannot be an endpoint, or null. Its IP address is checked at each delivery. */
export function endpointUrlFault(text: string): string | null {
  if (text.length > maxUrlCharacters) return `must be at most ${maxUrlCharacters} characters`;
  if (!isSafeText(text) || /[\s\\]/.test(text) || !URL.canParse(text)) return 'must be a valid URL';
  const url = new URL(text);
  if (url.protocol !== 'https:') return 'must use HTTPS';
  // `new URL` also accepts invalid URLs such as `https:host` and URLs with port 0.
  if (!/^https:\/\/[^/]/i.test(text) || url.port === '0') return 'must be a valid URL';
  // `url.username` is empty for `https://@host`, so the original text is checked.
  if (/^https:\/\/[^/?#]*@/i.test(text)) return 'must not contain credentials';
  if (text.includes('#')) return 'must not contain a fragment';
  return hostNameFault(url.hostname);
}

/** Limits of DNS in octets (RFC 1035, 2.3.4): 253 is the text form of a name with 255 octets in a DNS message. */
const maxNameOctets = 253;
const maxLabelOctets = 63;

/**
 * Returns the reason why a host name cannot exist in DNS, or null. `new URL` accepts such names.
 * @param hostname the `hostname` of a parsed URL, in which a name is ASCII (Punycode) and in lower case
 */
function hostNameFault(hostname: string): string | null {
  if (hostname.startsWith('[')) return null;
  // A dot at the end belongs to the root of DNS and not to a label.
  const name = hostname.replace(/\.$/, '');
  if (name.length > maxNameOctets) return `must have a host name of at most ${maxNameOctets} characters`;
  const labels = name.split('.');
  if (labels.includes('')) return 'must not have an empty part in its host name';
  if (labels.some((label) => label.length > maxLabelOctets))
    return `must have at most ${maxLabelOctets} characters between the dots of its host name`;
  // DNS resolvers reject other characters. Underscores are not in RFC 1123, but such host names exist.
  return /^[a-z0-9._-]+$/.test(name) ? null : 'must have only letters, digits and hyphens in its host name';
}

export const createSubscriptionRequest = z
  .object({
    endpointUrl: checkedText(endpointUrlFault).meta({
      description: 'URL that receives the events. HTTPS only, without credentials or fragment.',
      examples: ['https://example.com/webhooks/assay'],
      jsonSchema: {
        type: 'string',
        format: 'uri',
        pattern: '^[hH][tT][tT][pP][sS]://[^/]',
        maxLength: maxUrlCharacters,
      },
    }),
    eventTypes: z
      .array(eventType)
      .min(1)
      .transform((types) => [...new Set(types)])
      .describe(
        'The events to deliver: `asset.processing.completed`, `asset.processing.failed` or both. Repeated entries count once.',
      ),
    description: optional(storableText(1000).meta({ examples: ['Newsroom'] })).describe(
      'A note for people to read. Absent or null: none.',
    ),
    enabled: optional(
      z
        .boolean()
        .refine(
          (enabled) => enabled,
          'must be true or absent: a new subscription is enabled; disable it with PATCH',
        )
        .meta({ examples: [true] }),
    ).describe('`true` or absent, because a new subscription is enabled. To disable it, update it.'),
  })
  .meta({ id: 'CreateSubscriptionRequest', description: 'The endpoint and its events.' });

/** Unknown keys are rejected, because `enabled` is the only field that can be changed. */
export const updateSubscriptionRequest = z
  .strictObject({
    enabled: z.boolean().describe('Whether the subscription receives events.'),
  })
  .meta({ id: 'UpdateSubscriptionRequest', description: 'The change to a subscription.' });

const fields = {
  id: z.guid().describe('Identifier of the subscription.'),
  workspaceId: z.guid().describe('The workspace of the subscription.'),
  endpointUrl: z.string().describe('URL that receives the events.'),
  eventTypes: z
    .array(eventType)
    .describe(
      'The events that are delivered: `asset.processing.completed`, `asset.processing.failed` or both.',
    ),
  description: z.string().nullable().describe('A note for people to read. Null if there is none.'),
  enabled: z
    .boolean()
    .describe(
      'Whether events are delivered. The service sets it to false if the endpoint returns 410 or fails for five days.',
    ),
  createdAt: timestampOf('When the subscription was created.'),
  updatedAt: timestampOf('When the subscription last changed.'),
};

export const subscription = z
  .strictObject(fields)
  .meta({ id: 'Subscription', description: 'A webhook subscription, without its secret.' });

export const createdSubscription = z
  .strictObject({
    ...fields,
    secret: z
      .string()
      .describe(
        'The signing secret: `whsec_` and base64. Store it now, because no other response contains it.',
      ),
  })
  .meta({ id: 'CreatedSubscription', description: 'A new webhook subscription with its secret.' });

const daySeconds = 24 * 3600;
const maxOverlapSeconds = 7 * daySeconds;

/** Format of a signing secret: `whsec_` and the base64 of 24 to 64 bytes (Standard Webhooks). */
const secretPattern =
  /^whsec_(?:[A-Za-z0-9+/]{4}){8,20}(?:(?:[A-Za-z0-9+/]{4})?(?:[A-Za-z0-9+/][AQgw]==)?|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)$/;

export const rotateSecretRequest = z
  .object({
    secret: z
      .string()
      .regex(secretPattern, 'must be whsec_ and the base64 of 24 to 64 bytes')
      .meta({
        description: 'The new secret: `whsec_` and the base64 of 24 to 64 random bytes that you generate.',
        examples: ['whsec_ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZSA='],
      }),
    overlapSeconds: optionalWithDefault(z.int().min(0).max(maxOverlapSeconds), daySeconds).describe(
      'Seconds for which deliveries are also signed with the previous secret. Absent or null: a day. At most a week.',
    ),
  })
  .meta({ id: 'RotateSecretRequest', description: 'The new secret of a subscription.' });

export const secretRotation = z
  .strictObject({
    subscriptionId: z.guid().describe('The subscription whose secret was rotated.'),
    previousSecretExpiresAt: nullableTimestampOf(
      'When the previous secret stops signing deliveries. Null if only the new secret signs.',
    ),
  })
  .meta({ id: 'SecretRotation', description: 'The result of rotating a secret.' });

export const listSubscriptionsQuery = z.strictObject({
  page: queryInteger(1, 999_999_999, 1).describe('Page number, starting at 1.'),
  pageSize: queryInteger(1, 100, 20).describe('Number of subscriptions on a page.'),
  sortBy: z
    .enum(['endpoint_url', 'created_at', 'updated_at'])
    .meta({ id: 'SubscriptionSortField', description: 'A field to sort subscriptions by.' })
    .default('created_at')
    .describe('The field to sort by.'),
  sortOrder: z
    .enum(['asc', 'desc'])
    .meta({ id: 'SortOrder', description: 'The order of a list.' })
    .default('desc')
    .describe('`asc`: lowest or oldest first. `desc`: highest or newest first.'),
  enabled: queryBoolean
    .optional()
    .describe('`true`: only enabled subscriptions. `false`: only disabled ones. Absent: both.'),
  // Text over this limit could make the request line longer than HTTP servers accept.
  search: storableText(1000)
    .optional()
    .describe('Text that the URL or the description must contain. Case is ignored; there are no wildcards.'),
});

export const subscriptionPage = z
  .strictObject({
    items: z.array(subscription).describe('The subscriptions on this page. Empty past the last page.'),
    page: z.int().describe('Page number, as requested.'),
    pageSize: z.int().describe('Number of subscriptions on a full page, as requested.'),
    total: count.describe('Number of subscriptions that match the filters, on all pages.'),
    totalPages: count.describe('Number of pages. 0 if nothing matches.'),
  })
  .meta({ id: 'SubscriptionPage', description: 'A page of subscriptions.' });
