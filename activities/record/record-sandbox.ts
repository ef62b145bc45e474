import { sandboxFailures, type SandboxOutcomes } from '@assay/domain/sandbox.ts';
import { createKeyedBatcher } from '@assay/domain/lib/concurrency.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { type AssetEnd, recordSandboxEnds, type VersionEnds } from '@assay/storage/submissions/asset-ends.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { sandboxIssues } from './sandbox-issues.ts';
import { storeResults } from './store-results.ts';

export interface RecordSandboxDeps {
  database: Database;
  blobs: BlobStore;
}

/** Maximum number of versions that one transaction records. */
const maxBatch = 100;

/** Creates the activity that finishes sandbox assets with their simulated outcomes. Idempotent. */
export function createRecordSandbox(deps: RecordSandboxDeps) {
  return async function recordSandbox(outcomes: SandboxOutcomes): Promise<void> {
    await recordSandboxEnds(deps.database, [await storeEnds(deps.blobs, outcomes)]);
  };
}

/**
 * Creates a function that records the ends of sandbox assets. Versions of a workspace that are recorded at the same
 * time share a transaction. If it fails, each version is recorded alone. A transaction that waits for a lock of one
 * workspace does not delay the others. Idempotent.
 */
export function createSandboxRecorder(database: Database) {
  return createKeyedBatcher(
    async (versions: readonly VersionEnds[]) => {
      await recordSandboxEnds(database, versions);
      return versions.map(() => undefined);
    },
    maxBatch,
    { triesAlone: true },
  );
}

/** Stores the simulated issues of assets, and returns the ends of these assets. */
export async function storeEnds(
  blobs: BlobStore,
  { submissionId, version, outcomes }: SandboxOutcomes,
): Promise<VersionEnds> {
  const now = new Date();
  const ends = await Promise.all(
    outcomes.map(async ({ assetId, outcome }): Promise<AssetEnd> => {
      const issues = sandboxIssues({ submissionId, assetId }, outcome, now);
      const results = await storeResults(blobs, { submissionId, assetId }, issues);
      const failure = outcome === 'error' || outcome === 'retryable_error' ? sandboxFailures[outcome] : null;
      return { assetId, failure, ...results };
    }),
  );
  return { submissionId, version, ends };
}
