import type { Issue } from '../../domain/contracts/issue.ts';
import { groupTopics } from '../../domain/topics.ts';
import type { BlobStore } from '../../storage/s3/blob-store.ts';
import { stableId } from './issues.ts';

export interface KeptResults {
  issueCount: number;
  issuesKey: string | null;
  topicsKey: string | null;
}

/** Puts an asset's issues and the topics they form into storage; nothing is kept where there are none. */
export async function keepResults(
  blobs: BlobStore,
  submissionId: string,
  assetId: string,
  issues: readonly Issue[],
): Promise<KeptResults> {
  if (issues.length === 0) return { issueCount: 0, issuesKey: null, topicsKey: null };
  const topics = groupTopics(assetId, issues, stableId);
  const [issuesKey, topicsKey] = await Promise.all([
    blobs.putResult('issues', submissionId, assetId, { assetId, issues, total: issues.length }),
    blobs.putResult('topics', submissionId, assetId, topics),
  ]);
  return { issueCount: issues.length, issuesKey, topicsKey };
}
