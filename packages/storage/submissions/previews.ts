import type { AssetType } from '@assay/domain/asset-type.ts';
import type { Environment } from '@assay/domain/api-key.ts';
import type { PreviewStatus } from '@assay/domain/contracts/asset-media.ts';
import type { MakePreviewInput } from '@assay/domain/workflow-inputs.ts';
import type { AssetInWork } from './asset-ends.ts';
import type { Queryable } from '../database/database.ts';

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

/**
 * Requests a preview of an asset. Changes nothing if a preview is being made or is ready. A failed preview is requested
 * again. Returns the input of the preview's workflow, which the caller must start. Returns null if the asset has no
 * file.
 */
export async function requestPreview(
  db: Queryable,
  workspaceId: string,
  submissionId: string,
  assetId: string,
): Promise<UnstartedPreview | null> {
  const { rows } = await db.query<UnstartedPreview>({
    name: 'request-preview',
    text: `
      with asset as (
        select ${inputColumns} from assets a
        where a.submission_id = $2 and a.asset_id = $3 and a.workspace_id = $1 and ${isKept}
      ), requested as (
        insert into previews as p (submission_id, asset_id) select "submissionId", "assetId" from asset
        on conflict (submission_id, asset_id) do update
          set status = 'making', requested_at = now(), workflow_started_at = null, completed_at = null
          where p.status = 'failed'
      )
      select * from asset`,
    values: [workspaceId, submissionId, assetId],
  });
  return rows[0] ?? null;
}

/**
 * Returns requested previews whose workflow has not been started, oldest first.
 * @param olderThanSeconds minimum age in seconds; the request that wrote a younger row may still start its workflow
 */
export async function readUnstartedPreviews(
  db: Queryable,
  olderThanSeconds: number,
  limit: number,
): Promise<UnstartedPreview[]> {
  const { rows } = await db.query<UnstartedPreview>({
    name: 'read-unstarted-previews',
    text: `
      select ${inputColumns} from previews p join assets a using (submission_id, asset_id)
      where p.workflow_started_at is null and p.status = 'making'
        and p.requested_at < now() - make_interval(secs => $1)
      order by p.requested_at limit $2`,
    values: [olderThanSeconds, limit],
  });
  return rows;
}

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

export type AssetToPreview = Pick<AssetInWork, 'blobKey' | 'blobEtag' | 'sizeBytes' | 'metricValue'> & {
  assetType: AssetType;
};

/** Returns the asset of a preview in progress. Null if the preview has finished or the file was removed. */
export async function readAssetToPreview(
  db: Queryable,
  submissionId: string,
  assetId: string,
): Promise<AssetToPreview | null> {
  const { rows } = await db.query<AssetToPreview>({
    name: 'read-asset-to-preview',
    text: `
      select a.asset_type as "assetType", a.blob_key as "blobKey", coalesce(a.blob_etag, a.etag) as "blobEtag",
        a.size_bytes as "sizeBytes", a.metric_value as "metricValue"
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
