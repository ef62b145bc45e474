import type { Environment } from '../../domain/api-key.ts';
import type { AssetStatus } from '../../domain/contracts/submission.ts';
import { isQueued } from './submission-queue.ts';
import type { Queryable } from './database.ts';

/** An asset as the admin CLI shows it. */
export interface AssetOverview {
  workspaceId: string;
  environment: Environment;
  assetId: string;
  assetType: string | null;
  status: AssetStatus;
  errorType: string | null;
  isRetryable: boolean;
  /** The version of the submission that processes the asset or did so last. */
  version: number;
  retryCount: number;
  completedAt: Date | null;
  /** Whether its submission is queued because the workspace has reached its limit; it has no workflow yet. */
  waits: boolean;
}

/**
 * Returns the assets of a submission of any workspace in the order of the request; empty when there is no
 * such submission.
 */
export async function listAssets(db: Queryable, submissionId: string): Promise<AssetOverview[]> {
  const { rows } = await db.query<AssetOverview>(
    `select a.workspace_id as "workspaceId", a.environment, a.asset_id as "assetId", a.asset_type as "assetType", a.status,
       a.error_type as "errorType", a.is_retryable as "isRetryable", a.version, a.retry_count as "retryCount",
       a.completed_at as "completedAt", ${isQueued} as waits
     from assets a join submission_versions v on v.submission_id = a.submission_id and v.version = a.version
     where a.submission_id = $1 order by a.position`,
    [submissionId],
  );
  return rows;
}
