import type { SidekickVersion } from './sidekick.ts';

/** The stored result of a sidekick for an asset. */
export interface RecordedResult {
  sidekickId: string;
  version: string;
  findingCount: number;
  /** Number of findings by rule code. Rules without findings are left out. */
  ruleCounts: Record<string, number>;
  /** Measured values by rule code. Rules whose value is not known are left out. */
  measured: Record<string, number | string>;
  /** The sidekick in this version. Null if the version is not stored. */
  ruleSet: SidekickVersion | null;
}

/** The sidekicks that the submission of an asset requested, and their results. */
export interface AssetSidekicks {
  /** Sidekick ids as the request gave them. In the sandbox, an id can be any text. */
  sidekickIds: string[];
  /** Ordered by sidekick id. */
  results: RecordedResult[];
  /** The current versions of the custom sidekicks that the request named, ordered by code. */
  custom: SidekickVersion[];
}
