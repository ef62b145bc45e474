import type { components } from '@assay/client/schema.ts';
import type { Asset, Issue } from '@assay/client/shapes.ts';
import type { AssetMedia } from '../review/view.ts';

export type Comparison = components['schemas']['Comparison'];
export type Change = components['schemas']['IssueChange'];

export type Outcome = 'fixed' | 'remaining' | 'changed' | 'new';

export interface ComparedFile {
  asset: Asset;
  media: AssetMedia;
  /** Path of the asset in the public API. */
  path: string;
  /** Path of the review page. */
  page: string;
}

/** An issue of a comparison. */
export interface ComparedIssue {
  issue: Issue;
  outcome: Outcome;
  /** The issue of the earlier asset, if it has changed. */
  earlier: Issue | null;
  changes: readonly Change[];
}

export const outcomeTexts: Record<Outcome, string> = {
  fixed: 'Fixed',
  new: 'New',
  changed: 'Changed',
  remaining: 'Still there',
};
export const outcomes = Object.keys(outcomeTexts) as Outcome[];

/** Returns the issues of a comparison, in the order of the page. */
export function comparedIssues(comparison: Comparison): ComparedIssue[] {
  const plain = (outcome: Outcome, issues: readonly Issue[]) =>
    issues.map((issue): ComparedIssue => ({ issue, outcome, earlier: null, changes: [] }));
  return [
    ...plain('fixed', comparison.fixed),
    ...plain('new', comparison.new),
    ...comparison.changed.map((issue): ComparedIssue => ({
      issue,
      outcome: 'changed',
      earlier: issue.earlier,
      changes: issue.changes,
    })),
    ...plain('remaining', comparison.remaining),
  ];
}
