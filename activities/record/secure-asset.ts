import { readRegisteredSidekicks } from '../../storage/postgres/registered-sidekicks.ts';
import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import { isDecodable } from '../../domain/asset-type.ts';
import { ContentChanged } from '../../lib/ranged-source.ts';
import type { Database } from '../../storage/postgres/database.ts';
import { markSecured, readAssetInWork } from '../../storage/postgres/recordings.ts';
import { readSidekickResults } from '../../storage/postgres/sidekick-results.ts';
import type { BlobStore } from '../../storage/s3/blob-store.ts';
import { assetKey, pendingKey } from '../../storage/s3/keys.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { examines, findSidekicks, type Runs } from '../../analysis/sidekicks/find-sidekicks.ts';

export interface AssetStep {
  submissionId: string;
  version: number;
  assetId: string;
}

/** A sidekick that is still to be run on an asset. */
export interface PlannedSidekick {
  id: string;
  code: string;
  /** Whether it looks for something while the asset is decoded; never where there is nothing to decode. */
  decodes: boolean;
  /** Absent in what was planned before there were others than built-in ones. */
  runs?: Exclude<Runs, { on: 'https' }> | { on: 'https' };
}

/**
 * Moves an asset's bytes to where no upload URL reaches them, and answers which sidekicks are to be run: those
 * that were asked for, fit the asset's type and have no result yet. Fails with the type `content_changed` when
 * the bytes are not those that were priced.
 */
export function createSecureAsset({ database, blobs }: { database: Database; blobs: BlobStore }) {
  return async function secureAsset({
    submissionId,
    version,
    assetId,
  }: AssetStep): Promise<PlannedSidekick[]> {
    const asset = await readAssetInWork(database, submissionId, assetId, version);
    if (asset === null) return [];
    if (asset.blobKey === null) {
      const key = assetKey(asset.workspaceId, submissionId, assetId);
      await withHeartbeat(() => copy(asset.etag!, assetId, key));
      await markSecured(database, submissionId, assetId, version, key);
    }
    await blobs.remove(pendingKey(assetId));
    const done = new Set(
      (await readSidekickResults(database, submissionId, assetId)).map((result) => result.sidekickId),
    );
    const sidekicks = await findSidekicks(asset.sidekickIds, (ids) =>
      readRegisteredSidekicks(database, asset.workspaceId, ids),
    );
    return sidekicks
      .filter((sidekick) => examines(sidekick, asset.assetType) && !done.has(sidekick.id))
      .map(({ id, code, decodes, runs }) => ({
        id,
        code,
        decodes: decodes && isDecodable(asset.mimeType!),
        runs: withoutUrl(runs),
      }));
  };

  async function copy(etag: string, assetId: string, key: string): Promise<void> {
    // An earlier attempt may have copied and not lived to note it; the upload may have been overwritten since.
    if (activityInfo().attempt > 1 && (await blobs.head(key))?.etag === etag) return;
    try {
      await blobs.copyPinned(pendingKey(assetId), key, etag);
    } catch (error) {
      if (!(error instanceof ContentChanged)) throw error;
      throw ApplicationFailure.nonRetryable('The file was changed after it was submitted', 'content_changed');
    }
  }
}

/** URLs are the tenants', and read when they are needed. */
function withoutUrl(runs: Runs): PlannedSidekick['runs'] {
  return runs.on === 'https' ? { on: runs.on } : runs;
}
