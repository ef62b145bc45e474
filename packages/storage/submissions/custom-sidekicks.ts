import type { Actor } from '@assay/domain/actor.ts';
import type { CustomSidekick, CustomSidekickVersion, SidekickVersion } from '@assay/domain/sidekick.ts';
import { actorJson, insertEntries, insertEntry } from '../accounts/audit-log.ts';
import { type Database, inTransaction, type Queryable } from '../database/database.ts';
import type { WorkspaceRead } from '../accounts/workspace-read.ts';

const columns = `
  r.id, r.workspace_id as "workspaceId", r.code, v.version, v.name, v.description, v.asset_types as "assetTypes", v.rules,
  r.task_queue as "taskQueue", r.max_wait_seconds as "maxWaitSeconds", r.encrypted, r.url,
  r.removed_at is not null as removed`;

const current = `registered_sidekicks r join registered_sidekick_versions v on (v.sidekick_id, v.version) = (r.id, r.version)`;

/**
 * Returns the custom sidekicks with the given ids that the workspace may use, ordered by code. Sidekicks that
 * have been removed are included, with `removed` set to true.
 */
export async function readCustomSidekicks(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<CustomSidekick[]> {
  const { rows } = await db.query<CustomSidekick>({
    name: 'read-registered-sidekicks',
    text: `
      select ${columns} from ${current}
      where r.id = any($2::uuid[]) and (r.workspace_id is null or r.workspace_id = $1)
      order by r.code, r.id`,
    values: [workspaceId, ids],
  });
  return rows;
}

/**
 * Returns the ids of the custom sidekicks with the given codes that the workspace may use. If a sidekick of the
 * workspace has the same code as one of all workspaces, returns that of the workspace.
 */
export async function readSidekicksByCode(
  db: Queryable,
  workspaceId: string,
  codes: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'read-sidekicks-by-code',
    text: `
      select distinct on (code) id from registered_sidekicks
      where code = any($2::text[]) and removed_at is null and (workspace_id is null or workspace_id = $1)
      order by code, workspace_id nulls last`,
    values: [workspaceId, codes],
  });
  return rows.map(({ id }) => id);
}

/** Returns the encrypted secret that signs requests to a sidekick's endpoint. Null if there is none. */
export async function readSidekickSecret(db: Queryable, id: string): Promise<string | null> {
  const { rows } = await db.query<{ secret: string | null }>({
    name: 'read-sidekick-secret',
    text: `select secret from registered_sidekicks where id = $1`,
    values: [id],
  });
  return rows[0]?.secret ?? null;
}

/**
 * Returns the given versions of custom and built-in sidekicks, current or older. Versions that are not stored are left
 * out. A version of a built-in sidekick is stored with the first result of that version.
 */
export async function readSidekickVersions(
  db: Queryable,
  wanted: readonly { id: string; version: string }[],
): Promise<SidekickVersion[]> {
  const { rows } = await db.query<SidekickVersion>({
    name: 'read-sidekick-versions',
    text: `
      select r.id, r.code, v.version, v.name, v.description, v.asset_types as "assetTypes", v.rules
      from jsonb_to_recordset($1::jsonb) as w (id uuid, version text)
      join registered_sidekick_versions v on (v.sidekick_id, v.version) = (w.id, w.version)
      join registered_sidekicks r on r.id = v.sidekick_id
      union all
      select b.sidekick_id, b.code, b.version, b.name, b.description, b.asset_types, b.rules
      from jsonb_to_recordset($1::jsonb) as w (id uuid, version text)
      join built_in_rule_sets b on (b.sidekick_id, b.version) = (w.id, w.version)`,
    values: [JSON.stringify(wanted)],
  });
  return rows;
}

/** Reads the custom sidekicks that the workspace may use, as a JSON array in the format of the API. */
export const sidekicksBody: WorkspaceRead = {
  name: 'list-sidekicks',
  expression: `
    select coalesce(json_agg(json_build_object(
      'id', r.id, 'code', r.code, 'name', v.name, 'description', v.description, 'version', v.version,
      'assetTypes', v.asset_types, 'builtIn', false, 'limits', '[]'::json, 'parameters', '[]'::json, 'rules', (
        select json_agg(rule || '{"assetTypes": null, "adjustable": null, "evidence": null}' order by position)
        from jsonb_array_elements(v.rules) with ordinality as listed (rule, position)
      )) order by r.code, r.id), '[]')::text
    from ${current}
    where r.removed_at is null and (r.workspace_id is null or r.workspace_id = scope.workspace_id)`,
};

/**
 * Returns the custom sidekicks that have not been removed, ordered by code.
 * @param workspaceId return only sidekicks that this workspace may use; null for all sidekicks
 */
export async function listCustomSidekicks(
  db: Queryable,
  workspaceId: string | null,
): Promise<CustomSidekick[]> {
  const { rows } = await db.query<CustomSidekick>(
    `select ${columns} from ${current}
     where r.removed_at is null and ($1::uuid is null or r.workspace_id is null or r.workspace_id = $1)
     order by r.code, r.id`,
    [workspaceId],
  );
  return rows;
}

export interface Registration extends CustomSidekickVersion {
  /** The only workspace that may use the sidekick. Null if every workspace may use it. */
  workspaceId: string | null;
  code: string;
  /** Null if the sidekick runs at an HTTPS endpoint. */
  taskQueue: string | null;
  /** Maximum wait for a worker on the task queue, in seconds. Null if the sidekick has no task queue. */
  maxWaitSeconds: number | null;
  /** Whether the payloads of its activity are encrypted. False if the sidekick has no task queue. */
  encrypted: boolean;
  /** Null if the sidekick runs on a Temporal task queue. */
  url: string | null;
  /** The encrypted secret that signs requests to the endpoint (`SecretCipher`). Null to keep the existing secret. */
  secret: string | null;
}

