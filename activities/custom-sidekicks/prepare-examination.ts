import { readCustomSidekicks } from '@assay/storage/submissions/custom-sidekicks.ts';
import { ApplicationFailure } from '@temporalio/activity';
import type { AssetType } from '@assay/domain/asset-type.ts';
import type { Examination } from '@assay/domain/examination.ts';
import { examinationId } from '@assay/domain/workflow-ids.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { readAssetInWork } from '@assay/storage/submissions/asset-ends.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { findSidekicks, type KnownSidekick } from '@assay/analysis/sidekicks/find-sidekicks.ts';

/** Identifies the examination of one asset by one sidekick. */
export interface SidekickStep {
  submissionId: string;
  version: number;
  assetId: string;
  sidekickId: string;
}

export interface PreparedExamination {
  sidekick: KnownSidekick;
  examination: Examination;
}

/**
 * Returns the sidekick and the input for its examination of an asset. Returns null if the asset is finished or belongs
 * to a later version. Throws a non-retryable failure of one of these types:
 * - `unknown_sidekick`: the workspace may use no sidekick with this id.
 * - `sidekick_removed`: the sidekick was removed.
 * - `content_changed`: the stored bytes were replaced or removed.
 * @param expiresInSeconds lifetime of the download URL
 */
export async function prepareExamination(
  { database, blobs }: { database: Database; blobs: BlobStore },
  step: SidekickStep,
  expiresInSeconds: number,
): Promise<PreparedExamination | null> {
  const { submissionId, version, assetId, sidekickId } = step;
  const asset = await readAssetInWork(database, submissionId, assetId, version);
  if (asset === null) return null;
  const { workspaceId, filename, assetType, mimeType } = asset;
  const [sidekick] = await findSidekicks([sidekickId], (ids) =>
    readCustomSidekicks(database, workspaceId, ids),
  );
  if (sidekick === undefined) {
    throw ApplicationFailure.nonRetryable(`unknown sidekick ${sidekickId}`, 'unknown_sidekick');
  }
  if (sidekick.removed) {
    throw ApplicationFailure.nonRetryable(`The sidekick ${sidekick.code} was removed`, 'sidekick_removed');
  }
  const stored = await blobs.head(asset.blobKey!);
  if (stored?.etag !== asset.blobEtag) {
    throw ApplicationFailure.nonRetryable(
      'The stored file is not the one that was submitted',
      'content_changed',
    );
  }
  const expiresAt = new Date(Date.now() + expiresInSeconds * 1000);
  const examination: Examination = {
    examinationId: examinationId(step),
    workspaceId,
    submissionId,
    sidekick: { id: sidekick.id, code: sidekick.code, version: sidekick.version },
    asset: {
      assetId,
      filename,
      assetType: assetType as AssetType,
      mimeType: mimeType!,
      sizeBytes: asset.sizeBytes!,
      etag: stored.etag,
      downloadUrl: await blobs.presignDownload(asset.blobKey!, expiresInSeconds),
      downloadUrlExpiresAt: expiresAt.toISOString(),
    },
  };
  return { sidekick, examination };
}
