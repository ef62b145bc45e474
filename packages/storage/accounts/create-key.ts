import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { Actor } from '@assay/domain/actor.ts';
import { type Environment, type Scope, scopes as allScopes, scopesOfNewKey } from '@assay/domain/api-key.ts';
import { insertApiKey, type KeyExpiry, type ListedApiKey } from './api-keys.ts';
import type { Queryable } from '../database/database.ts';

const keyBytes = 32;
export const keyPrefixes = { live: 'sk_live_', sandbox: 'sk_test_' } satisfies Record<Environment, string>;

export interface CreatedKey extends Pick<
  ListedApiKey,
  'id' | 'workspaceId' | 'environment' | 'name' | 'scopes' | 'expiresAt'
> {
  /** The API key. It is shown only once, because only its hash is stored. */
  key: string;
}

interface KeyOptions {
  name?: string | null;
  /** Default: every scope. A live key always gets `live_data`. */
  scopes?: readonly Scope[];
}

/** Creates an API key (specification 5) and stores its hash. Throws if `findScopeFault` rejects the scopes. */
export async function createKey(
  db: Queryable,
  workspaceId: string,
  environment: Environment,
  expiresAt: KeyExpiry,
  actor: Actor | null = null,
  { name = null, scopes = allScopes }: KeyOptions = {},
): Promise<CreatedKey> {
  const key = keyPrefixes[environment] + randomBytes(keyBytes).toString('hex');
  const created = await insertApiKey(
    db,
    {
      id: uuidV7(),
      workspaceId,
      environment,
      name,
      expiresAt,
      scopes: scopesOfNewKey(environment, scopes),
      keyHash: createHash('sha256').update(key).digest(),
      hint: key.slice(-4),
    },
    actor,
  );
  const { id, scopes: granted, expiresAt: expiry } = created;
  return { id, key, workspaceId, environment, name, scopes: granted, expiresAt: expiry };
}
