import { v7 as uuidV7 } from 'uuid';
import { type Issue, issueList } from '../../domain/contracts/issue.ts';
import { buildEvent } from '../../domain/event.ts';
import type { Database } from '../../storage/postgres/database.ts';
import { readPendingDeliveryIds } from '../../storage/postgres/events.ts';
import { readAssetInWork, recordAssetEnd } from '../../storage/postgres/recordings.ts';
import type { BlobStore } from '../../storage/s3/blob-store.ts';
import { StorageFault } from '../../storage/s3/storage-fault.ts';
import { addPictures } from './add-pictures.ts';
import { mergeFindings } from './merge-findings.ts';
import type { AssetStep } from './secure-asset.ts';
import { storeResults } from './store-results.ts';

export interface AssetFailure {
  /** Stable code of the failure, for programs. */
  errorType: string;
  /** Message for the consumer. */
  errorMessage: string;
  isRetryable: boolean;
}

export interface RecordAssetInput extends AssetStep {
  /** The failure of the asset. Null if every sidekick completed. */
  failure: AssetFailure | null;
  /** True if the asset was never examined. Its charge is then reversed. */
  reverseCharge: boolean;
  /**
   * The key that `takePictures` returned. Null or absent if `takePictures` did not run, failed, or found no issues.
   */
  picturesKey?: string | null;
  /** True to record no issues, because stored findings cannot be used. Absent: false. */
  withoutIssues?: boolean;
}

export interface RecordAssetDeps {
  database: Database;
  blobs: BlobStore;
  /** Returns the W3C trace context of the current span, or null when there is none. */
  traceparent?: (() => string | null) | undefined;
}

/**
 * Finishes an asset: stores its issues and topics, then records its outcome, event and deliveries in one transaction.
 * Idempotent: a repeated run changes nothing and returns the deliveries that are still pending.
 * @returns the ids of the deliveries whose workflows the caller must start
 */
export function createRecordAsset({ database, blobs, traceparent }: RecordAssetDeps) {
  return async function recordAsset(input: RecordAssetInput): Promise<string[]> {
    const { submissionId, version, assetId, failure, picturesKey = null, withoutIssues = false } = input;
    const asset = await readAssetInWork(database, submissionId, assetId, version);
    if (asset === null) return readPendingDeliveryIds(database, submissionId, assetId, version);
    const now = new Date();
    const { issues, storedKey } = withoutIssues
      ? { issues: [], storedKey: null }
      : await mergedIssues({ submissionId, assetId }, picturesKey, now);
    const results = await storeResults(blobs, { submissionId, assetId }, issues, storedKey);
    const event = buildEvent(
      uuidV7(),
      now,
      { assetId, submissionId, workspaceId: asset.workspaceId, filename: asset.filename },
      failure === null
        ? { status: 'completed', issueCount: results.issueCount }
        : { status: 'failed', errorMessage: failure.errorMessage },
    );
    return recordAssetEnd(
      database,
      submissionId,
      version,
      { assetId, failure, ...results },
      { ...event, assetId, version, workspaceId: asset.workspaceId, traceparent: traceparent?.() ?? null },
      input.reverseCharge ? uuidV7() : null,
    );
  };

  /**
   * Returns the issues that `takePictures` stored, and their key. If there are none, merges the findings into issues.
   */
  async function mergedIssues(
    subject: { submissionId: string; assetId: string },
    picturesKey: string | null,
    at: Date,
  ): Promise<{ issues: Issue[]; storedKey: string | null }> {
    const stored = picturesKey === null ? null : await readJson(picturesKey);
    if (stored !== null && !Array.isArray(stored))
      return { issues: issueList.parse(stored).issues, storedKey: picturesKey };
    const issues = await mergeFindings({ database, blobs }, subject, at);
    // Earlier releases of `takePictures` stored a list of pictures instead of issues. This branch is needed until all
    // submissions that were in progress during the upgrade have finished.
    return { issues: stored === null ? issues : addPictures(issues, stored), storedKey: null };
  }

  /** Returns the parsed JSON of a stored object. Null if the object does not exist. */
  async function readJson(key: string): Promise<unknown> {
    try {
      return JSON.parse((await blobs.getSmall(key)).toString());
    } catch (error) {
      if (error instanceof StorageFault && (await blobs.head(key)) === null) return null;
      throw error;
    }
  }
}
