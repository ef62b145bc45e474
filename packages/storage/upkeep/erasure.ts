import type { Actor } from '@assay/domain/actor.ts';
import { insertEntry, type NewEntry } from '../accounts/audit-log.ts';
import { type Database, inTransaction, type Queryable, retryDeadlocks } from '../database/database.ts';
import { violatesForeignKey } from '../database/database-errors.ts';
import { isLeased } from '../webhooks/pending-deliveries.ts';
import { erasePeople } from './people-erasure.ts';
import { lockSubmission, rollUpSubmission } from '../submissions/roll-up.ts';

// Erasure: removes the personal data of assets. Their rows stay without names, because the ledger refers to them. The
// order of the steps is in erase.ts.

export interface ErasedSubmission {
  submissionId: string;
  workspaceId: string;
  assetIds: string[];
}

const subjectColumns = `
  submission_id as "submissionId", workspace_id as "workspaceId", array_agg(asset_id order by position) as "assetIds"`;

/** Returns a submission with all its assets. Returns null if there is no such submission. */
export async function readSubmissionToErase(
  db: Queryable,
  submissionId: string,
): Promise<ErasedSubmission | null> {
  const { rows } = await db.query<ErasedSubmission>(
    `select ${subjectColumns} from assets where submission_id = $1 group by 1, 2`,
    [submissionId],
  );
  return rows[0] ?? null;
}

/** Returns the submissions that contain an asset with this id. In the sandbox, several can. */
export async function findAssetToErase(db: Queryable, assetId: string): Promise<ErasedSubmission[]> {
  const { rows } = await db.query<ErasedSubmission>(
    `select ${subjectColumns} from assets where asset_id = $1 group by 1, 2 order by 1`,
    [assetId],
  );
  return rows;
}

/** Returns a batch of a workspace's submissions after the id `after`, with all their assets, ordered by id. */
export async function listSubmissionsToErase(
  db: Queryable,
  workspaceId: string,
  after: string,
  limit: number,
): Promise<ErasedSubmission[]> {
  const { rows } = await db.query<ErasedSubmission>(
    `select ${subjectColumns} from assets where workspace_id = $1 and submission_id > $2
     group by 1, 2 order by 1 limit $3`,
    [workspaceId, after, limit],
  );
  return rows;
}

export interface UnfinishedAsset {
  submissionId: string;
  assetId: string;
}

/**
 * SQL condition: the asset is in progress. Sandbox assets marked `pending` never finish. They count only until their
 * workflow has been started, because an erasure would not delete a workflow that starts later.
 */
const isUnfinished = `
  status in ('pending', 'processing') and (sandbox_outcome is distinct from 'pending' or exists (
    select from submission_versions v
    where v.submission_id = assets.submission_id and v.version = assets.version and v.workflow_started_at is null))`;

export async function listUnfinishedAssets(
  db: Queryable,
  workspaceId: string,
  limit: number,
): Promise<UnfinishedAsset[]> {
  const { rows } = await db.query<UnfinishedAsset>(
    `select submission_id as "submissionId", asset_id as "assetId" from assets
     where workspace_id = $1 and ${isUnfinished} limit $2`,
    [workspaceId, limit],
  );
  return rows;
}

export type HideOutcome =
  /** Nothing was changed, because the submission has these assets in progress. */
  | { unfinished: UnfinishedAsset[] }
  /** `isWhole`: no asset of the submission is left, so the submission was hidden. */
  | { isWhole: boolean };

/**
 * Hides assets: the API returns 404 for them, and the filters of lists ignore them. If the submission has no other
 * asset, hides the submission. Otherwise rolls up its status without the hidden assets. The lock on the submission's
 * row blocks concurrent retries and fired events. Hiding assets twice changes nothing.
 * @param entry the audit entry, written if an asset was not hidden before; null to write none
 */
export function hideAssets(
  database: Database,
  { submissionId, assetIds }: Pick<ErasedSubmission, 'submissionId' | 'assetIds'>,
  actor: Actor,
  entry: NewEntry | null,
): Promise<HideOutcome> {
  return inTransaction(database, async (tx) => {
    await lockSubmission(tx, submissionId);
    const { rows: unfinished } = await tx.query<UnfinishedAsset>(
      `select submission_id as "submissionId", asset_id as "assetId" from assets
       where submission_id = $1 and ${isUnfinished} order by position`,
      [submissionId],
    );
    if (unfinished.length > 0) return { unfinished };
    const { rowCount: hidden } = await tx.query(
      `update assets set erased_at = now(), is_retryable = false
       where submission_id = $1 and asset_id = any($2::uuid[]) and erased_at is null`,
      [submissionId, assetIds],
    );
    if (entry !== null && hidden! > 0) await insertEntry(tx, actor, entry);
    await tx.query('delete from asset_rules where submission_id = $1 and asset_id = any($2::uuid[])', [
      submissionId,
      assetIds,
    ]);
    const { rowCount } = await tx.query(
      `update submissions set expired_at = coalesce(expired_at, now())
       where id = $1 and not exists (select from assets where submission_id = $1 and erased_at is null)`,
      [submissionId],
    );
    if (rowCount === 0) await rollUpSubmission(tx, submissionId);
    return { isWhole: rowCount === 1 };
  });
}

