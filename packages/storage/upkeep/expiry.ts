import type { Environment } from '@assay/domain/api-key.ts';
import { nilUuid } from '@assay/domain/upkeep.ts';
import { type Database, inTransaction, type Queryable, retryDeadlocks } from '../database/database.ts';
import { violatesForeignKey } from '../database/database-errors.ts';

// Retention: finds and removes data that is older than the plan of its workspace allows. Tables are scanned in batches
// by id (keyset pagination). Each batch checks a limited number of rows, so the work of each statement is bounded,
// regardless of the size of the table. A batch returns the rows that are due for removal.

export interface ScanBatch<Due> {
  /** Last id of the batch. The next batch starts after this id. Null after the last batch. */
  cursor: string | null;
  /** Number of rows that the batch checked, whether due or not. */
  checked: number;
  due: Due[];
}

interface ScanRow {
  id: string;
  isDue: boolean;
}

function toScanBatch<Row extends ScanRow>(rows: Row[], limit: number): ScanBatch<Row> {
  const cursor = rows.length < limit ? null : rows.at(-1)!.id;
  return { cursor, checked: rows.length, due: rows.filter(({ isDue }) => isDue) };
}

/**
 * Returns a batch of uploads. An upload is due for removal if it is older than the plan's `uploadDays`, its
 * URL has expired, and it was never submitted.
 */
export async function scanAbandonedUploads(
  db: Queryable,
  after: string | null,
  limit: number,
): Promise<ScanBatch<ScanRow>> {
  const { rows } = await db.query<ScanRow>({
    name: 'scan-abandoned-uploads',
    text: `
      select u.asset_id as id,
        coalesce(u.created_at < now() - make_interval(days => p.upload_days), false) and u.expires_at < now()
          and not exists (select 1 from assets a
            where a.workspace_id = u.workspace_id and a.environment = 'live'
              and a.blob_path = u.asset_id || '/' || u.filename) as "isDue"
      from (select * from uploads where asset_id > $1 order by asset_id limit $2) u
      join workspaces w on w.id = u.workspace_id join plans p on p.name = w.plan
      order by u.asset_id`,
    values: [after ?? nilUuid, limit],
  });
  return toScanBatch(rows, limit);
}

/**
 * Removes an upload and its measurements. Returns false if the upload was removed, measured or submitted
 * concurrently. The charge of a submission has a foreign key to the measurement, and the measurement has one to
 * the upload. Postgres therefore rejects the removal if a concurrent transaction has written either row.
 */
export async function deleteUpload(
  database: Database,
  assetId: string,
  audit: (tx: Queryable) => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  try {
    return await inTransaction(database, async (tx) => {
      await tx.query('delete from measurements where asset_id = $1', [assetId]);
      const { rowCount } = await tx.query('delete from uploads where asset_id = $1', [assetId]);
      if (rowCount === 1) await audit(tx);
      return rowCount === 1;
    });
  } catch (error) {
    const submitted = violatesForeignKey(error, 'ledger_entries_asset_id_etag_fkey');
    const measured = violatesForeignKey(error, 'measurements_asset_id_fkey');
    if (submitted || measured) return false;
    throw error;
  }
}

/** A submission due for removal. Its version and status are compared again when the submission expires. */
export interface DueSubmission extends ScanRow {
  version: number;
  status: string;
}

/**
 * Returns a batch of submissions that are not expired yet. A submission is due for removal if it ended longer ago than
 * the plan's retention, and has no unfinished asset and no pending delivery. Sandbox assets marked `pending` never
 * finish, so they are ignored. If a submission has only such assets, its retention starts at its creation.
 */
export async function scanExpiredSubmissions(
  db: Queryable,
  environment: Environment,
  after: string | null,
  limit: number,
): Promise<ScanBatch<DueSubmission>> {
  const { rows } = await db.query<DueSubmission>({
    name: 'scan-expired-submissions',
    text: `
      select s.id, s.version, s.status,
        coalesce(coalesce(s.completed_at, s.created_at) < now() - make_interval(
          days => case s.environment when 'live' then p.live_days else p.sandbox_days end), false)
        and not exists (select 1 from assets a where a.submission_id = s.id
          and a.status in ('pending', 'processing') and a.sandbox_outcome is distinct from 'pending')
        and not exists (select 1 from events e join deliveries d on d.event_id = e.id
          where e.submission_id = s.id and d.status = 'pending') as "isDue"
      from (select * from submissions where environment = $1 and expired_at is null and id > $2 order by id limit $3) s
      join workspaces w on w.id = s.workspace_id join plans p on p.name = w.plan
      order by s.id`,
    values: [environment, after ?? nilUuid, limit],
  });
  return toScanBatch(rows, limit);
}

/**
 * Marks submissions as expired. The API returns 404 for expired submissions. A submission is left out if its version or
 * status has changed since the scan (optimistic concurrency). Returns the ids of the submissions that this call
 * expired.
 */
export async function expireSubmissions(db: Queryable, due: readonly DueSubmission[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'expire-submissions',
    text: `
      update submissions s set expired_at = now()
      from jsonb_to_recordset($1::jsonb) as d (id uuid, version integer, status text)
      where s.id = d.id and s.version = d.version and s.status = d.status and s.expired_at is null
      returning s.id`,
    values: [JSON.stringify(due)],
  });
  return rows.map(({ id }) => id);
}

