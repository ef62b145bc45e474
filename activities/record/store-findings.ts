import type { Database } from '@assay/storage/database/database.ts';
import { saveSidekickResult } from '@assay/storage/submissions/sidekick-results.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { findSidekick } from '@assay/analysis/sidekicks/catalogue.ts';
import type { SidekickDescription } from '@assay/analysis/contract/description.ts';
import type { SidekickVersion } from '@assay/domain/sidekick.ts';
import type { Finding } from '@assay/analysis/contract/finding.ts';
import { countByRule } from '@assay/analysis/profiles/checks.ts';
import { measuredByFindings, type MeasuredValues } from '@assay/analysis/contract/measured-values.ts';

/**
 * Stores a sidekick's findings on an asset and the version of its rules. Returns the number of findings.
 * @param measured measured values of rules without findings
 */
export async function storeFindings(
  { database, blobs }: { database: Database; blobs: BlobStore },
  { submissionId, version, assetId }: { submissionId: string; version: number; assetId: string },
  sidekick: SidekickDescription,
  findings: readonly Finding[],
  measured: MeasuredValues = {},
): Promise<{ findingCount: number }> {
  const findingsKey = await blobs.putResult('findings', submissionId, assetId, findings);
  const isBuiltIn = findSidekick(sidekick.id) !== null;
  const result = {
    sidekickId: sidekick.id,
    sidekickVersion: sidekick.version,
    findingCount: findings.length,
    ruleCounts: countByRule(findings),
    measured: { ...measured, ...measuredByFindings(findings) },
    findingsKey,
  };
  const ruleSet = isBuiltIn ? toVersion(sidekick) : null;
  await saveSidekickResult(database, submissionId, assetId, version, result, ruleSet);
  return { findingCount: findings.length };
}

function toVersion(sidekick: SidekickDescription): SidekickVersion {
  const { id, code, version, name, description, assetTypes, rules } = sidekick;
  return { id, code, version, name, description, assetTypes: [...assetTypes], rules: [...rules] };
}
