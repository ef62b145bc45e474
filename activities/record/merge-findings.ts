import { ApplicationFailure } from '@temporalio/common';
import { z } from 'zod';
import { applyRules } from '@assay/analysis/profiles/apply-rules.ts';
import { InvalidFindings } from '@assay/analysis/contract/check-findings.ts';
import { finding, type Finding } from '@assay/analysis/contract/finding.ts';
import { attachRules, type FindingWithRule, toIssues } from '@assay/analysis/contract/issues.ts';
import type { SidekickDescription } from '@assay/analysis/contract/description.ts';
import { findRuleSets } from '@assay/analysis/sidekicks/find-sidekicks.ts';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import type { Issue } from '@assay/domain/contracts/issue.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { readSidekickVersions } from '@assay/storage/submissions/custom-sidekicks.ts';
import { readResultsToMerge, type SidekickResult } from '@assay/storage/submissions/sidekick-results.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { isObjectMissing } from '@assay/storage/s3/storage-fault.ts';
import { raiseSeverities } from './raise-severities.ts';

/**
 * Reads the findings of all sidekicks that have examined an asset, applies the severities of the profile and the
 * minimums that the workspace sets for rules, and merges the findings into issues. Throws a non-retryable failure of
 * the type `invalid_findings` if stored findings or their rules are missing, or if findings do not match the schema or
 * the rules.
 */
export async function mergeFindings(
  { database, blobs }: { database: Database; blobs: BlobStore },
  subject: { submissionId: string; assetId: string },
  profile: Profile | null,
  at: Date,
): Promise<Issue[]> {
  const { results, raised } = await readResultsToMerge(database, subject.submissionId, subject.assetId);
  const found = results.filter((result) => result.findingCount > 0);
  const ruleSets = await findRuleSets(found, (wanted) => readSidekickVersions(database, wanted));
  const judged = await Promise.all(
    found.map((result) => readFindings(blobs, result, ruleSets.get(result.sidekickId))),
  );
  return toIssues(subject, raiseSeverities(applyRules(judged.flat(), profile), raised), at);
}

/** Reads the findings of a result, with their rules. Throws as `mergeFindings`. */
export async function readFindings(
  blobs: BlobStore,
  { sidekickId, sidekickVersion, findingsKey }: SidekickResult,
  ruleSet: SidekickDescription | undefined,
): Promise<FindingWithRule[]> {
  if (ruleSet === undefined)
    throw unusable(`the rules of version ${sidekickVersion} of the sidekick ${sidekickId} are missing`);
  const findings = z.array(finding).safeParse(await readStoredJson(blobs, findingsKey));
  if (!findings.success)
    throw unusable(`the findings of the sidekick ${ruleSet.code} are missing or do not match the schema`);
  return withRules(ruleSet, findings.data);
}

function withRules(sidekick: SidekickDescription, findings: readonly Finding[]): FindingWithRule[] {
  try {
    return attachRules(sidekick, findings);
  } catch (error) {
    throw error instanceof InvalidFindings ? unusable(error.message) : error;
  }
}

/** Returns the parsed JSON of a stored object. Undefined if the object does not exist or is not JSON. */
export async function readStoredJson(blobs: BlobStore, key: string): Promise<unknown> {
  try {
    return JSON.parse((await blobs.getSmall(key)).toString());
  } catch (error) {
    if (isObjectMissing(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns the failure for stored findings that cannot be merged. A retry would read the same findings. */
function unusable(reason: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(reason, 'invalid_findings');
}