export async function listDeliveryIds(
  db: Queryable,
  { submissionId, assetIds }: Pick<ErasedSubmission, 'submissionId' | 'assetIds'>,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select d.id from events e join deliveries d on d.event_id = e.id
     where e.submission_id = $1 and e.asset_id = any($2::uuid[])`,
    [submissionId, assetIds],
  );
  return rows.map(({ id }) => id);
}

/** Returns whether a delivery worker has leased a delivery of the assets' events, and may be sending it. */
export async function areDeliveriesLeased(
  db: Queryable,
  { submissionId, assetIds }: Pick<ErasedSubmission, 'submissionId' | 'assetIds'>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from events e join deliveries d on d.event_id = e.id
     where e.submission_id = $1 and e.asset_id = any($2::uuid[]) and d.status = 'pending' and ${isLeased} limit 1`,
    [submissionId, assetIds],
  );
  return rowCount === 1;
}

/**
 * SQL query for the ids of the uploads of assets. An upload of a sandbox asset is left out if a live asset uses it too.
 * `$1` is the submission id, and `$2` has the asset ids.
 */
const uploadsOfAssets = `
  select u.asset_id from assets a
  join uploads u on u.asset_id = a.asset_id and u.workspace_id = a.workspace_id
  where a.submission_id = $1 and a.asset_id = any($2::uuid[]) and (a.environment = 'live' or not exists (
    select from assets l where l.workspace_id = u.workspace_id and l.environment = 'live'
      and l.blob_path = u.asset_id || '/' || u.filename))`;

export async function listUploadIds(
  db: Queryable,
  { submissionId, assetIds }: Pick<ErasedSubmission, 'submissionId' | 'assetIds'>,
): Promise<string[]> {
  const { rows } = await db.query<{ asset_id: string }>(uploadsOfAssets, [submissionId, assetIds]);
  return rows.map((row) => row.asset_id);
}

/** Numbers of rows that were removed, or from which names or details were removed. */
export interface ErasedRows {
  assets: number;
  uploads: number;
  measurements: number;
}

const maxTries = 3;

/**
 * Removes names, messages and measurements from the rows of hidden assets. Uploads and measurements that were charged
 * keep their rows without names and details. Other uploads and measurements are removed. The new blob path of an asset
 * contains the submission id, because blob paths must be unique. The new file name of an upload contains a slash. No
 * request can use this name, because upload URLs are not issued for names with a slash.
 * @param isWhole true to remove the error message and the sidekick ids of the submission too. In the sandbox, a
 *   sidekick id can be any text, so it could name a person.
 */
export async function eraseNames(
  database: Database,
  { submissionId, assetIds }: Pick<ErasedSubmission, 'submissionId' | 'assetIds'>,
  isWhole: boolean,
): Promise<ErasedRows> {
  const values = [submissionId, assetIds];
  const erase = async (tx: Queryable): Promise<ErasedRows> => {
    await lockSubmission(tx, submissionId);
    const charged = `exists (select from ledger_entries l where l.asset_id = m.asset_id and l.etag = m.etag)`;
    const inProgress = await tx.query(
      `delete from measurements_in_progress where asset_id in (${uploadsOfAssets})`,
      values,
    );
    const unpriced = await tx.query(
      `delete from measurements m where m.asset_id in (${uploadsOfAssets}) and not ${charged}`,
      values,
    );
    const priced = await tx.query(
      `update measurements m set details = '{}' where m.asset_id in (${uploadsOfAssets}) and m.details <> '{}'`,
      values,
    );
    const removed = await tx.query(
      `delete from uploads where asset_id in (${uploadsOfAssets})
         and not exists (select from measurements m where m.asset_id = uploads.asset_id)`,
      values,
    );
    const renamed = await tx.query(
      `update uploads set filename = 'erased/' || $1::uuid, stored_bytes = null
       where asset_id in (${uploadsOfAssets}) and filename <> 'erased/' || $1::uuid`,
      values,
    );
    const assets = await tx.query(
      `update assets set filename = 'erased', search_text = '', blob_path = asset_id || '/erased/' || submission_id,
         issue_count = null, error_message = case when status = 'failed' then 'Erased' end
       where submission_id = $1 and asset_id = any($2::uuid[])
         and blob_path <> asset_id || '/erased/' || submission_id`,
      values,
    );
    if (isWhole)
      await tx.query(`update submissions set error_message = null, sidekick_ids = '{}' where id = $1`, [
        submissionId,
      ]);
    return {
      assets: assets.rowCount!,
      uploads: removed.rowCount! + renamed.rowCount!,
      measurements: inProgress.rowCount! + unpriced.rowCount! + priced.rowCount!,
    };
  };
  for (let tries = 1; ; tries++) {
    try {
      return await retryDeadlocks(() => inTransaction(database, erase));
    } catch (error) {
      // A measurement of the upload was saved or charged concurrently.
      const isUsed =
        violatesForeignKey(error, 'measurements_asset_id_fkey') ||
        violatesForeignKey(error, 'ledger_entries_asset_id_etag_fkey');
      if (!isUsed || tries === maxTries) throw error;
    }
  }
}

