import type { Actor } from '@assay/domain/actor.ts';
import type { AuditAction } from '@assay/domain/audit-actions.ts';
import type { Environment, Scope } from '@assay/domain/api-key.ts';
import { actorJson, insertEntries } from './audit-log.ts';
import { type Caller, isAdmitted, workspaceColumns } from './caller.ts';
import type { Queryable } from '../database/database.ts';
import { type ReadRequest, seesLive, type WorkspaceRead } from './workspace-read.ts';

/** An API key, its workspace, and the limits of the workspace's plan. */
export interface ApiKey extends Caller {
  expired: boolean;
  revoked: boolean;
  /** True if the last recorded use is at most an hour old. This use then need not be recorded. */
  useIsRecorded: boolean;
}

/** SQL condition: the recorded last use of key `k` is at most an hour old. */
const useIsRecorded = (k: string) => `coalesce(${k}.last_used_at > now() - interval '1 hour', false)`;

/** An API key, with the result of the read that ran in the same statement. The result is JSON text or null. */
export interface FoundKey<Found = string | null> {
  key: ApiKey;
  found: Found;
}

/**
 * Returns an SQL statement that looks up the API key with hash `$1`. The statement evaluates the SQL expression `found`
 * only if the key may be used. A request with a revoked key therefore costs no more than one with an unknown key.
 */
const lookup = (found: string) => `
  select scope.id, scope.workspace_id as "workspaceId", scope.environment,
    coalesce(scope.expires_at <= now(), false) as expired, scope.revoked_at is not null as revoked,
    scope.scopes, ${seesLive} as "seesLive", ${useIsRecorded('scope')} as "useIsRecorded",
    ${workspaceColumns},
    case when scope.revoked_at is null and coalesce(scope.expires_at > now(), true) and ${isAdmitted}
      then (${found}) end as found
  from api_keys scope
  join workspaces w on w.id = scope.workspace_id
  join plans p on p.name = w.plan
  where scope.key_hash = $1`;

async function find(
  db: Queryable,
  statement: { name: string; text: string; values: unknown[] },
): Promise<FoundKey | null> {
  const { rows } = await db.query<ApiKey & { found: string | null }>(statement);
  if (rows[0] === undefined) return null;
  const { found, ...key } = rows[0];
  return { key, found };
}

/**
 * Looks up a key by its hash. Also returns `found`, the result of `request` as JSON text. Returns null if
 * there is no such key. The result is null if the key is revoked or expired, or if its workspace may send no requests.
 * @param keyHash SHA-256 hash of the key's text
 * @param request what to read in the same statement; null to read only the key
 */
export function findApiKey(
  db: Queryable,
  keyHash: Buffer,
  request: ReadRequest | null = null,
): Promise<FoundKey | null> {
  return find(db, {
    name: request === null ? 'find-api-key' : `find-api-key-and-${request.read.name}`,
    text: lookup(request?.read.expression ?? 'null'),
    values: [keyHash, ...(request?.values ?? [])],
  });
}

/** Separates results in one text. JSON text contains this control character only in escaped form. */
const separator = { expression: 'chr(30)', value: '\u001e' };

/**
 * Looks up a key as `findApiKey` does, and runs one read (`isPolled`) for several ids in the same statement.
 * @param ids the value of parameter $2 for each run of the read
 * @returns `found` has the result for each id, in the order of the ids
 */
export async function findApiKeyAndAll(
  db: Queryable,
  keyHash: Buffer,
  read: WorkspaceRead,
  ids: readonly string[],
): Promise<FoundKey<(string | null)[]> | null> {
  const result = await find(db, {
    name: `find-api-key-and-all-${read.name}`,
    // The subselect hides the length of the array from the planner. Otherwise Postgres would plan each execution again.
    text: lookup(`
      select string_agg(coalesce((${read.expression.replaceAll('$2', 'q.id')}), ''), ${separator.expression} order by q.n)
      from unnest((select $2::uuid[])) with ordinality q (id, n)`),
    values: [keyHash, ids],
  });
  if (result === null) return null;
  // Null: the key may not be used.
  if (result.found === null) return { key: result.key, found: ids.map(() => null) };
  const found = result.found.split(separator.value).map((text) => (text === '' ? null : text));
  return { key: result.key, found };
}

/** Records that a key is used now, unless the last recorded use is at most an hour old. */
export async function recordKeyUse(db: Queryable, id: string): Promise<void> {
  await db.query({
    name: 'record-key-use',
    text: `update api_keys k set last_used_at = now() where id = $1 and not ${useIsRecorded('k')}`,
    values: [id],
  });
}

export interface NewApiKey {
  id: string;
  workspaceId: string;
  environment: Environment;
  name: string | null;
  scopes: readonly Scope[];
  keyHash: Buffer;
  /** The last four characters of the key. */
  hint: string;
  expiresAt: KeyExpiry;
}

/**
 * Expiry of a key. Null: never. A date: at this time, whatever the plan sets. `by plan`: after the days that the
 * workspace's plan sets. `withinPlan`: at this time, or earlier if the plan sets an earlier one.
 */
export type KeyExpiry = Date | 'by plan' | { withinPlan: Date } | null;

