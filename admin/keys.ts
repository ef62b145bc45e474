import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { Actor } from '../domain/actor.ts';
import type { Environment } from '../domain/api-key.ts';
import { insertApiKey } from '../storage/postgres/api-keys.ts';
import type { Queryable } from '../storage/postgres/database.ts';

const keyBytes = 32;
const prefixes = { live: 'sk_live_', sandbox: 'sk_test_' } satisfies Record<Environment, string>;

export interface CreatedKey {
  id: string;
  /** The API key. It is shown only once, because only its hash is stored. */
  key: string;
  workspaceId: string;
  environment: Environment;
  expiresAt: Date | null;
}

/** Creates an API key (specification, section 5) and stores its SHA-256 hash. */
export async function createKey(
  db: Queryable,
  workspaceId: string,
  environment: Environment,
  expiresAt: Date | null,
  actor: Actor | null = null,
): Promise<CreatedKey> {
  const id = uuidV7();
  const key = prefixes[environment] + randomBytes(keyBytes).toString('hex');
  const keyHash = createHash('sha256').update(key).digest();
  const hint = key.slice(-4);
  await insertApiKey(db, { id, workspaceId, environment, keyHash, hint, expiresAt }, actor);
  return { id, key, workspaceId, environment, expiresAt };
}
