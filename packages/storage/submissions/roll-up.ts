import type { Queryable } from '../database/database.ts';

/**
 * Locks the row of a submission. The lock serialises all changes of the submission's status. Every
 * transaction must lock the submission before its assets, so that no two transactions deadlock.
 */
export async function lockSubmission(tx: Queryable, submissionId: string): Promise<void> {
  await tx.query({
    name: 'lock-submission',
    text: `select 1 from submissions where id = $1 for update`,
    values: [submissionId],
  });
}

/**
 * Locks the row of a submission of the workspace. Returns false, and locks nothing, if the workspace has no
 * such submission or the submission has expired.
 */
export async function lockWorkspaceSubmission(
  tx: Queryable,
  workspaceId: string,
  submissionId: string,
): Promise<boolean> {
  const { rows } = await tx.query({
    name: 'lock-workspace-submission',
    text: `select 1 from submissions where id = $1 and workspace_id = $2 and expired_at is null for update`,
    values: [submissionId, workspaceId],
  });
  return rows.length > 0;
}

/**
 * Sets a submission's status, message, retryability and verdict to those of its worst asset. A failure without retry is
 * worse than a retryable failure, and a retryable failure is worse than success. The status is `processing` until every
 * asset has finished. Erased assets and sandbox assets marked `pending` are ignored. If no other assets exist, the
 * status is `processing` (specification 3). The caller must have locked the submission's row.
 */
export async function rollUpSubmission(tx: Queryable, submissionId: string): Promise<void> {
  await tx.query({
    name: 'roll-up-submission',
    text: `
      with counted as (
        select status, error_message, is_retryable, position, verdict from assets
        where submission_id = $1 and sandbox_outcome is distinct from 'pending' and erased_at is null
      ), worst as (
        select error_message, is_retryable from counted
        where status = 'failed' order by is_retryable, position limit 1
      ), rolled_up as (
        select case
          when count(*) = 0 or bool_or(status in ('pending', 'processing')) then 'processing'
          when bool_or(status = 'failed') then 'failed'
          else 'complete'
        end as status,
        case
          when bool_or(verdict = 'fail') then 'fail'
          when bool_or(verdict = 'incomplete') then 'incomplete'
          when bool_or(verdict = 'pass_with_notes') then 'pass_with_notes'
          when bool_or(verdict = 'pass') then 'pass'
        end as verdict
        from counted
      )
      update submissions s set
        status = r.status,
        verdict = r.verdict,
        error_message = case when r.status = 'failed' then w.error_message end,
        is_retryable = r.status = 'failed' and w.is_retryable,
        completed_at = case when r.status <> 'processing' then coalesce(s.completed_at, now()) end
      from rolled_up r left join worst w on true
      where s.id = $1`,
    values: [submissionId],
  });
}
