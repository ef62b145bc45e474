import type { Check, Evidence } from './check.ts';
import { violationsOf } from './check.ts';

/** Every 201 and 202 has its rows and has ended as it is to end; nobody's submission is there. */
export async function checkSubmissions({ database, journal, bed }: Evidence): Promise<Check> {
  const created = [...journal.created].map(([id, sent]) => ({ id, blobPaths: sent.blobPaths }));
  const { rows: lost } = await database.query<{ subject: string; why: string }>(
    `select c.id as subject, 'a 201, and it is not there with its assets' as why
     from jsonb_to_recordset($1::jsonb) as c (id uuid, "blobPaths" jsonb)
     where not exists (select 1 from submissions s where s.id = c.id)
       or (select count(*) from assets a where a.submission_id = c.id and c."blobPaths" ? a.blob_path)
         <> jsonb_array_length(c."blobPaths")`,
    [JSON.stringify(created)],
  );
  const { rows: foreign } = await database.query<{ subject: string; why: string }>(
    `select s.id as subject, 'nobody created it' as why from submissions s
     where s.id <> all($1::uuid[]) and not exists (
       select 1 from assets a where a.submission_id = s.id and a.blob_path = any($2::text[]))`,
    [created.map(({ id }) => id), journal.unanswered.flatMap(({ blobPaths }) => blobPaths)],
  );
  const proven = journal.unanswered.filter(({ exists }) => exists).map(({ blobPaths }) => blobPaths[0]);
  const { rows: denied } = await database.query<{ subject: string; why: string }>(
    `select p.blob_path as subject, 'answered 409, and there is no such asset' as why
     from unnest($1::text[]) as p (blob_path)
     where not exists (select 1 from assets a where a.blob_path = p.blob_path and a.workspace_id = $2)`,
    [proven, bed.workspaceId],
  );
  const { rows: open } = await database.query<{ subject: string; why: string }>(
    `select s.id || '/' || a.asset_id as subject, 'not ended: ' || a.status as why
     from submissions s join assets a on a.submission_id = s.id
     where a.status not in ('complete', 'failed') and a.sandbox_outcome is distinct from 'pending'
     union all
     select v.submission_id || ' v' || v.version, 'version counts ' || finished_count || ' of ' || expected_count
     from submission_versions v
     where (v.status = 'processing' or v.finished_count < v.expected_count) and not exists (
       select 1 from assets a where a.submission_id = v.submission_id and a.sandbox_outcome = 'pending')
     union all
     select s.id::text, 'the submission says ' || s.status || ', its assets differ' from submissions s
     where s.status <> (select case
         when bool_or(a.status = 'failed') then 'failed'
         when bool_or(a.status in ('pending', 'processing')) then 'processing' else 'complete' end
       from assets a where a.submission_id = s.id)
       and not exists (select 1 from assets a where a.submission_id = s.id and a.sandbox_outcome = 'pending')`,
  );
  // All that is uploaded is sound, so what fails for good fails wrongly.
  const { rows: failed } = await database.query<{ subject: string; why: string }>(
    `select submission_id || '/' || asset_id as subject,
       coalesce(error_type, status) || ': ' || coalesce(error_message, '') || ' (' || filename || ')' as why
     from assets where (environment = 'live' and status = 'failed' and not is_retryable)
       or (sandbox_outcome = 'error' and status <> 'failed')
       or (sandbox_outcome in ('pass', 'advisory', 'fail') and status <> 'complete')
       or (sandbox_outcome = 'retryable_error' and status <> case when version = 1 then 'failed' else 'complete' end)`,
  );
  const { rows: unretried } = await database.query<{ subject: string; why: string }>(
    `select r."submissionId" || '/' || r."assetId" as subject, 'a 202, and there is no version ' || r.version as why
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
    name: 'every 201 and 202 is there, and has ended',
    looked: `${journal.created.size} 201s, ${journal.unanswered.length} without an answer, ${journal.retried.length} 202s; assets: ${ends.map(({ line }) => line).join(', ')}`,
    violations: violationsOf([...lost, ...foreign, ...denied, ...open, ...failed, ...unretried]),
  };
}

/** What is measured is what it was before the faults began, whatever happened while it was measured. */
export async function checkMeasurements({ database, baselines }: Evidence): Promise<Check> {
  const { rows } = await database.query<{ subject: string; why: string; outcome: string }>(
    `select m.asset_id || ' ' || u.filename as subject, m.outcome, m.outcome || ' ' || m.details::text as why
     from measurements m join uploads u on u.asset_id = m.asset_id`,
  );
  const wrong = rows.filter(({ outcome }) => outcome !== 'measured');
  return {
    name: 'every file is measured',
    looked: `${rows.length} measurements of ${baselines.size} sound files`,
    violations: violationsOf(wrong),
  };
}