export type RegistrationOutcome =
  | { outcome: 'registered' | 'updated' | 'unchanged' }
  /** The version is already registered with different content. */
  | { outcome: 'version taken' }
  /** Another sidekick that the workspace can see already has this code. Its id is `by`. */
  | { outcome: 'code taken'; by: string };

/**
 * Registers a sidekick under `id`, or updates the sidekick with this id. Versions are immutable: a version
 * can be registered again only with identical content.
 */
export function saveSidekick(
  database: Database,
  id: string,
  { workspaceId, code, taskQueue, maxWaitSeconds, encrypted, url, secret, ...version }: Registration,
  actor: Actor | null = null,
): Promise<RegistrationOutcome> {
  return inTransaction(database, async (tx) => {
    // Without this table lock, two concurrent registrations could use one code. Registrations are rare, so
    // the lock costs little.
    await tx.query('lock table registered_sidekicks in share row exclusive mode');
    const other = await sidekickWithCode(tx, id, workspaceId, code);
    if (other !== null) return { outcome: 'code taken', by: other };
    const values = [id, version.version, version.name, version.description, version.assetTypes];
    const { rows } = await tx.query<{ same: boolean }>(
      `select (name, description, asset_types, rules) = ($3, $4, $5::text[], $6::jsonb) as same
       from registered_sidekick_versions where sidekick_id = $1 and version = $2`,
      [...values, JSON.stringify(version.rules)],
    );
    if (rows[0]?.same === false) return { outcome: 'version taken' };
    const { rows: saved } = await tx.query<{ isNew: boolean }>(
      // One statement, because the sidekick and the version have foreign keys to each other.
      `with version as (
         insert into registered_sidekick_versions (sidekick_id, version, name, description, asset_types, rules)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing
       )
       insert into registered_sidekicks as r
         (id, workspace_id, code, version, task_queue, url, secret, max_wait_seconds, encrypted)
       values ($1, $7, $8, $2, $9, $10, case when $10::text is not null then
         coalesce($11, (select secret from registered_sidekicks where id = $1)) end, $12, $13)
       on conflict (id) do update set
         version = excluded.version, task_queue = excluded.task_queue, url = excluded.url, secret = excluded.secret,
         max_wait_seconds = excluded.max_wait_seconds, encrypted = excluded.encrypted, updated_at = now()
       where (r.version, r.task_queue, r.url, r.secret, r.max_wait_seconds, r.encrypted) is distinct from
         (excluded.version, excluded.task_queue, excluded.url, excluded.secret, excluded.max_wait_seconds,
           excluded.encrypted)
       returning xmax = 0 as "isNew"`,
      [
        ...[...values, JSON.stringify(version.rules), workspaceId, code, taskQueue, url, secret],
        ...[maxWaitSeconds, encrypted],
      ],
    );
    if (saved[0] === undefined) return { outcome: 'unchanged' };
    await insertEntry(tx, actor, { workspaceId, action: 'sidekick.register', subject: `sidekicks/${id}` });
    return { outcome: saved[0].isNew ? 'registered' : 'updated' };
  });
}

/**
 * Returns the id of another sidekick that has this code and is visible in a workspace that also sees sidekick `id`.
 * Returns null if there is no such sidekick.
 */
async function sidekickWithCode(
  db: Queryable,
  id: string,
  workspaceId: string | null,
  code: string,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `select id from registered_sidekicks
     where code = $3 and id <> $1 and removed_at is null
       and ($2::uuid is null or workspace_id is null or workspace_id = $2)
     limit 1`,
    [id, workspaceId, code],
  );
  return rows[0]?.id ?? null;
}

/**
 * Returns the custom sidekick that is registered with this code for exactly this workspace. Returns null if
 * there is no such sidekick.
 * @param workspaceId null to find a sidekick that is registered for all workspaces
 */
export async function findRegistration(
  db: Queryable,
  workspaceId: string | null,
  code: string,
): Promise<{ id: string; url: string | null } | null> {
  const { rows } = await db.query<{ id: string; url: string | null }>(
    `select id, url from registered_sidekicks
     where workspace_id is not distinct from $1 and code = $2 and removed_at is null`,
    [workspaceId, code],
  );
  return rows[0] ?? null;
}

/** Removes a sidekick and its secret, but keeps its results. Returns false if there is no such sidekick. */
export async function removeSidekick(
  db: Queryable,
  id: string,
  actor: Actor | null = null,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `with removed as (
       update registered_sidekicks set removed_at = now(), secret = null, updated_at = now()
       where id = $1 and removed_at is null returning id, workspace_id
     ), audited as (${insertEntries({
       actor: '$2',
       workspaceId: 'workspace_id',
       action: 'sidekick.remove',
       subject: `'sidekicks/' || id`,
       from: 'removed',
     })}
     )
     select from removed`,
    [id, actorJson(actor)],
  );
  return rowCount === 1;
}

/** Returns the live assets in progress whose submission names this sidekick, with their current version. */
export async function readUnfinishedExaminations(
  db: Queryable,
  sidekickId: string,
): Promise<{ submissionId: string; version: number; assetId: string; sidekickId: string }[]> {
  const { rows } = await db.query<{
    submissionId: string;
    version: number;
    assetId: string;
    sidekickId: string;
  }>(
    `select a.submission_id as "submissionId", a.version, a.asset_id as "assetId", $1::text as "sidekickId"
     from submissions s join assets a on a.submission_id = s.id
     where s.status = 'processing' and s.environment = 'live' and $1 = any(s.sidekick_ids)
       and a.status not in ('complete', 'failed')
     order by a.submission_id, a.position`,
    [sidekickId],
  );
  return rows;
}
