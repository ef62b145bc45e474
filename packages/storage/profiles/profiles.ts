import type { Actor } from '@assay/domain/actor.ts';
import type { AuditAction } from '@assay/domain/audit-actions.ts';
import type { ProfileContent } from '@assay/domain/contracts/profile.ts';
import { actorJson, insertEntries, insertEntry } from '../accounts/audit-log.ts';
import type { WorkspaceRead } from '../accounts/workspace-read.ts';
import { lockWorkspace } from '../accounts/workspaces.ts';
import { violatesUnique } from '../database/database-errors.ts';
import { type Database, inTransaction, type Queryable } from '../database/database.ts';

/** A version of a profile of a workspace. */
export interface WorkspaceProfile {
  id: string;
  version: number;
  content: ProfileContent;
}

/** Reads the current profiles of the workspace as a JSON array in the format of the API, ordered by name. */
export const profilesBody: WorkspaceRead = {
  name: 'list-profiles',
  expression: `
    select coalesce(json_agg(json_build_object('id', p.id, 'code', p.code, 'name', v.content -> 'name',
      'version', p.version, 'builtIn', false, 'assetTypes', v.content -> 'assetTypes',
      'description', v.content -> 'description') order by v.content ->> 'name', p.id), '[]')::text
    from profiles p join profile_versions v on (v.profile_id, v.version) = (p.id, p.version)
    where p.workspace_id = scope.workspace_id and p.deleted_at is null`,
};

/**
 * Returns a version of a profile of the workspace. Null if the workspace has no such profile or version.
 * @param version number of the version; null for the current one. Only older versions of deleted profiles are found.
 */
export async function readProfile(
  db: Queryable,
  workspaceId: string,
  id: string,
  version: number | null = null,
): Promise<WorkspaceProfile | null> {
  const { rows } = await db.query<WorkspaceProfile>({
    name: 'read-profile',
    text: `
      select p.id, v.version, v.content from profiles p
      join profile_versions v on v.profile_id = p.id and v.version = coalesce($3::integer, p.version)
      where p.id = $2 and p.workspace_id = $1 and ($3::integer is not null or p.deleted_at is null)`,
    values: [workspaceId, id, version],
  });
  return rows[0] ?? null;
}

