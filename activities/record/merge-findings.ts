import { z } from 'zod';
import { finding } from '../../analysis/sidekicks/finding.ts';
import { findRuleSets } from '../../analysis/sidekicks/find-sidekicks.ts';
import type { Issue } from '../../domain/contracts/issue.ts';
import type { Database } from '../../storage/postgres/database.ts';
import { readSidekickVersions } from '../../storage/postgres/registered-sidekicks.ts';
import { readSidekickResults } from '../../storage/postgres/sidekick-results.ts';
import type { BlobStore } from '../../storage/s3/blob-store.ts';
import { attachRules, toIssues } from './issues.ts';

/** Reads the findings of all sidekicks that have examined an asset, and merges them into issues. */
export async function mergeFindings(
  { database, blobs }: { database: Database; blobs: BlobStore },
  subject: { submissionId: string; assetId: string },
  at: Date,
): Promise<Issue[]> {
  const results = await readSidekickResults(database, subject.submissionId, subject.assetId);
  const found = results.filter((result) => result.findingCount > 0);
  const ruleSets = await findRuleSets(found, (wanted) => readSidekickVersions(database, wanted));
  const judged = await Promise.all(
    found.map(async ({ sidekickId, findingsKey }) => {
      const content = await blobs.getSmall(findingsKey);
      const findings = z.array(finding).parse(JSON.parse(content.toString()));
      return attachRules(ruleSets.get(sidekickId)!, findings);
    }),
  );
  return toIssues(subject, judged.flat(), at);
}
