import { type Check, type Evidence, violationsOf } from './check.ts';

/**
 * Checks that every create confirmed with 201 and every retry confirmed with 202 has its rows and the expected outcome.
 * Checks that there are no other submissions.
 */
export async function checkSubmissions({ database, journal, stack }: Evidence): Promise<Check> {
  const created = [...journal.created].map(([id, { blobPaths }]) => ({ id, blobPaths }));
  const { rows: lost } = await database.query<{ subject: string; reason: string }>(
    `select c.id as subject, '201 was returned, but the submission or its assets are missing' as reason
     from jsonb_to_recordset($1::jsonb) as c (id uuid, "blobPaths" jsonb)
     where not exists (select 1 from submissions s where s.id = c.id)
       or (select count(*) from assets a where a.submission_id = c.id and c."blobPaths" ? a.blob_path)
         <> jsonb_array_length(c."blobPaths")`,
    [JSON.stringify(created)],
  );
  const { rows: foreign } = await database.query<{ subject: string; reason: string }>(
    `select s.id as subject, 'no client created it' as reason from submissions s
     where s.id <> all($1::uuid[]) and not exists (
       select 1 from assets a where a.submission_id = s.id and a.blob_path = any($2::text[]))`,
    [created.map(({ id }) => id), journal.unconfirmed.flatMap(({ blobPaths }) => blobPaths)],
  );
  const conflicts = journal.unconfirmed.filter(({ exists }) => exists).map(({ blobPaths }) => blobPaths[0]);
  const { rows: conflicting } = await database.query<{ subject: string; reason: string }>(
    `select p.blob_path as subject, '409 was returned, but there is no such asset' as reason
     from unnest($1::text[]) as p (blob_path)
     where not exists (select 1 from assets a where a.blob_path = p.blob_path and a.workspace_id = $2)`,
    [conflicts, stack.workspaceId],
  );
  const { rows: open } = await database.query<{ subject: string; reason: string }>(
    `select s.id || '/' || a.asset_id as subject, 'not finished: ' || a.status as reason
     from submissions s join assets a on a.submission_id = s.id
     where a.status not in ('complete', 'failed') and a.sandbox_outcome is distinct from 'pending'
     union all
     select v.submission_id || ' v' || v.version, 'the version counts ' || finished_count || ' finished assets of ' || expected_count
     from submission_versions v
     where (v.status = 'processing' or v.finished_count < v.expected_count) and not exists (
       select 1 from assets a where a.submission_id = v.submission_id and a.sandbox_outcome = 'pending')
     union all
     select s.id::text, 'the status ' || s.status || ' does not match the assets' from submissions s
     where s.status <> (select case
         when bool_or(a.status = 'failed') then 'failed'
         when bool_or(a.status in ('pending', 'processing')) then 'processing' else 'complete' end
       from assets a where a.submission_id = s.id)
       and not exists (select 1 from assets a where a.submission_id = s.id and a.sandbox_outcome = 'pending')`,
  );
  // All uploaded files are valid, and outages use up no attempts, so no version of a live asset may fail.
  const { rows: failed } = await database.query<{ subject: string; reason: string }>(
    `select submission_id || '/' || asset_id as subject,
       coalesce(error_type, status) || ': ' || coalesce(error_message, '') || ' (' || filename || ')' as reason
     from assets where (environment = 'live' and status = 'failed' and not is_retryable)
       or (sandbox_outcome = 'error' and status <> 'failed')
       or (sandbox_outcome in ('pass', 'advisory', 'fail') and status <> 'complete')
       or (sandbox_outcome = 'retryable_error' and status <> case when version = 1 then 'failed' else 'complete' end)
     union all
     select e.submission_id || '/' || e.asset_id, 'failed in version ' || e.version
     from events e join submissions s on s.id = e.submission_id
     where e.type = 'asset.processing.failed' and s.environment = 'live'`,
  );
  const { rows: unretried } = await database.query<{ subject: string; reason: string }>(
    `select r."submissionId" || '/' || r."assetId" as subject, '202 was returned, but there is no version ' || r.version as reason
     from jsonb_to_recordset($1::jsonb) as r ("submissionId" uuid, "assetId" uuid, version integer)
     where not exists (select 1 from submission_versions v where v.submission_id = r."submissionId"
       and v.version = r.version and v.trigger = 'retry' and r."assetId" = any(v.asset_ids))`,
    [JSON.stringify(journal.retried)],
  );
  const { rows: ends } = await database.query<{ line: string }>(
    `select count(*) || ' ' || environment || ' ' || coalesce(error_type, status) as line
     from assets group by environment, coalesce(error_type, status) order by 1 desc`,
  );
  return {
    name: 'every 201 and 202 has its rows and has finished',
    examined: `${journal.created.size} 201s, ${journal.unconfirmed.length} creates without a response, ${journal.retried.length} 202s; assets: ${ends.map(({ line }) => line).join(', ')}`,
    violations: violationsOf([...lost, ...foreign, ...conflicting, ...open, ...failed, ...unretried]),
  };
}

/** Checks that the measurement of a valid file never failed because of a fault. */
export async function checkMeasurements({ database, baselines }: Evidence): Promise<Check> {
  const { rows } = await database.query<{ subject: string; reason: string; outcome: string }>(
    `select m.asset_id || ' ' || u.filename as subject, m.outcome, m.outcome || ' ' || m.details::text as reason
     from measurements m join uploads u on u.asset_id = m.asset_id`,
  );
  const failed = rows.filter(({ outcome }) => outcome !== 'measured');
  return {
    name: 'every file is measured',
    examined: `${rows.length} measurements of ${baselines.size} files`,
    violations: violationsOf(failed),
  };
}