export interface ExpiredSubmission {
  submissionId: string;
  workspaceId: string;
  assetIds: string[];
}

/**
 * Returns a batch of expired submissions whose blobs and rows have not been removed yet. Submissions with
 * pending deliveries are left out.
 */
export async function listSubmissionsToPurge(
  db: Queryable,
  environment: Environment,
  after: string | null,
  limit: number,
): Promise<ExpiredSubmission[]> {
  const { rows } = await db.query<ExpiredSubmission>({
    name: 'list-submissions-to-purge',
    text: `
      select s.id as "submissionId", s.workspace_id as "workspaceId",
        array(select asset_id from assets a where a.submission_id = s.id) as "assetIds"
      from submissions s
      where s.environment = $1 and s.expired_at is not null and s.purged_at is null and s.id > $2
        and not exists (select 1 from events e join deliveries d on d.event_id = e.id
          where e.submission_id = s.id and d.status = 'pending')
      order by s.id limit $3`,
    values: [environment, after ?? nilUuid, limit],
  });
  return rows;
}

/**
 * Returns a batch of example events, which were sent to test a subscription. An event is due for removal if it is older
 * than the plan's `sandboxDays` and has no pending delivery.
 */
export async function scanExpiredExamples(
  db: Queryable,
  after: string | null,
  limit: number,
): Promise<ScanBatch<ScanRow>> {
  const { rows } = await db.query<ScanRow>({
    name: 'scan-expired-examples',
    text: `
      select e.id,
        coalesce(e.created_at < now() - make_interval(days => p.sandbox_days), false)
        and not exists (select 1 from deliveries d where d.event_id = e.id and d.status = 'pending') as "isDue"
      from (select * from events where submission_id is null and id > $1 order by id limit $2) e
      join workspaces w on w.id = e.workspace_id join plans p on p.name = w.plan
      order by e.id`,
    values: [after ?? nilUuid, limit],
  });
  return toScanBatch(rows, limit);
}

/** Removes an example event. Removes nothing and returns false if a redelivery of the event is pending. */
export async function deleteExample(database: Database, eventId: string): Promise<boolean> {
  return inTransaction(database, (tx) => deleteEvents(tx, [eventId]));
}

/**
 * Removes events with their deliveries and attempts. If any delivery is pending, returns false and removes
 * nothing.
 * @param withPending true to remove pending deliveries too; their workflows then send nothing more
 */
export async function deleteEvents(
  tx: Queryable,
  ids: readonly string[],
  withPending = false,
): Promise<boolean> {
  const { rows } = await tx.query<{ status: string }>(
    'select status from deliveries where event_id = any($1::uuid[]) order by id for update',
    [ids],
  );
  if (!withPending && rows.some(({ status }) => status === 'pending')) return false;
  await tx.query(
    'delete from attempts where delivery_id in (select id from deliveries where event_id = any($1::uuid[]))',
    [ids],
  );
  await tx.query('delete from deliveries where event_id = any($1::uuid[])', [ids]);
  await tx.query('delete from events where id = any($1::uuid[])', [ids]);
  return true;
}

/**
 * Maximum number of events to remove in one transaction. The transaction also removes one delivery of each event per
 * subscription, and any number of attempts of each delivery.
 */
export const eventBatchSize = 100;

export interface Purge {
  /** The assets whose data is removed. Null for the whole submission. */
  assetIds: readonly string[] | null;
  withPending: boolean;
}

/**
 * Removes the data of an expired submission, or of assets of a submission. Rows that the ledger or the duplicate check
 * of blob paths needs are kept. Events are removed first and in batches, because sandbox requests can fire any number
 * of events. If `withPending` is false, stops at a pending delivery: the consumer has then requested a redelivery.
 */
export async function purgeSubmission(
  database: Database,
  submissionId: string,
  purge: Purge = { assetIds: null, withPending: false },
): Promise<void> {
  const purgeNext = () => inTransaction(database, (tx) => purgeBatch(tx, submissionId, purge));
  // A worker that records an attempt locks the same rows in another order, so deadlocks are possible.
  while (await retryDeadlocks(purgeNext));
}

/** Removes one batch of the submission's data. Returns true if there is more to remove. */
async function purgeBatch(
  tx: Queryable,
  submissionId: string,
  { assetIds, withPending }: Purge,
): Promise<boolean> {
  const selected = 'submission_id = $1 and ($2::uuid[] is null or asset_id = any($2))';
  const { rows } = await tx.query<{ id: string }>(`select id from events where ${selected} limit $3`, [
    submissionId,
    assetIds,
    eventBatchSize,
  ]);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) return deleteEvents(tx, ids, withPending);
  for (const table of [
    'sidekick_results',
    'asset_rules',
    'asset_progress',
    'previews',
    'reports',
    'issue_decisions',
    'evidence',
    'sign_offs',
    'report_links',
  ])
    await tx.query(`delete from ${table} where ${selected}`, [submissionId, assetIds]);
  await tx.query(
    `update assets set blob_key = null, blob_etag = null, issues_key = null, topics_key = null, sha256 = null,
       media = null, series_key = null,
       critical_count = null, major_count = null, minor_count = null, info_count = null
     where ${selected}`,
    [submissionId, assetIds],
  );
  if (assetIds === null)
    await tx.query('update submissions set purged_at = now() where id = $1', [submissionId]);
  return false;
}
