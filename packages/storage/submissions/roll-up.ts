import type { Queryable } from '../database/database.ts';

/**
 * Locks the rows of submissions, in the order of their ids. The lock serialises all changes of a submission's status.
 * Every transaction must lock its submissions before their assets, so that no two transactions deadlock.
 */
export async function lockSubmissions(tx: Queryable, submissionIds: readonly string[]): Promise<void> {
  await tx.query({
    name: 'lock-submissions',
    text: `select 1 from submissions where id = any($1::uuid[]) order by id for update`,
    values: [submissionIds],
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
 * Sets the status, message and retryability of each submission to those of its worst asset. A final failure is worse
 * than a retryable failure, and a retryable failure is worse than success. The status is `processing` until
 * every asset has finished. Erased assets are ignored. Sandbox assets marked `pending` are ignored, unless
 * all assets are marked `pending` (specification 3). The caller must have locked the rows of the submissions.
 */
export async function rollUpSubmissions(tx: Queryable, submissionIds: readonly string[]): Promise<void> {
  await tx.query({
    name: 'roll-up-submissions',
    text: `
      with rolled_up as (
        select w.id, c.*
        from unnest($1::uuid[]) as w (id) cross join lateral (
          select
            case
              when count(*) = 0 or bool_or(status in ('pending', 'processing')) then 'processing'
              when bool_or(status = 'failed') then 'failed'
              else 'complete'
            end as status,
            (array_agg(error_message order by is_retryable, position) filter (where status = 'failed'))[1]
              as error_message,
            bool_and(is_retryable) filter (where status = 'failed') as is_retryable
          from assets
          where submission_id = w.id and sandbox_outcome is distinct from 'pending' and erased_at is null
        ) c
      )
      update submissions s set
        status = r.status,
        error_message = case when r.status = 'failed' then r.error_message end,
        is_retryable = r.status = 'failed' and r.is_retryable,
        completed_at = case when r.status <> 'processing' then coalesce(s.completed_at, now()) end
      from rolled_up r
      where s.id = any($1::uuid[]) and s.id = r.id`,
    values: [submissionIds],
  });
}
