import { cancellationSignal } from '@temporalio/activity';
import type { AssetInWork } from '../../storage/postgres/recordings.ts';
import { inWorkDirectory } from '../../analysis/media/work-directory.ts';
import type { MediaDeps } from './media-deps.ts';
import { withHeartbeat } from '../with-heartbeat.ts';

export interface LocalCopy {
  path: string;
  /** Aborted when the activity is cancelled. */
  signal: AbortSignal;
  progress: (share: number) => void;
}

/** Lets `use` work on a local copy of an asset's bytes, and tells Temporal meanwhile that this worker is alive. */
export function onLocalCopy<T>(
  { blobs, workDir }: Pick<MediaDeps, 'blobs' | 'workDir'>,
  asset: AssetInWork,
  use: (copy: LocalCopy) => Promise<T>,
): Promise<T> {
  const signal = cancellationSignal();
  const source = blobs.openRanged(asset.blobKey!, asset.etag!, asset.sizeBytes!, signal);
  return withHeartbeat((progress) =>
    inWorkDirectory(workDir, async (directory) =>
      use({ path: await directory.localCopyOf(source)(), signal, progress }),
    ),
  );
}
