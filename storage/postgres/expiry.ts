import type { Environment } from '../../domain/environment.ts';
import { firstId } from '../../domain/upkeep.ts';
import { type Database, inTransaction, type Queryable } from './database.ts';
import { violatesForeignKey } from './sql-states.ts';

// What has been kept for as long as its workspace's plan says. Rows are looked at in the order of their ids, so many at a
// time, whatever is due among them: each statement does bounded work on a table of any size.

/** What a batch looked at: the last id, null once there are no more, and how many. */
export interface Scanned<Due> {
  cursor: string | null;
  checked: number;
  due: Due[];
}

interface ScanRow {
  id: string;
  isDue: boolean;
}

function toScanned<Row extends ScanRow>(rows: Row[], limit: number): Scanned<Row> {
  const cursor = rows.length < limit ? null : rows.at(-1)!.id;
  return { cursor, checked: rows.length, due: rows.filter(({ isDue }) => isDue) };
}

/** Uploads that were issued long ago and never submitted. Their URLs take nothing any more. */
export async function scanAbandonedUploads(
  db: Queryable,
  after: string | null,
  limit: number,
): Promise<Scanned<ScanRow>> {
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
    values: [after ?? firstId, limit],
  });
  return toScanned(rows, limit);
}

/**
 * Removes an upload with its measurements; false when it was submitted meanwhile. A submission refers to the measurement that
 * it is charged by, so whichever of the two comes second is refused by Postgres.
 */
export async function deleteUpload(database: Database, assetId: string): Promise<boolean> {
  try {
    return await inTransaction(database, async (tx) => {
      await tx.query('delete from measurements where asset_id = $1', [assetId]);
      const { rowCount } = await tx.query('delete from uploads where asset_id = $1', [assetId]);
      return rowCount === 1;
    });
  } catch (error) {
    const submitted = violatesForeignKey(error, 'ledger_entries_asset_id_etag_fkey');
    const measured = violatesForeignKey(error, 'measurements_asset_id_fkey');
    if (submitted || measured) return false;
    throw error;
  }
}

export interface DueSubmission extends ScanRow {
  version: number;
  status: string;
}

/**
 * Submissions that ended long ago and of which nothing is under way: no asset, and no delivery. A sandbox asset that is
 * marked pending never ends, and its submission counts from its creation where it has no others.
 */
export async function scanExpiredSubmissions(
  db: Queryable,
  environment: Environment,
  after: string | null,
  limit: number,
): Promise<Scanned<DueSubmission>> {
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
    values: [environment, after ?? firstId, limit],
  });
  return toScanned(rows, limit);
}

/** Makes submissions unknown to the API, unless they have changed since they were looked at. Answers which. */
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

/** Expired submissions whose blobs and rows are still to be removed, once no delivery tells of them any more. */
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
    values: [environment, after ?? firstId, limit],
  });
  return rows;
}

/**
 * Example events that were sent long ago, and are not under way. They are of no submission, and go when a sandbox submission of
 * their age does.
 */
export async function scanExpiredExamples(
  db: Queryable,
  after: string | null,
  limit: number,
): Promise<Scanned<ScanRow>> {
  const { rows } = await db.query<ScanRow>({
    name: 'scan-expired-examples',
    text: `
      select e.id,
        coalesce(e.created_at < now() - make_interval(days => p.sandbox_days), false)
        and not exists (select 1 from deliveries d where d.event_id = e.id and d.status = 'pending') as "isDue"
      from (select * from events where submission_id is null and id > $1 order by id limit $2) e
      join workspaces w on w.id = e.workspace_id join plans p on p.name = w.plan
      order by e.id`,
    values: [after ?? firstId, limit],
  });
  return toScanned(rows, limit);
}

/** Removes an example event; false where its delivery has been asked for since it was looked at. */
export async function deleteExample(database: Database, eventId: string): Promise<boolean> {
  return inTransaction(database, (tx) => deleteEvents(tx, [eventId]));
}

/** Removes events with their deliveries and the history of these, in a transaction; nothing where a delivery is pending. */
async function deleteEvents(tx: Queryable, ids: readonly string[]): Promise<boolean> {
  const { rows } = await tx.query<{ status: string }>(
    'select status from deliveries where event_id = any($1::uuid[]) order by id for update',
    [ids],
  );
  if (rows.some(({ status }) => status === 'pending')) return false;
  await tx.query(
    'delete from attempts where delivery_id in (select id from deliveries where event_id = any($1::uuid[]))',
    [ids],
  );
  await tx.query('delete from deliveries where event_id = any($1::uuid[])', [ids]);
  await tx.query('delete from events where id = any($1::uuid[])', [ids]);
  return true;
}

/** Each has as many deliveries as there are subscriptions, and each of these any number of attempts. */
const eventsAtATime = 100;

/**
 * Removes what is kept of an expired submission but the rows that the ledger and used blob paths refer to. It goes no further where a
 * delivery of it has been asked for since it was listed, and tells of it again. Events go first, so many in a transaction: anybody
 * may have had any number of them sent.
 */
export async function purgeSubmission(database: Database, submissionId: string): Promise<void> {
  while (await inTransaction(database, (tx) => purgeMore(tx, submissionId)));
}

/** One step of it; true where there is another. */
async function purgeMore(tx: Queryable, submissionId: string): Promise<boolean> {
  const { rows } = await tx.query<{ id: string }>('select id from events where submission_id = $1 limit $2', [
    submissionId,
    eventsAtATime,
  ]);
  if (rows.length > 0)
    return deleteEvents(
      tx,
      rows.map(({ id }) => id),
    );
  await tx.query('delete from sidekick_results where submission_id = $1', [submissionId]);
  await tx.query(
    'update assets set blob_key = null, issues_key = null, topics_key = null where submission_id = $1',
    [submissionId],
  );
  await tx.query('update submissions set purged_at = now() where id = $1', [submissionId]);
  return false;
}
