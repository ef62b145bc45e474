import { assetKey } from '@assay/storage/s3/keys.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { requestPreview, type UnstartedPreview } from '@assay/storage/submissions/previews.ts';
import { liveAsset, submit } from '../store/fixtures.ts';

export interface PreviewedAsset {
  workspaceId: string;
  submissionId: string;
  assetId: string;
}

/** Writes a finished asset with a copy of an AVI file, which browsers do not play. */
export async function insertPreviewedAsset(
  database: Database,
  blobs: BlobStore,
  { workspaceId, file, durationSeconds }: { workspaceId: string; file: string; durationSeconds: number },
): Promise<PreviewedAsset> {
  const { assetId, ...asset } = await liveAsset(database, workspaceId);
  const submissionId = await submit(database, workspaceId, [{ assetId, ...asset }]);
  const key = assetKey(workspaceId, submissionId, assetId);
  await blobs.putFile(key, file, 'video/x-msvideo');
  const { etag, sizeBytes } = (await blobs.head(key))!;
  await database.query(
    `update assets set status = 'complete', completed_at = now(), mime_type = 'video/x-msvideo', blob_key = $2,
       blob_etag = $3, size_bytes = $4, metric_value = $5
     where asset_id = $1`,
    [assetId, key, etag, sizeBytes, durationSeconds],
  );
  return { workspaceId, submissionId, assetId };
}

/** Requests the preview of an asset. The caller starts its workflow. */
export async function requestNewPreview(
  database: Database,
  asset: PreviewedAsset,
): Promise<UnstartedPreview> {
  const requested = await requestPreview(database, { ...asset, maxAssetsInWork: null });
  if (requested?.outcome !== 'making')
    throw new Error(`the preview was not requested: ${requested?.outcome}`);
  return requested.preview;
}
