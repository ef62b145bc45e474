import { z } from 'zod';
import { hasVisibleCharacter, isSafeText } from '../lib/characters.ts';
import { isUuid } from '../blob-path.ts';
import { scopes } from '../api-key.ts';
import { roles } from '../role.ts';
import { queryInteger } from './fields.ts';

// Schemas of requests that only the console sends. The OpenAPI description does not contain these requests.

const maxNameCharacters = 100;

/** Schema of the name of a person or key, without white space around it. */
const name = z
  .string()
  .trim()
  .max(maxNameCharacters)
  .refine(isSafeText, 'must not contain control or bidirectional-control characters')
  .refine(hasVisibleCharacter, 'must contain a visible character');

const idOf = z
  .string()
  .refine(isUuid, 'must be a UUID')
  .transform((text) => text.toLowerCase());

export const memberPath = z.object({ memberId: idOf });
export const keyPath = z.object({ keyId: idOf });

export const removeMemberQuery = z.object({
  /** Ids of the API keys of the member that are not revoked, separated by commas. */
  keepKeys: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(idOf))
    .optional(),
});

export const inviteRequest = z.strictObject({ name, role: z.enum(roles) });

/** `keepKeys`: ids of API keys that stay usable although the admin who created them gets another role. */
export const setRoleRequest = z.strictObject({ role: z.enum(roles), keepKeys: z.array(idOf).optional() });

const maxKeyMs = 100 * 365 * 24 * 3_600_000;

export const createKeyRequest = z.strictObject({
  name,
  environment: z.enum(['live', 'sandbox']),
  /** Absent: every scope. */
  scopes: z.array(z.enum(scopes)).optional(),
  /** Absent: the expiry of the plan. The plan can also make the key expire before the requested time. */
  expiresAt: z.iso
    .datetime({
      offset: true,
      error: 'must be a time in ISO 8601, such as 2030-01-31T12:00:00Z',
      abort: true,
    })
    .refine((text) => Date.parse(text) > Date.now(), 'must be in the future')
    .refine((text) => Date.parse(text) < Date.now() + maxKeyMs, 'must be within the next 100 years')
    .optional(),
});

/** `profileId`: null for no default. */
export const setDefaultProfileRequest = z.strictObject({ profileId: idOf.nullable() });

const maxEntryId = 2 ** 53 - 1;

export const auditQuery = z.strictObject({
  /** The `next` of the previous page. */
  cursor: z
    .string()
    .regex(/^\d{1,16}$/, 'must be the `next` of a page')
    .transform(Number)
    .pipe(z.int().max(maxEntryId, 'must be the `next` of a page'))
    .optional(),
  limit: queryInteger(1, 200, 50),
});
