import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { Actor } from '@assay/domain/actor.ts';
import { type Environment, type Scope, scopes as allScopes, scopesOfNewKey } from '@assay/domain/api-key.ts';
import {
  insertApiKey,
  type KeyExpiry,
  type KeyLimits,
  type ListedApiKey,
  secondsToNextKey,
} from './api-keys.ts';
import { lockWorkspace } from './workspaces.ts';
import { type Database, inTransaction, type Queryable } from '../database/database.ts';

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

/**
 * Creates an API key (specification 5) and stores its hash. The number of keys is not limited. Throws if
 * `findScopeFault` rejects the scopes.
 */
export async function createKey(
  db: Queryable,
  workspaceId: string,
  environment: Environment,
  expiresAt: KeyExpiry,
  actor: Actor | null = null,
  options: KeyOptions = {},
): Promise<CreatedKey> {
  return (await create(db, { workspaceId, environment, expiresAt, ...options }, actor, null))!;
}

/** The limit that a workspace has reached: of its usable keys, or of the keys that it may create within 24 hours. */
export type KeyLimitFault = 'usable' | { retryAfterSeconds: number };

/**
 * Creates an API key as `createKey` does, unless the workspace has reached one of the limits. Concurrent requests
 * cannot exceed the limits, because each locks the row of the workspace.
 */
export async function createKeyWithinLimits(
  database: Database,
  request: KeyRequest,
  actor: Actor,
  limits: KeyLimits,
): Promise<CreatedKey | KeyLimitFault> {
  return inTransaction(database, async (tx) => {
    await lockWorkspace(tx, request.workspaceId);
    const created = await create(tx, request, actor, limits);
    if (created !== null) return created;
    const seconds = await secondsToNextKey(tx, request.workspaceId, limits.perDay);
    return seconds > 0 ? { retryAfterSeconds: seconds } : 'usable';
  });
}

interface KeyRequest extends KeyOptions {
  workspaceId: string;
  environment: Environment;
  expiresAt: KeyExpiry;
}

async function create(
  db: Queryable,
  { workspaceId, environment, expiresAt, name = null, scopes = allScopes }: KeyRequest,
  actor: Actor | null,
  limits: KeyLimits | null,
): Promise<CreatedKey | null> {
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
    limits,
  );
  if (created === null) return null;
  const { id, scopes: granted, expiresAt: expiry } = created;
  return { id, key, workspaceId, environment, name, scopes: granted, expiresAt: expiry };
}