/** Returns the latest expiry of a key (null: never), and whether the plan can set an earlier one. */
function limitsOf(expiry: KeyExpiry): [latest: Date | null, byPlan: boolean] {
  if (expiry === 'by plan') return [null, true];
  return expiry === null || expiry instanceof Date ? [expiry, false] : [expiry.withinPlan, true];
}

function auditKeys(actor: string, action: AuditAction, from: string): string {
  const subject = `'keys/' || id`;
  return insertEntries({ actor, workspaceId: 'workspace_id', action, subject, from });
}

/** Maximum numbers of keys of a workspace, see `createKeyWithinLimits`. */
export interface KeyLimits {
  /** Maximum number of keys that are neither revoked nor expired. */
  usable: number;
  /** Maximum number of keys that members create within 24 hours, also if they are revoked. */
  perDay: number;
}

/** SQL condition: an API key is neither revoked nor expired. */
export const isUsableKey = 'revoked_at is null and (expires_at is null or expires_at > now())';
const isRecent = `created_by is not null and created_at > now() - interval '1 day'`;

/**
 * Inserts a key. Returns null if the workspace has reached one of the limits.
 * @param limits null: no limit. With limits, `db` must be a transaction that has called `lockWorkspace`.
 */
export async function insertApiKey(
  db: Queryable,
  key: NewApiKey,
  actor: Actor | null = null,
  limits: KeyLimits | null = null,
): Promise<ListedApiKey | null> {
  const { rows } = await db.query<ListedApiKey>({
    name: 'insert-api-key',
    text: `
      with created as (
        insert into api_keys (id, workspace_id, environment, key_hash, hint, expires_at, name, scopes, created_by)
        select $1, $2, $3, $4, $5, least($6::timestamptz, case when $7 then now() + make_interval(days => (
          select p.key_days from workspaces w join plans p on p.name = w.plan where w.id = $2)) end), $8, $9, $11
        where $12::integer is null or (
          (select count(*) from api_keys where workspace_id = $2 and ${isUsableKey}) < $12
          and (select count(*) from api_keys where workspace_id = $2 and ${isRecent}) < $13::integer)
        returning *
      ), audited as (${auditKeys('$10', 'key.create', 'created')}
      )
      select ${listedColumns} from created`,
    values: [
      key.id,
      key.workspaceId,
      key.environment,
      key.keyHash,
      key.hint,
      ...limitsOf(key.expiresAt),
      key.name,
      key.scopes,
      actorJson(actor),
      actor?.kind === 'member' ? actor.name : null,
      limits?.usable ?? null,
      limits?.perDay ?? null,
    ],
  });
  return rows[0] ?? null;
}

/**
 * Returns the seconds until members of the workspace may create another key, or 0 if they created fewer than `perDay`
 * keys within 24 hours.
 */
export async function secondsToNextKey(db: Queryable, workspaceId: string, perDay: number): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>({
    name: 'seconds-to-next-key',
    text: `
      select ceil(extract(epoch from created_at + interval '1 day' - now()))::integer as seconds from api_keys
      where workspace_id = $1 and ${isRecent} order by created_at desc offset $2 - 1 limit 1`,
    values: [workspaceId, perDay],
  });
  return rows[0]?.seconds ?? 0;
}

export interface ListedApiKey {
  id: string;
  workspaceId: string;
  environment: Environment;
  name: string | null;
  scopes: readonly Scope[];
  /** The last four characters of the key. */
  hint: string;
  createdAt: Date;
  /** Id of the member who created the key. Null if an operator created it. */
  createdBy: string | null;
  createdByName: string | null;
  expiresAt: Date | null;
  /** Recorded time of a use. The last use may be up to an hour later. Null if the key has not been used. */
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

const listedColumns = `
  id, workspace_id as "workspaceId", environment, name, scopes, hint,
  created_at as "createdAt", created_by as "createdBy",
  (select m.name from members m where m.id = created_by) as "createdByName", expires_at as "expiresAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt"`;

/** Returns the API keys of a workspace, oldest first. Without a workspace, returns all API keys. */
export async function listApiKeys(db: Queryable, workspaceId: string | null = null): Promise<ListedApiKey[]> {
  const { rows } = await db.query<ListedApiKey>(
    `select ${listedColumns} from api_keys
     where $1::uuid is null or workspace_id = $1 order by created_at, id`,
    [workspaceId],
  );
  return rows;
}

/**
 * Revokes a key permanently and returns the key, or null if there is no such key. Revoking a key twice
 * changes nothing.
 * @param workspaceId the workspace that must have the key; null for any
 */
export async function revokeApiKey(
  db: Queryable,
  id: string,
  actor: Actor | null = null,
  workspaceId: string | null = null,
): Promise<ListedApiKey | null> {
  const { rows } = await db.query<ListedApiKey>(
    `with named as (
       select * from api_keys where id = $1 and ($3::uuid is null or workspace_id = $3)
     ), revoked as (
       update api_keys k set revoked_at = now() from named where k.id = named.id and k.revoked_at is null returning k.*
     ), audited as (${auditKeys('$2', 'key.revoke', 'revoked')}
     )
     select ${listedColumns} from revoked
     union all select ${listedColumns} from named where revoked_at is not null`,
    [id, actorJson(actor), workspaceId],
  );
  return rows[0] ?? null;
}
