import { sandboxFailures, type SandboxOutcomes } from '@assay/domain/sandbox.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { type AssetEnd, recordSandboxEnds } from '@assay/storage/submissions/asset-ends.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { sandboxIssues } from './sandbox-issues.ts';
import { storeResults } from './store-results.ts';

export interface RecordSandboxDeps {
  database: Database;
  blobs: BlobStore;
}

export function createRecordSandbox({ database, blobs }: RecordSandboxDeps) {
  return async function recordSandbox({ submissionId, version, outcomes }: SandboxOutcomes): Promise<void> {
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
  };
}
