import { type FinalSandboxOutcome, sandboxFailures } from '../../domain/sandbox.ts';
import type { Database } from '../../storage/postgres/database.ts';
import { type AssetEnd, recordSandboxEnds } from '../../storage/postgres/recordings.ts';
import type { BlobStore } from '../../storage/s3/blob-store.ts';
import type { RecordingWatch } from './recording-watch.ts';
import { storeResults } from './store-results.ts';
import { sandboxIssues } from './sandbox-issues.ts';

export interface RecordSandboxInput {
  submissionId: string;
  version: number;
  outcomes: { assetId: string; outcome: FinalSandboxOutcome }[];
}

export interface RecordSandboxDeps {
  database: Database;
  blobs: BlobStore;
  /** Absent if nobody waits for recordings. */
  recordings?: RecordingWatch | undefined;
}

/** Finishes sandbox assets with their simulated outcomes in one transaction. Idempotent. */
export function createRecordSandbox({ database, blobs, recordings }: RecordSandboxDeps) {
  return async function recordSandbox({
    submissionId,
    version,
    outcomes,
  }: RecordSandboxInput): Promise<void> {
    const now = new Date();
    const ends = await Promise.all(
      outcomes.map(async ({ assetId, outcome }): Promise<AssetEnd> => {
        const issues = sandboxIssues({ submissionId, assetId }, outcome, now);
        const results = await storeResults(blobs, { submissionId, assetId }, issues);
        const failure =
          outcome === 'error' || outcome === 'retryable_error' ? sandboxFailures[outcome] : null;
        return { assetId, failure, ...results };
      }),
    );
    await recordSandboxEnds(database, submissionId, version, ends);
    recordings?.onRecorded({ submissionId, version });
  };
}
