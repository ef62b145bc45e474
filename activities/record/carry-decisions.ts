import { v7 as uuidV7 } from 'uuid';
import { defectOf } from '@assay/analysis/sidekicks/catalogue.ts';
import { comparable, compareIssues } from '@assay/domain/comparison/compare-issues.ts';
import { type Issue, storedIssueList } from '@assay/domain/contracts/issue.ts';
import { ContentChanged } from '@assay/domain/lib/ranged-source.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { readTimeline } from '@assay/storage/s3/read-series.ts';
import type { CarriedDecision, ReplacedAsset } from '@assay/storage/submissions/carried-decisions.ts';
import { readStoredJson } from './merge-findings.ts';

/**
 * Returns the decisions about issues of a replaced asset that are still there without a noticeable change. Returns none
 * if stored results of the replaced asset cannot be used, because they must not fail the newer asset.
 * @param seriesKey the key of the newer asset's series; null if it has none
 */
export async function carryDecisions(
  blobs: BlobStore,
  replaced: ReplacedAsset | null,
  issues: readonly Issue[],
  seriesKey: string | null,
): Promise<CarriedDecision[]> {
  if (replaced === null || replaced.issuesKey === null) return [];
  if (replaced.decisions.length === 0 || issues.length === 0) return [];
  const { submissionId, assetId } = replaced;
  const earlier = storedIssueList.safeParse(await readStoredJson(blobs, replaced.issuesKey));
  if (!earlier.success) return [];
  const timeline = await readTimeline(blobs, replaced.seriesKey, seriesKey).catch(unlessUnusable);
  // Without common content, the file replaces nothing that was decided about.
  if (timeline === 'unusable' || timeline?.length === 0) return [];
  const { remaining } = compareIssues(
    earlier.data.issues.map(comparable),
    issues.map(comparable),
    timeline,
    defectOf,
  );
  const decisions = new Map(replaced.decisions.map((decision) => [decision.issueId, decision]));
  const ruleIds = new Map(issues.map(({ id, ruleId }) => [id, ruleId]));
  return remaining.flatMap(({ before, after }) => {
    const decision = decisions.get(before.id);
    if (decision === undefined) return [];
    const { id: issueId, ruleCode, summary } = after;
    const from = { submissionId, assetId, issueId: before.id };
    return [{ ...decision, id: uuidV7(), issueId, ruleId: ruleIds.get(issueId)!, ruleCode, summary, from }];
  });
}

/** Throws an error of the storage, with which the activity is retried. */
function unlessUnusable(error: unknown): 'unusable' {
  if (error instanceof SyntaxError || error instanceof ContentChanged) return 'unusable';
  throw error;
}