export async function listUploadsToErase(
  db: Queryable,
  workspaceId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select asset_id as id from uploads where workspace_id = $1 and filename not like 'erased/%' limit $2`,
    [workspaceId, limit],
  );
  return rows.map(({ id }) => id);
}

/** Returns up to `limit` events that were delivered to subscriptions of a workspace. */
export async function listEventsToErase(
  db: Queryable,
  workspaceId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select distinct d.event_id as id from subscriptions s join deliveries d on d.subscription_id = s.id
     where s.workspace_id = $1 limit $2`,
    [workspaceId, limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * Begins the erasure of a workspace: writes its audit entry, unless the workspace was erased before, and revokes the
 * API keys. Returns the number of keys that were revoked.
 */
export async function startWorkspaceErasure(
  database: Database,
  workspaceId: string,
  actor: Actor,
): Promise<number> {
  const subject = `workspaces/${workspaceId}`;
  return inTransaction(database, async (tx) => {
    const erased = await tx.query(
      `select from workspaces where id = $1 and name = '${erasedName}' and exists (
         select from audit_log where workspace_id = $1 and action = 'workspace.erase')`,
      [workspaceId],
    );
    if (erased.rowCount === 0)
      await insertEntry(tx, actor, { workspaceId, action: 'workspace.erase', subject });
    const { rows } = await tx.query<{ id: string }>(
      'update api_keys set revoked_at = now() where workspace_id = $1 and revoked_at is null returning id',
      [workspaceId],
    );
    for (const { id } of rows)
      await insertEntry(tx, actor, { workspaceId, action: 'key.revoke', subject: `keys/${id}` });
    return rows.length;
  });
}

/** Name of a workspace that was erased. */
const erasedName = 'erased';

export interface ErasedSettings {
  subscriptions: number;
  sidekicks: number;
  /** Members of the workspace whose name was removed, because they belong to no other workspace. */
  members: number;
  /** The ids of the members who belong to no other workspace, also if they were erased before. */
  memberIds: string[];
}

/**
 * Removes the subscriptions, custom sidekicks and memberships of a workspace. Erases the names of the workspace and of
 * its keys and members. Throws if the workspace still has assets, uploads or deliveries that were not erased. The lock
 * on the workspace's row waits for requests that are writing to the workspace.
 */
export async function eraseSettings(
  database: Database,
  workspaceId: string,
  actor: Actor,
): Promise<ErasedSettings> {
  return inTransaction(database, async (tx) => {
    await tx.query('select from workspaces where id = $1 for update', [workspaceId]);
    const { rows } = await tx.query<{ isLeft: boolean }>(
      `select exists (select from assets where workspace_id = $1 and blob_path <> asset_id || '/erased/' || submission_id)
         or exists (select from uploads where workspace_id = $1 and filename not like 'erased/%')
         or exists (select from subscriptions s join deliveries d on d.subscription_id = s.id where s.workspace_id = $1)
         as "isLeft"`,
      [workspaceId],
    );
    if (rows[0]!.isLeft) throw new Error('data was written during the erasure; run the command again');
    const subscriptions = await tx.query('delete from subscriptions where workspace_id = $1', [workspaceId]);
    const sidekicks = await tx.query(
      // One statement, because the sidekick and its versions have foreign keys to each other.
      `with versions as (
         delete from registered_sidekick_versions
         where sidekick_id in (select id from registered_sidekicks where workspace_id = $1)
       )
       delete from registered_sidekicks where workspace_id = $1`,
      [workspaceId],
    );
    // The rows of submissions stay, and refer to versions of profiles.
    await tx.query(
      `with erased as (update profile_versions set content = '{}' where workspace_id = $1)
       update profiles set code = id::text, deleted_at = coalesce(deleted_at, now()) where workspace_id = $1`,
      [workspaceId],
    );
    const memberIds = await removeMembers(tx, workspaceId);
    const members = await erasePeople(tx, memberIds, actor);
    await tx.query('update api_keys set name = null where workspace_id = $1', [workspaceId]);
    await tx.query(`update workspaces set name = '${erasedName}', default_profile_id = null where id = $1`, [
      workspaceId,
    ]);
    return { subscriptions: subscriptions.rowCount!, sidekicks: sidekicks.rowCount!, members, memberIds };
  });
}

/**
 * Removes the memberships of a workspace. Returns the ids of its members who belong to no other workspace. The audit
 * log has the members who were removed earlier.
 */
async function removeMembers(tx: Queryable, workspaceId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `with memberships_of_workspace as (
       delete from memberships where workspace_id = $1
     )
     select id from members m
     where not exists (select from memberships o where o.member_id = m.id and o.workspace_id <> $1)
       and (exists (select from memberships o where o.member_id = m.id)
         or exists (select from audit_log e where e.workspace_id = $1 and e.subject = 'members/' || m.id))`,
    [workspaceId],
  );
  return rows.map(({ id }) => id);
}
