import type { Environment } from '@assay/domain/api-key.ts';
import type { AssetStatus, submissionStatuses } from '@assay/domain/contracts/submission.ts';
import { isQueued } from './submission-queue.ts';
import type { Queryable } from '../database/database.ts';

export interface AssetOverview {
  workspaceId: string;
  environment: Environment;
  assetId: string;
  assetType: string | null;
  status: AssetStatus;
  errorType: string | null;
  /** The error message that the API shows. It may contain text of a custom sidekick. */
  errorMessage: string | null;
  isRetryable: boolean;
  /** The version of the submission that is processing the asset, or that processed the asset last. */
  version: number;
  retryCount: number;
  completedAt: Date | null;
  /** True if the submission is queued, because its workspace has reached its limit of assets in progress. */
  waits: boolean;
}

/** Returns the assets of a submission in any workspace, in the order of the request. */
export async function listAssets(db: Queryable, submissionId: string): Promise<AssetOverview[]> {
  const { rows } = await db.query<AssetOverview>(
    `select a.workspace_id as "workspaceId", a.environment, a.asset_id as "assetId", a.asset_type as "assetType", a.status,
       a.error_type as "errorType", a.error_message as "errorMessage", a.is_retryable as "isRetryable", a.version, a.retry_count as "retryCount",
       a.completed_at as "completedAt", ${isQueued} as waits
     from assets a join submission_versions v on v.submission_id = a.submission_id and v.version = a.version
     where a.submission_id = $1 order by a.position`,
    [submissionId],
  );
  return rows;
}

type SubmissionStatus = (typeof submissionStatuses)[number];

export interface SubmissionOverview {
  submissionId: string;
  workspaceId: string;
  environment: Environment;
  status: SubmissionStatus;
  version: number;
  assets: number;
  createdAt: Date;
  completedAt: Date | null;
}

/** Returns submissions, newest first. `workspaceId` and `status` are filters; null means any value. */
export async function listSubmissions(
  db: Queryable,
  {
    workspaceId,
    status,
    limit,
  }: { workspaceId: string | null; status: SubmissionStatus | null; limit: number },
): Promise<SubmissionOverview[]> {
  const { rows } = await db.query<SubmissionOverview>(
    // Submission ids are UUIDv7, so the primary key sorts by creation time.
    `select s.id as "submissionId", s.workspace_id as "workspaceId", s.environment, s.status, s.version,
       (select count(*)::int from assets a where a.submission_id = s.id) as assets,
       s.created_at as "createdAt", s.completed_at as "completedAt"
     from submissions s
     where ($1::uuid is null or s.workspace_id = $1) and ($2::text is null or s.status = $2) and s.expired_at is null
     order by s.id desc limit $3`,
    [workspaceId, status, limit],
  );
  return rows;
}

/** Returns the ids of the sidekicks that the submission's request named. */
export async function readSidekickIds(db: Queryable, submissionId: string): Promise<string[]> {
  const { rows } = await db.query<{ ids: string[] }>(
    'select sidekick_ids as ids from submissions where id = $1',
    [submissionId],
  );
  return rows[0]?.ids ?? [];
}
