import type { Queryable } from './database.ts';

/**
 * Takes the lock that orders everything which changes a submission's status. To be taken before its assets are
 * touched, by everyone, so that no two transactions wait for each other.
 */
export async function lockSubmission(tx: Queryable, submissionId: string): Promise<void> {
  await tx.query({
    name: 'lock-submission',
    text: `select 1 from submissions where id = $1 for update`,
    values: [submissionId],
  });
}

/** The same for a submission of this workspace; false, and no lock, where it is none or its time is over. */
export async function lockSubmissionOf(
  tx: Queryable,
  workspaceId: string,
  submissionId: string,
): Promise<boolean> {
  const { rows } = await tx.query({
    name: 'lock-submission-of-workspace',
    text: `select 1 from submissions where id = $1 and workspace_id = $2 and expired_at is null for update`,
    values: [submissionId, workspaceId],
  });
  return rows.length > 0;
}

/**
 * Makes a submission's status, message and retryability those of its worst asset: a final failure, then a
 * retryable one, then success; `processing` while an asset is still open. Sandbox assets marked pending are
 * left out, unless there are no others (specification 3). The caller holds the lock.
 */
export async function rollUpSubmission(tx: Queryable, submissionId: string): Promise<void> {
  await tx.query({
    name: 'roll-up-submission',
    text: `
      with counted as (
        select status, error_message, is_retryable, position from assets
        where submission_id = $1 and sandbox_outcome is distinct from 'pending'
      ), worst as (
        select error_message, is_retryable from counted
        where status = 'failed' order by is_retryable, position limit 1
      ), rolled_up as (
        select case
          when count(*) = 0 or bool_or(status in ('pending', 'processing')) then 'processing'
          when bool_or(status = 'failed') then 'failed'
          else 'complete'
        end as status
        from counted
      )
      update submissions s set
        status = r.status,
        error_message = case when r.status = 'failed' then w.error_message end,
        is_retryable = r.status = 'failed' and w.is_retryable,
        completed_at = case when r.status <> 'processing' then now() end
      from rolled_up r left join worst w on true
      where s.id = $1`,
    values: [submissionId],
  });
}
