import { v7 as uuidV7 } from 'uuid';
import { buildEvent } from '../../domain/event.ts';
import type { Database } from '../../storage/postgres/database.ts';
import { readPendingDeliveryIds } from '../../storage/postgres/events.ts';
import { readAssetInWork, recordAssetEnd } from '../../storage/postgres/recordings.ts';
import type { BlobStore } from '../../storage/s3/blob-store.ts';
import { addPictures } from './add-pictures.ts';
import { keepResults } from './keep-results.ts';
import { readIssues } from './read-issues.ts';
import type { AssetStep } from './secure-asset.ts';

export interface AssetFailure {
  /** A stable word for machines. */
  errorType: string;
  /** For the consumer. */
  errorMessage: string;
  isRetryable: boolean;
}

export interface RecordAssetInput extends AssetStep {
  /** Null: every sidekick did its work. */
  failure: AssetFailure | null;
  /** The asset was never examined and is not to be paid for. */
  reverseCharge: boolean;
  /** Where is kept which pictures were taken of it; null or absent where there are none. */
  picturesKey?: string | null;
}

export interface RecordAssetDeps {
  database: Database;
  blobs: BlobStore;
  /** Of what is traced now; null where nothing is. */
  traceparent?: (() => string | null) | undefined;
}

/**
 * Ends an asset: gathers what its sidekicks found, keeps it as issues and topics, and records the end with its
 * event and deliveries in one transaction. Run again, it changes nothing and answers the same.
 * @returns the deliveries whose workflows are to be started
 */
export function createRecordAsset({ database, blobs, traceparent }: RecordAssetDeps) {
  return async function recordAsset(input: RecordAssetInput): Promise<string[]> {
    const { submissionId, version, assetId, failure, picturesKey = null } = input;
    const asset = await readAssetInWork(database, submissionId, assetId, version);
    if (asset === null) return readPendingDeliveryIds(database, submissionId, assetId, version);
    const now = new Date();
    const found = await readIssues({ database, blobs }, { submissionId, assetId }, now);
    const issues =
      picturesKey === null
        ? found
        : addPictures(found, JSON.parse((await blobs.getSmall(picturesKey)).toString()));
    const kept = await keepResults(blobs, submissionId, assetId, issues);
    const event = buildEvent(
      uuidV7(),
      now,
      { assetId, submissionId, workspaceId: asset.workspaceId, filename: asset.filename },
      failure === null
        ? { status: 'completed', issueCount: kept.issueCount }
        : { status: 'failed', errorMessage: failure.errorMessage },
    );
    return recordAssetEnd(
      database,
      submissionId,
      version,
      { assetId, failure, ...kept },
      { ...event, assetId, version, workspaceId: asset.workspaceId, traceparent: traceparent?.() ?? null },
      input.reverseCharge ? uuidV7() : null,
    );
  };
}
