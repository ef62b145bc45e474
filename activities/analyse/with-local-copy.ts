import { createHash } from 'node:crypto';
import { cancellationSignal } from '@temporalio/activity';
import type { MediaRuntime } from '@assay/analysis/jobs/media-runtime.ts';
import type { LocalCopy } from '@assay/analysis/decode/local-copy.ts';
import { inWorkDirectory } from '@assay/analysis/decode/work-directory.ts';
import type { Clock } from '@assay/domain/lib/pausable-timeout.ts';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import type { Database } from '@assay/storage/database/database.ts';
import type { AssetInWork } from '@assay/storage/submissions/asset-ends.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { withHeartbeat } from '../with-heartbeat.ts';

export interface MediaDeps extends MediaRuntime {
  database: Database;
  blobs: BlobStore;
}

type StoredAsset = Pick<AssetInWork, 'workspaceId' | 'blobKey' | 'blobEtag' | 'sizeBytes'>;

interface LocalCopyDeps extends Pick<MediaDeps, 'blobs' | 'workDir'> {
  /** Ends the work. Absent: the work ends when the activity is cancelled. */
  signal?: AbortSignal;
  /** Clock of a time limit, which is paused while the work waits for disk space. Absent or null: there is no limit. */
  clock?: Clock | null;
}

/** Returns the permanent copy of an asset as a source for ranged reads. */
export function openAsset(blobs: BlobStore, asset: StoredAsset, signal: AbortSignal): RangedSource {
  return blobs.openRanged(asset.blobKey!, asset.blobEtag!, asset.sizeBytes!, signal);
}

/**
 * Downloads an asset to a temporary directory and calls `use` with the copy and the SHA-256 hash of its bytes, in
 * hexadecimal. Sends heartbeats to Temporal throughout.
 * @param furtherBytes maximum bytes that `use` writes to the directory of the copy
 */
export function withLocalCopy<T>(
  { blobs, workDir, signal = cancellationSignal(), clock = null }: LocalCopyDeps,
  asset: StoredAsset,
  use: (copy: LocalCopy & { sha256: string }) => Promise<T>,
  furtherBytes = 0,
): Promise<T> {
  const source = openAsset(blobs, asset, signal);
  return withHeartbeat((progress) =>
    inWorkDirectory(workDir, { workspaceId: asset.workspaceId, signal, clock }, async (directory) => {
      const hash = createHash('sha256');
      const onBytes = (bytes: Uint8Array) => void hash.update(bytes);
      const path = await directory.localCopyOf(source, { onBytes, furtherBytes })();
      return use({ path, sha256: hash.digest('hex'), signal, progress });
    }),
  );
}
