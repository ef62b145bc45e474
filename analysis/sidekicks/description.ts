import type { AssetType } from '../../domain/asset-type.ts';
import type { SidekickRule } from '../../domain/sidekick.ts';

export type RuleSource = SidekickRule['source'];

/** Its id never changes once published, whatever else of the rule does. */
export interface Rule extends SidekickRule {
  /**
   * The code of another sidekick's rule that finds the same; by itself a rule finds what rules of its own code find.
   * Findings of several sidekicks on one defect, in one place, are one issue.
   */
  defect?: string;
}

export interface SidekickDescription {
  id: string;
  code: string;
  name: string;
  description: string;
  /** Raised whenever a rule or the way it is judged changes; recorded with each result. */
  version: string;
  assetTypes: readonly AssetType[];
  /**
   * Whether it looks for something while assets are decoded, which is done once for all such sidekicks. Drawings and
   * documents are never decoded.
   */
  decodes: boolean;
  rules: readonly Rule[];
}

/** For thresholds that no published standard gives: ours, and said to be. */
export const assayDefault: RuleSource = {
  standard: 'Assay default',
  clause: 'chosen by this project; not taken from a published standard',
  url: 'https://ffmpeg.org/ffmpeg-filters.html',
};
