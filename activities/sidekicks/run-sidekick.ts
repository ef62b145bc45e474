import { ApplicationFailure, cancellationSignal, heartbeat } from '@temporalio/activity';
import type { AssetType } from '../../domain/asset-type.ts';
import { ContentChanged } from '../../domain/ranged-source.ts';
import type { Database } from '../../storage/postgres/database.ts';
import { readAssetInWork } from '../../storage/postgres/recordings.ts';
import { saveSidekickResult } from '../../storage/postgres/sidekick-results.ts';
import type { BlobStore } from '../../storage/s3/blob-store.ts';
import { inWorkDirectory } from '../media/work-directory.ts';
import { builtInSidekicks } from './built-in.ts';
import { findSidekick, type SidekickCode } from './catalogue.ts';
import { checkFindings } from './contract.ts';

export interface RunSidekickInput {
  submissionId: string;
  version: number;
  assetId: string;
  sidekickId: string;
}

interface Deps {
  database: Database;
  blobs: BlobStore;
  workDir: string;
}

const heartbeatMs = 2_000;

/**
 * Runs one sidekick on one asset and keeps its findings; answers how many there are. Does nothing, and answers
 * none, when the asset has ended or a later version has taken it over.
 */
export function createRunSidekick({ database, blobs, workDir }: Deps) {
  return async function runSidekick(input: RunSidekickInput): Promise<{ findingCount: number }> {
    const { submissionId, version, assetId, sidekickId } = input;
    const asset = await readAssetInWork(database, submissionId, assetId, version);
    if (asset === null) return { findingCount: 0 };
    const sidekick = findSidekick(sidekickId);
    if (sidekick === null) {
      throw ApplicationFailure.nonRetryable(`there is no sidekick ${sidekickId}`, 'unknown_sidekick');
    }
    const signal = cancellationSignal();
    const source = blobs.openRanged(asset.blobKey!, asset.etag!, asset.sizeBytes!, signal);
    let share = 0;
    const alive = setInterval(() => heartbeat(share), heartbeatMs);
    try {
      const findings = await inWorkDirectory(workDir, (directory) =>
        builtInSidekicks[sidekick.code as SidekickCode]({
          asset: {
            assetId,
            filename: asset.filename,
            assetType: asset.assetType as AssetType,
            mimeType: asset.mimeType!,
          },
          source,
          localFile: directory.localCopyOf(source),
          signal,
          progress: (value) => {
            share = value;
          },
        }),
      );
      const checked = checkFindings(sidekick, findings);
      const findingsKey = await blobs.putResult('findings', submissionId, assetId, checked);
      await saveSidekickResult(database, submissionId, assetId, version, {
        sidekickId: sidekick.id,
        sidekickVersion: sidekick.version,
        findingCount: checked.length,
        findingsKey,
      });
      return { findingCount: checked.length };
    } catch (error) {
      // The secured bytes are gone or were tampered with: running again finds the same.
      if (error instanceof ContentChanged)
        throw ApplicationFailure.nonRetryable(error.message, 'content_changed');
      throw error;
    } finally {
      clearInterval(alive);
    }
  };
}
