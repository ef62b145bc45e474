import { readCustomSidekicks } from '@assay/storage/submissions/custom-sidekicks.ts';
import { ApplicationFailure } from '@temporalio/activity';
import { isDecodable, showsText } from '@assay/domain/asset-type.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { markSecured, readAssetInWork } from '@assay/storage/submissions/asset-ends.ts';
import { readSidekickResults } from '@assay/storage/submissions/sidekick-results.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { assetKey, pendingKey } from '@assay/storage/s3/keys.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { copyOnce } from './copy-once.ts';
import { examines, findSidekicks, type Runs } from '@assay/analysis/sidekicks/find-sidekicks.ts';

export interface AssetStep {
  submissionId: string;
  version: number;
  assetId: string;
}

/** A sidekick that has not examined the asset yet. */
export interface PlannedSidekick {
  id: string;
  code: string;
  /** True if the sidekick watches the decoding of assets, and this asset can be decoded. */
  decodes: boolean;
  /** True if the sidekick uses the text that is shown in assets, and this asset can show text. */
  readsText: boolean;
  /** True if the sidekick may ask for the text that is shown in this asset. Absent: false. */
  asksForText?: true;
  runs: Exclude<Runs, { on: 'https' }> | { on: 'https' };
}

export interface SecureAssetDeps {
  database: Database;
  blobs: BlobStore;
  /** True if media workers read text in pictures. */
  readsText: boolean;
}

/**
 * Moves an asset's bytes to a key that no upload URL can write to. Returns the sidekicks to run. These are the
 * submission's sidekicks that examine the asset's type and have no result yet. Records the SHA-256 hash of the bytes
 * unless they will be decoded. Fails with the type `content_changed` if the bytes differ from those that were priced.
 * Does nothing and returns no sidekicks if the asset is finished or belongs to a later version.
 */
export function createSecureAsset({ database, blobs, readsText: hasTextReader }: SecureAssetDeps) {
  return (step: AssetStep): Promise<PlannedSidekick[]> => withHeartbeat(() => secureAsset(step));

  async function secureAsset({ submissionId, version, assetId }: AssetStep): Promise<PlannedSidekick[]> {
    const asset = await readAssetInWork(database, submissionId, assetId, version);
    if (asset === null) return [];
    const done = new Set(
      (await readSidekickResults(database, submissionId, assetId)).map((result) => result.sidekickId),
    );
    const sidekicks = await findSidekicks(
      asset.sidekickIds,
      (ids) => readCustomSidekicks(database, asset.workspaceId, ids),
      hasTextReader,
    );
    const mayShowText = showsText(asset.assetType, asset.mimeType!);
    const planned = sidekicks
      .filter((sidekick) => examines(sidekick, asset.assetType, asset.profile) && !done.has(sidekick.id))
      .map(({ id, code, decodes, readsText, asksForText = false, runs }) => ({
        id,
        code,
        decodes: decodes && isDecodable(asset.mimeType!),
        readsText: readsText && mayShowText,
        ...(asksForText && hasTextReader && mayShowText && asset.assetType !== 'document'
          ? { asksForText: true as const }
          : {}),
        runs: withoutUrl(runs),
      }));
    if (asset.blobKey === null) {
      const key = assetKey(asset.workspaceId, submissionId, assetId);
      const etag = await copyOnce(blobs, { key: pendingKey(assetId), etag: asset.etag! }, key);
      if (etag === null) throw contentChanged();
      // `observeAsset` hashes the bytes of an asset that is decoded.
      const sha256 = planned.some(({ decodes }) => decodes) ? null : await blobs.hash(key, etag);
      await markSecured(database, submissionId, assetId, version, key, etag, sha256);
    }
    await blobs.remove(pendingKey(assetId));
    return planned;
  }
}

/** Returns the failure of an asset whose bytes differ from those that were priced. */
export function contentChanged(): ApplicationFailure {
  return ApplicationFailure.nonRetryable('The file was changed after it was submitted', 'content_changed');
}

/** Removes the URL of a custom sidekick. It is private, so no workflow history may contain it. */
function withoutUrl(runs: Runs): PlannedSidekick['runs'] {
  return runs.on === 'https' ? { on: runs.on } : runs;
}