/** Returns the current profiles of the workspace with the given ids. */
export async function readProfiles(
  db: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<WorkspaceProfile[]> {
  const { rows } = await db.query<WorkspaceProfile>({
    name: 'read-profiles',
    text: `
      select p.id, v.version, v.content from profiles p
      join profile_versions v on (v.profile_id, v.version) = (p.id, p.version)
      where p.id = any($2::uuid[]) and p.workspace_id = $1 and p.deleted_at is null`,
    values: [workspaceId, ids],
  });
  return rows;
}

const audited = (actor: string, action: AuditAction, from: string) =>
  insertEntries({
    actor,
    workspaceId: `${from}.workspace_id`,
    action,
    subject: `'profiles/' || ${from}.id`,
    from,
  });

/**
 * Writes the first version of a profile of a workspace. Concurrent requests cannot exceed the limit, because each locks
 * the row of the workspace.
 * @returns `full` if the workspace already has `limit` profiles, `taken` if one of them has the code
 */
export async function insertProfile(
  database: Database,
  workspaceId: string,
  { id, content }: Omit<WorkspaceProfile, 'version'>,
  limit: number,
  actor: Actor | null = null,
): Promise<'inserted' | 'full' | 'taken'> {
  try {
    return await inTransaction(database, async (tx) => {
      await lockWorkspace(tx, workspaceId);
      const { rowCount } = await tx.query({
        name: 'insert-profile',
        text: `
          with profile as (
            insert into profiles (id, workspace_id, code, version)
            select $1, $2, $3, 1
            where (select count(*) from profiles where workspace_id = $2 and deleted_at is null) < $5
            returning id, workspace_id
          ), version as (
            insert into profile_versions (profile_id, version, workspace_id, content)
            select id, 1, workspace_id, $4 from profile
          ), audited as (${audited('$6', 'profile.create', 'profile')}
          )
          select from profile`,
        values: [id, workspaceId, content.code, JSON.stringify(content), limit, actorJson(actor)],
      });
      return rowCount === 1 ? 'inserted' : 'full';
    });
  } catch (error) {
    if (violatesUnique(error, 'profiles_code')) return 'taken';
    throw error;
  }
}

/**
 * Adds a version to a profile of a workspace, if its current version is still the one before.
 * @returns `missing` if the workspace has no such profile, `taken` if another profile has the code, or the current
 *   version if it is another one
 */
export async function addProfileVersion(
  db: Queryable,
  workspaceId: string,
  { id, version, content }: WorkspaceProfile,
  actor: Actor | null = null,
): Promise<'added' | 'missing' | 'taken' | { currentVersion: number }> {
  try {
    const { rows } = await db.query<{ current: number; added: boolean }>({
      name: 'add-profile-version',
      text: `
        with current as (
          select id, workspace_id, version from profiles
          where id = $2 and workspace_id = $1 and deleted_at is null for no key update
        ), changed as (
          update profiles p set version = $3, code = $4 from current c
          where p.id = c.id and c.version = $3 - 1
          returning p.id, p.workspace_id
        ), version as (
          insert into profile_versions (profile_id, version, workspace_id, content)
          select id, $3, workspace_id, $5 from changed
        ), audited as (${audited('$6', 'profile.update', 'changed')}
        )
        select version as current, exists (select from changed) as added from current`,
      values: [workspaceId, id, version, content.code, JSON.stringify(content), actorJson(actor)],
    });
    const row = rows[0];
    if (row === undefined) return 'missing';
    return row.added ? 'added' : { currentVersion: row.current };
  } catch (error) {
    if (violatesUnique(error, 'profiles_code')) return 'taken';
    throw error;
  }
}

/**
 * Deletes a profile. Its versions stay for earlier results, and it is no longer the default of the workspace. Returns
 * false if the workspace has no such profile.
 */
export async function deleteProfile(
  db: Queryable,
  workspaceId: string,
  id: string,
  actor: Actor | null = null,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'delete-profile',
    text: `
      with deleted as (
        update profiles set deleted_at = now()
        where id = $2 and workspace_id = $1 and deleted_at is null
        returning id, workspace_id
      ), unset as (
        update workspaces w set default_profile_id = null from deleted d
        where w.id = d.workspace_id and w.default_profile_id = d.id
      ), audited as (${audited('$3', 'profile.delete', 'deleted')}
      )
      select from deleted`,
    values: [workspaceId, id, actorJson(actor)],
  });
  return rowCount === 1;
}

/** Returns the id of the default profile of the workspace. Null if it has none. */
export async function readDefaultProfile(db: Queryable, workspaceId: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string | null }>({
    name: 'read-default-profile',
    text: 'select default_profile_id as id from workspaces where id = $1',
    values: [workspaceId],
  });
  return rows[0]?.id ?? null;
}

/**
 * Makes a profile the default of the workspace. The row of a profile of the workspace is locked, so that a concurrent
 * deletion cannot leave a deleted default.
 * @param id null: the workspace has no default any more
 * @param isBuiltIn true for a profile of the service, which has no row
 * @returns false if the workspace has no such profile
 */
export async function setDefaultProfile(
  database: Database,
  workspaceId: string,
  { id, isBuiltIn }: { id: string | null; isBuiltIn: boolean },
  actor: Actor,
): Promise<boolean> {
  return inTransaction(database, async (tx) => {
    if (id !== null && !isBuiltIn) {
      const { rowCount } = await tx.query({
        name: 'lock-profile',
        text: `
          select from profiles where id = $2 and workspace_id = $1 and deleted_at is null for no key update`,
        values: [workspaceId, id],
      });
      if (rowCount === 0) return false;
    }
    const { rows } = await tx.query<{ before: string | null }>({
      name: 'set-default-profile',
      text: `
        with known as (select id, default_profile_id from workspaces where id = $1 for no key update)
        update workspaces w set default_profile_id = $2 from known k where w.id = k.id
        returning k.default_profile_id as before`,
      values: [workspaceId, id],
    });
    const { before } = rows[0]!;
    const subject = id ?? before;
    if (subject === null || id === before) return true;
    const action = id === null ? 'profile.unset_default' : 'profile.set_default';
    await insertEntry(tx, actor, { workspaceId, action, subject: `profiles/${subject}` });
    return true;
  });
}
