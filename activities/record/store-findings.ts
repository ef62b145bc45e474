import type { Database } from '../../storage/postgres/database.ts';
import { saveSidekickResult } from '../../storage/postgres/sidekick-results.ts';
import type { BlobStore } from '../../storage/s3/blob-store.ts';
import type { SidekickDescription } from '../../analysis/sidekicks/description.ts';
import type { Finding } from '../../analysis/sidekicks/finding.ts';

/**
 * Stores a sidekick's findings on an asset with the version of the sidekick's rules. Returns the number of findings.
 */
export async function storeFindings(
  { database, blobs }: { database: Database; blobs: BlobStore },
  { submissionId, version, assetId }: { submissionId: string; version: number; assetId: string },
  sidekick: SidekickDescription,
  findings: readonly Finding[],
): Promise<{ findingCount: number }> {
  const findingsKey = await blobs.putResult('findings', submissionId, assetId, findings);
  await saveSidekickResult(database, submissionId, assetId, version, {
    sidekickId: sidekick.id,
    sidekickVersion: sidekick.version,
    findingCount: findings.length,
    findingsKey,
  });
  return { findingCount: findings.length };
}
