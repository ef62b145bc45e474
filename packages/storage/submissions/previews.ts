import type { AssetType } from '@assay/domain/asset-type.ts';
import type { Environment } from '@assay/domain/api-key.ts';
import type { PreviewStatus } from '@assay/domain/contracts/asset-media.ts';
import type { MakePreviewInput } from '@assay/domain/workflow-inputs.ts';
import type { AssetInWork } from './asset-ends.ts';
import type { Queryable } from '../database/database.ts';
import { assetsInProgress } from './submission-queue.ts';

/** A preview with the input and description of its `makePreview` workflow. */
export interface UnstartedPreview extends MakePreviewInput {
  workspaceId: string;
  environment: Environment;
}

/** SQL columns of an `UnstartedPreview`, selected from asset `a`. */
const inputColumns = `
  a.submission_id as "submissionId", a.asset_id as "assetId", a.workspace_id as "workspaceId", a.environment,
  a.asset_type as "assetType", case when a.metric = 'durationSeconds' then a.metric_value end as "durationSeconds"`;

/** SQL condition: the file of asset `a` is stored, the asset was not erased, and its submission has not expired. */
const isKept = `a.blob_key is not null and a.erased_at is null
  and exists (select from submissions s where s.id = a.submission_id and s.expired_at is null)`;

export interface PreviewState {
  status: PreviewStatus;
  /** True if the preview has failed and may be requested again, at the earliest after `retryPauseSeconds`. */
  isRetryable: boolean;
}

/** Maximum number of conversions of an asset's version. The file stays the same, so a third one would fail too. */
const maxTries = 2;
/** Seconds after a failed conversion in which no other one starts. A fault of the workers may have ended by then. */
const retryPauseSeconds = 300;

/** SQL condition: preview `p` of asset `a` has failed, and may be requested again after `retryPauseSeconds`. */
export const isPreviewRetryable = `(p.status = 'failed' and (p.version < a.version or p.tries < ${maxTries}))`;

/**
 * The result of a request for a preview. `making`: the caller must start the workflow of `preview`. `failed`: all
 * conversions have failed. `paused`: a conversion has failed, and the next request can be made in `seconds`. `full`:
 * the workspace has reached its limit of assets in progress.
 */
export type PreviewRequest =
  | { outcome: 'making'; preview: UnstartedPreview }
  | { outcome: 'failed' }
  | { outcome: 'full' }
  | { outcome: 'paused'; seconds: number };

/**
 * Requests a preview of an asset. Changes nothing if a preview is being made or is ready. A preview that failed once is
 * requested again after a pause. Concurrent requests do not see each other, so a workspace can exceed its limit
 * slightly. Returns null if the asset has no file.
 * @param maxAssetsInWork limit of the workspace's assets in progress, including previews; null means no limit
 */
