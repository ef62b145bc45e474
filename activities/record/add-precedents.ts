import { setImmediate } from 'node:timers/promises';
import type { Issue, Precedent } from '@assay/domain/contracts/issue.ts';
import { featuresOf, isComparable } from '@assay/domain/precedents/features.ts';
import { type Compared, createDecisionMatcher, createRulingMatcher } from '@assay/domain/precedents/match.ts';
import type { Database } from '@assay/storage/database/database.ts';
import type { AssetToRecord } from '@assay/storage/submissions/asset-ends.ts';
import {
  readEarlierDecisions,
  readRulings,
  type StoredDecision,
} from '@assay/storage/submissions/precedents.ts';

type Subject = Pick<AssetToRecord, 'workspaceId' | 'assetId' | 'hasDecisions' | 'libraries'>;
type Matcher = ReturnType<typeof createRulingMatcher>;

/**
 * Returns a function that adds precedents to issues: earlier decisions of the workspace, and rulings of the libraries.
 * The function returns the same array if there are none. It reads decisions only if the workspace has some, and rulings
 * only after a library was changed.
 * @param publicUrl URL of the installation, without a slash at the end; null: links are paths
 */
export function createAddPrecedents(database: Database, publicUrl: string | null) {
  let rulings: { libraries: string; matcher: Promise<Matcher> } | null = null;

  async function rulingMatcher(libraries: string): Promise<Matcher> {
    if (rulings?.libraries !== libraries)
      rulings = { libraries, matcher: readRulings(database).then(createRulingMatcher) };
    try {
      return await rulings.matcher;
    } catch (error) {
      rulings = null;
      throw error;
    }
  }

  const urlOf = (workspaceId: string, { submissionId, assetId, issueId }: StoredDecision) =>
    `${publicUrl ?? ''}/console/${workspaceId}/live/submissions/${submissionId}/assets/${assetId}?issue=${issueId}`;

  return async function addPrecedents(subject: Subject, issues: Issue[]): Promise<Issue[]> {
    const { workspaceId, assetId, hasDecisions, libraries } = subject;
    const compared = issues.map((issue): Compared => ({ ...issue, ...featuresOf(issue) }));
    const ruleIds = [...new Set(compared.filter(isComparable).map(({ ruleId }) => ruleId))];
    if (ruleIds.length === 0 || (!hasDecisions && libraries === null)) return issues;
    const decisions = hasDecisions ? await readEarlierDecisions(database, workspaceId, assetId, ruleIds) : [];
    const matchDecisions = createDecisionMatcher(
      decisions.map((decision) => ({ ...decision, url: urlOf(workspaceId, decision) })),
    );
    const matchRulings = libraries === null ? () => [] : await rulingMatcher(libraries);
    const found: Precedent[][] = [];
    for (const issue of compared) {
      found.push([...matchDecisions(issue), ...matchRulings(issue)]);
      // Other activities go on between issues, because an asset can have a thousand.
      await setImmediate();
    }
    if (found.every((precedents) => precedents.length === 0)) return issues;
    return issues.map((issue, at) => ({ ...issue, precedents: [...issue.precedents, ...found[at]!] }));
  };
}
