import type { BucketLimits } from '../../domain/buckets.ts';
import type { Environment } from '../../domain/environment.ts';
import type { Queryable } from './database.ts';
import type { WorkspaceRead } from './workspace-read.ts';

/** A key with all that a request needs to know of its workspace and plan. */
export interface ApiKey {
  id: string;
  workspaceId: string;
  environment: Environment;
  expired: boolean;
  revoked: boolean;
  plan: string;
  integrationsApi: boolean;
  bucketLimits: BucketLimits;
  maxSubscriptions: number;
  maxAssets: number;
  /** Assets of live submissions that are worked on at once; null: all. */
  maxAssetsInWork: number | null;
}

/** What a request asks to be read together with its key. */
export interface ReadRequest {
  read: WorkspaceRead;
  ids: readonly string[];
}

/**
 * Finds a key by the SHA-256 of its text, and in the same statement what is to be read in its workspace. Null when
 * there is no such key; whether it may be used is for the caller to check before it shows what was found.
 */
export async function findApiKey(
  db: Queryable,
  keyHash: Buffer,
  request: ReadRequest | null = null,
): Promise<{ key: ApiKey; found: string | null } | null> {
  const { rows } = await db.query<ApiKey & { found: string | null }>({
    name: request === null ? 'find-api-key' : `find-api-key-and-${request.read.name}`,
    text: `
      select scope.id, scope.workspace_id as "workspaceId", scope.environment,
        coalesce(scope.expires_at <= now(), false) as expired, scope.revoked_at is not null as revoked,
        p.name as plan, p.integrations_api as "integrationsApi", p.bucket_limits as "bucketLimits",
        p.max_subscriptions as "maxSubscriptions", p.max_assets as "maxAssets",
        p.max_assets_in_work as "maxAssetsInWork",
        (${request?.read.expression ?? 'null'}) as found
      from api_keys scope
      join workspaces w on w.id = scope.workspace_id
      join plans p on p.name = w.plan
      where scope.key_hash = $1`,
    values: [keyHash, ...(request?.ids ?? [])],
  });
  if (rows[0] === undefined) return null;
  const { found, ...key } = rows[0];
  return { key, found };
}

export interface NewApiKey {
  id: string;
  workspaceId: string;
  environment: Environment;
  keyHash: Buffer;
  /** The last four characters of the key. */
  hint: string;
  expiresAt: Date | null;
}

export async function insertApiKey(db: Queryable, key: NewApiKey): Promise<void> {
  await db.query({
    name: 'insert-api-key',
    text: `
      insert into api_keys (id, workspace_id, environment, key_hash, hint, expires_at)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [key.id, key.workspaceId, key.environment, key.keyHash, key.hint, key.expiresAt],
  });
}

export interface ListedApiKey {
  id: string;
  workspaceId: string;
  environment: Environment;
  hint: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

const listedColumns = `
  id, workspace_id as "workspaceId", environment, hint,
  created_at as "createdAt", expires_at as "expiresAt", revoked_at as "revokedAt"`;

export async function listApiKeys(db: Queryable): Promise<ListedApiKey[]> {
  const { rows } = await db.query<ListedApiKey>(
    `select ${listedColumns} from api_keys order by created_at, id`,
  );
  return rows;
}

/** Revokes a key, at once and for good; revoking it again changes nothing. Null when there is no such key. */
export async function revokeApiKey(db: Queryable, id: string): Promise<ListedApiKey | null> {
  const { rows } = await db.query<ListedApiKey>(
    `update api_keys set revoked_at = coalesce(revoked_at, now()) where id = $1 returning ${listedColumns}`,
    [id],
  );
  return rows[0] ?? null;
}
