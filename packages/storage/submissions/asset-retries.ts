import { announceSandbox } from './sandbox-queue.ts';
import type { Actor } from '@assay/domain/actor.ts';
import type { Environment } from '@assay/domain/api-key.ts';
import { actorJson, insertEntries } from '../accounts/audit-log.ts';
import { type Database, inTransaction } from '../database/database.ts';
import { lockWorkspaceSubmission, rollUpSubmission } from './roll-up.ts';

export interface RetryVersion {
  version: number;
  environment: Environment;
}

/**
 * Changes an asset from failed and retryable to processing, and creates the submission's next version for it.
 * If several requests run concurrently, exactly one succeeds, because each locks the row of the submission.
 * @returns the new version. Null if the asset is not retryable or the workspace has no such asset.
 */
export async function openRetry(
  database: Database,
  workspaceId: string,
  submissionId: string,
  assetId: string,
  traceparent: string | null = null,
  actor: Actor | null = null,
): Promise<RetryVersion | null> {
  return inTransaction(database, async (tx) => {
    if (!(await lockWorkspaceSubmission(tx, workspaceId, submissionId))) return null;
    const { rows } = await tx.query<RetryVersion>({
      name: 'open-retry',
      text: `
        with retried as (
          update assets a set
            status = 'processing', version = s.version + 1, retry_count = retry_count + 1, is_retryable = false,
            error_message = null, error_type = null, completed_at = null,
            issue_count = null, issues_key = null, topics_key = null,
            critical_count = null, major_count = null, minor_count = null, info_count = null,
            sign_off = null, final_verdict = null
          from submissions s
          where s.id = a.submission_id and a.submission_id = $1 and a.asset_id = $2 and a.workspace_id = $3
            and a.status = 'failed' and a.is_retryable
          returning a.submission_id, a.asset_id, a.version, a.environment
        ), forgotten as (
          delete from asset_rules c using retried r
          where c.submission_id = r.submission_id and c.asset_id = r.asset_id
        ), opened as (
          insert into submission_versions as v (submission_id, version, trigger, asset_ids, expected_count, traceparent,
            workspace_id, sandbox_workspace_id)
          select submission_id, version, 'retry', array[asset_id], 1, $4,
            case when environment = 'live' then $3::uuid end, case when environment = 'sandbox' then $3::uuid end
          from retried
          returning ${announceSandbox}
        ), audited as (${insertEntries({
          actor: '$5',
          workspaceId: '$3::uuid',
          action: 'asset.retry',
          subject: `'submissions/' || submission_id || '/assets/' || asset_id`,
          from: 'retried',
        })}
        )
        update submissions s set version = r.version
        from retried r where s.id = r.submission_id
        returning r.version, r.environment`,
      values: [submissionId, assetId, workspaceId, traceparent, actorJson(actor)],
    });
    if (rows[0] === undefined) return null;
    await rollUpSubmission(tx, submissionId);
    return rows[0];
  });
}
