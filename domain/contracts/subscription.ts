import { z } from 'zod';
import { isSafeText, isStorableText } from '../characters.ts';
import { eventTypes } from '../event.ts';

const maxUrlCharacters = 2048;

/** Why `text` cannot be a webhook endpoint, or null when it can. Addresses are judged when sending. */
function endpointUrlFault(text: string): string | null {
  if (text.length > maxUrlCharacters) return `must be at most ${maxUrlCharacters} characters`;
  if (!isSafeText(text) || text !== text.trim() || !URL.canParse(text)) return 'must be a valid URL';
  const url = new URL(text);
  if (url.protocol !== 'https:') return 'must use HTTPS';
  if (url.username !== '' || url.password !== '') return 'must not contain credentials';
  if (text.includes('#')) return 'must not contain a fragment';
  return null;
}

export const createSubscriptionRequest = z.object({
  endpointUrl: z.string().superRefine((value, context) => {
    const fault = endpointUrlFault(value);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  }),
  eventTypes: z
    .array(z.enum(eventTypes))
    .min(1)
    .transform((types) => [...new Set(types)]),
  description: z
    .string()
    .max(1000)
    .refine(isStorableText, 'must be well-formed text without NUL')
    .nullish()
    .transform((text) => text ?? null),
});

/** Only enabling or disabling is supported, so any other key is refused rather than ignored. */
export const updateSubscriptionRequest = z.strictObject({ enabled: z.boolean() });

const fields = {
  id: z.guid(),
  workspaceId: z.guid(),
  endpointUrl: z.string(),
  eventTypes: z.array(z.enum(eventTypes)),
  description: z.string().nullable(),
  enabled: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

export const subscription = z.strictObject(fields);

/** The create response: the only one that shows the secret. */
export const createdSubscription = z.strictObject({ ...fields, secret: z.string() });

const pageNumber = (text: string) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, text)
    .transform(Number);

export const listSubscriptionsQuery = z.object({
  page: pageNumber('must be an integer of at least 1').pipe(z.int().min(1)).default(1),
  pageSize: pageNumber('must be an integer from 1 to 100').pipe(z.int().min(1).max(100)).default(20),
  sortBy: z.enum(['endpoint_url', 'created_at', 'updated_at']).default('created_at'),
  sortOrder: z.enum(['asc', 'desc']).default('desc'),
  enabled: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  search: z.string().refine(isStorableText, 'must be well-formed text without NUL').optional(),
});

export const subscriptionPage = z.strictObject({
  items: z.array(subscription),
  page: z.int(),
  pageSize: z.int(),
  total: z.int(),
  totalPages: z.int(),
});
