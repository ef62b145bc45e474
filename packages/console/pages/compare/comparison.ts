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
  /** The id of the issue in the earlier asset. Null if it is new. */
  earlierId: string | null;
  changes: readonly Change[];
}

export const outcomeTexts: Record<Outcome, string> = {
  fixed: 'Fixed',
  new: 'New',
  changed: 'Changed',
  remaining: 'Still there',
};
export const outcomes = Object.keys(outcomeTexts) as Outcome[];

const isRecording = ({ asset: { assetType } }: ComparedFile) =>
  assetType === 'video' || assetType === 'audio';

/** Returns how two files are shown side by side. Null: a recording and another file are not. */
export function sidesOf(newer: ComparedFile, earlier: ComparedFile): 'players' | 'files' | null {
  if (isRecording(newer) !== isRecording(earlier)) return null;
  return isRecording(newer) ? 'players' : 'files';
}

/** Returns the issues of a comparison, in the order of the page. */
export function comparedIssues(comparison: Comparison): ComparedIssue[] {
  const unchanged = { earlier: null, changes: [] };
  return [
    ...comparison.fixed.map((issue): ComparedIssue => ({
      ...unchanged,
      issue,
      outcome: 'fixed',
      earlierId: issue.id,
    })),
    ...comparison.new.map((issue): ComparedIssue => ({
      ...unchanged,
      issue,
      outcome: 'new',
      earlierId: null,
    })),
    ...comparison.changed.map((issue): ComparedIssue => {
      const { earlier, earlierIssueId: earlierId, changes } = issue;
      return { issue, outcome: 'changed', earlier, earlierId, changes };
    }),
    ...comparison.remaining.map((issue): ComparedIssue => {
      const { earlierIssueId: earlierId } = issue;
      return { ...unchanged, issue, outcome: 'remaining', earlierId };
    }),
  ];
}