export async function requestPreview(
  db: Queryable,
  {
    workspaceId,
    submissionId,
    assetId,
    maxAssetsInWork,
  }: { workspaceId: string; submissionId: string; assetId: string; maxAssetsInWork: number | null },
): Promise<PreviewRequest | null> {
  const { rows } = await db.query<
    UnstartedPreview & { isFailed: boolean; isFinal: boolean; isFull: boolean; pauseSeconds: number }
  >({
    name: 'request-preview',
    text: `
      with asset as (
        select a.*, p.status as preview, ${isPreviewRetryable} as "isRetryable",
          case when p.version < a.version then 0 else greatest(0, ceil(extract(epoch from
            p.completed_at + interval '${retryPauseSeconds} seconds' - now())))::integer end as "pauseSeconds",
          (p.status is null or p.status = 'failed')
            and coalesce(${assetsInProgress('a.workspace_id')} >= $4, false) as "isFull"
        from assets a left join previews p using (submission_id, asset_id)
        where a.submission_id = $2 and a.asset_id = $3 and a.workspace_id = $1 and ${isKept}
      ), requested as (
        insert into previews as p (submission_id, asset_id, workspace_id, version)
        select submission_id, asset_id, workspace_id, version from asset
        where not "isFull" and (preview is null or ("isRetryable" and "pauseSeconds" = 0))
        on conflict (submission_id, asset_id) do update
          set status = 'making', requested_at = now(), workflow_started_at = null, completed_at = null,
            version = excluded.version, tries = case when p.version = excluded.version then p.tries + 1 else 1 end
          -- A concurrent request may have started the conversion, and the conversion may have failed since.
          where p.status = 'failed' and (p.version < excluded.version or (p.tries < ${maxTries}
            and p.completed_at <= now() - interval '${retryPauseSeconds} seconds'))
      )
      select ${inputColumns}, preview = 'failed' as "isFailed", "isFull", not "isRetryable" as "isFinal", "pauseSeconds"
      from asset a`,
    values: [workspaceId, submissionId, assetId, maxAssetsInWork],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { isFailed, isFinal, isFull, pauseSeconds, ...preview } = row;
  if (isFailed && isFinal) return { outcome: 'failed' };
  if (isFailed && pauseSeconds > 0) return { outcome: 'paused', seconds: pauseSeconds };
  return isFull ? { outcome: 'full' } : { outcome: 'making', preview };
}

/**
 * SQL query: requested previews whose workflow has not been started, oldest first. `$1` is the minimum age in seconds,
 * because the request that wrote a younger row may still start its workflow, and `$2` the maximum number.
 */
export const unstartedPreviews = `
      select ${inputColumns} from previews p join assets a using (submission_id, asset_id)
      where p.workflow_started_at is null and p.status = 'making'
        and p.requested_at < now() - make_interval(secs => $1)
      order by p.requested_at limit $2`;

/** Removes a preview from the outbox, because its workflow has been started. */
export async function markPreviewStarted(
  db: Queryable,
  submissionId: string,
  assetId: string,
): Promise<void> {
  await db.query({
    name: 'mark-preview-started',
    text: `
      update previews set workflow_started_at = now()
      where submission_id = $1 and asset_id = $2 and workflow_started_at is null`,
    values: [submissionId, assetId],
  });
}

export type AssetToPreview = Pick<
  AssetInWork,
  'workspaceId' | 'blobKey' | 'blobEtag' | 'sizeBytes' | 'metricValue'
> & { assetType: AssetType };

/** Returns the asset of a preview in progress. Null if the preview has finished or the file was removed. */
export async function readAssetToPreview(
  db: Queryable,
  submissionId: string,
  assetId: string,
): Promise<AssetToPreview | null> {
  const { rows } = await db.query<AssetToPreview>({
    name: 'read-asset-to-preview',
    text: `
      select a.workspace_id as "workspaceId", a.asset_type as "assetType", a.blob_key as "blobKey",
        coalesce(a.blob_etag, a.etag) as "blobEtag", a.size_bytes as "sizeBytes", a.metric_value as "metricValue"
      from previews p join assets a using (submission_id, asset_id)
      where p.submission_id = $1 and p.asset_id = $2 and p.status = 'making' and ${isKept}`,
    values: [submissionId, assetId],
  });
  return rows[0] ?? null;
}

/**
 * Records that a preview is ready or has failed, if the preview is in progress. Returns false if the asset's file was
 * removed. The caller must then remove the preview's file too.
 */
export async function finishPreview(
  db: Queryable,
  submissionId: string,
  assetId: string,
  status: Exclude<PreviewStatus, 'making'>,
): Promise<boolean> {
  const { rows } = await db.query<{ isKept: boolean }>({
    name: 'finish-preview',
    text: `
      with finished as (
        update previews set status = $3, completed_at = now()
        where submission_id = $1 and asset_id = $2 and status = 'making'
      )
      select ${isKept} as "isKept" from assets a where a.submission_id = $1 and a.asset_id = $2`,
    values: [submissionId, assetId, status],
  });
  return rows[0]?.isKept ?? false;
}
