import type { Issue } from '@assay/domain/contracts/issue.ts';
import { groupTopics } from '@assay/domain/topics.ts';
import type { RuleCount } from '@assay/storage/submissions/asset-ends.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { stableId } from '@assay/analysis/contract/issues.ts';

interface Subject {
  submissionId: string;
  assetId: string;
}

export interface StoredResults {
  issueCount: number;
  ruleCounts: RuleCount[];
  issuesKey: string | null;
  topicsKey: string | null;
}

export function storeIssues(
  blobs: BlobStore,
  { submissionId, assetId }: Subject,
  issues: readonly Issue[],
): Promise<string> {
  return blobs.putResult('issues', submissionId, assetId, { assetId, issues, total: issues.length });
}

/**
 * Stores an asset's issues and the topics that group them. Stores nothing if there are no issues.
 * @param storedKey key of the issues if they are already stored
 */
export async function storeResults(
  blobs: BlobStore,
  subject: Subject,
  issues: readonly Issue[],
  storedKey: string | null = null,
): Promise<StoredResults> {
  if (issues.length === 0) return { issueCount: 0, ruleCounts: [], issuesKey: null, topicsKey: null };
  const { submissionId, assetId } = subject;
  const topics = groupTopics(assetId, issues, stableId);
  const [issuesKey, topicsKey] = await Promise.all([
    storedKey ?? storeIssues(blobs, subject, issues),
    blobs.putResult('topics', submissionId, assetId, topics),
  ]);
  return { issueCount: issues.length, ruleCounts: countByRule(issues), issuesKey, topicsKey };
}

function countByRule(issues: readonly Issue[]): RuleCount[] {
  const groups = Map.groupBy(issues, ({ ruleCode, severity }) => `${severity} ${ruleCode}`);
  return [...groups.values()].map((group) => {
    const { ruleCode, severity } = group[0]!;
    return { ruleCode, severity, issueCount: group.length };
  });
}
