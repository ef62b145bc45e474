import type { Environment } from '../../domain/environment.ts';
import type { AssetStatus } from '../../domain/submission.ts';
import type { Queryable } from './database.ts';

/** An asset as an operator sees it: where it stands, and whose it is. */
export interface AssetOverview {
  workspaceId: string;
  environment: Environment;
  assetId: string;
  assetType: string | null;
  status: AssetStatus;
  errorType: string | null;
  isRetryable: boolean;
  /** The version of the submission that processes it now or did last. */
  version: number;
  retryCount: number;
  completedAt: Date | null;
}

/** The assets of a submission, whatever workspace has it, in their order; none where there is no such submission. */
export async function listAssets(db: Queryable, submissionId: string): Promise<AssetOverview[]> {
  const { rows } = await db.query<AssetOverview>(
    `select workspace_id as "workspaceId", environment, asset_id as "assetId", asset_type as "assetType", status,
       error_type as "errorType", is_retryable as "isRetryable", version, retry_count as "retryCount",
       completed_at as "completedAt"
     from assets where submission_id = $1 order by position`,
    [submissionId],
  );
  return rows;
}
