import type { AssetType } from '../../domain/asset-type.ts';
import type { SidekickRule } from '../../domain/sidekick.ts';

export type RuleSource = SidekickRule['source'];

/** A rule of a sidekick. The id of a published rule never changes, even if the rest of the rule does. */
export interface Rule extends SidekickRule {
  /**
   * The code of the rule of another sidekick that finds the same defect; default: the rule's own code. Findings of
   * several sidekicks for the same defect in the same place become one issue.
   */
  defect?: string;
}

export interface SidekickDescription {
  id: string;
  code: string;
  name: string;
  description: string;
  /** Raised whenever a rule or its evaluation changes, but not for wording; stored with each result. */
  version: string;
  assetTypes: readonly AssetType[];
  /**
   * Whether the sidekick measures while the asset is decoded. An asset is decoded once for all such sidekicks; SVG
   * and documents are never decoded.
   */
  decodes: boolean;
  rules: readonly Rule[];
}

/** The source of thresholds chosen by this project because no published standard gives one. */
export const assayDefault: RuleSource = {
  standard: 'Assay default',
  clause: 'chosen by this project; not taken from a published standard',
  url: 'https://ffmpeg.org/ffmpeg-filters.html',
};
