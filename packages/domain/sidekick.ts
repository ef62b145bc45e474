import type { AssetType } from './asset-type.ts';

/** Severities from worst to least. */
export const severities = ['critical', 'major', 'minor', 'info'] as const;
export type Severity = (typeof severities)[number];

/** Compares two severities for sorting: the worse one is first. */
export function compareSeverities(a: Severity, b: Severity): number {
  return severities.indexOf(a) - severities.indexOf(b);
}

/** Returns the worst of the given severities. Returns `info` if the list is empty. */
export function worstSeverity(found: readonly Severity[]): Severity {
  return severities.find((severity) => found.includes(severity)) ?? 'info';
}

/** Code of the sidekick that compares a file with the requirements of a profile. Without any, it finds nothing. */
export const requirementsCode = 'requirements';

export interface SidekickRule {
  id: string;
  /** Code in the form `family.name`. Issues whose rules belong to one family are grouped into one topic. */
  code: string;
  name: string;
  severity: Severity;
  threshold: number | null;
  unit: string | null;
  /**
   * Document that defines the rule's threshold, so that a person can verify the threshold. `url` is null if no document
   * supports the threshold.
   */
  source: { standard: string; clause: string; url: string | null };
}

/** The judgement of a rule's findings on real files. */
export interface RuleEvidence {
  /** Date on which the files were examined, as `YYYY-MM-DD`. */
  date: string;
  /** Version of the sidekick that examined the files. */
  version: string;
  /** Number of files of other people that the sidekick examined. */
  files: number;
  /** Number of findings of the rule in these files. */
  findings: number;
  /** Share of the findings that are true, from 0 to 1. Null without findings. */
  trueShare: number | null;
  /** Share of the findings that are true and useful to a professional, from 0 to 1. Null without findings. */
  usefulShare: number | null;
  /** Limits of the study. */
  notKnown: string;
}

/** One version of a custom sidekick, as the operator registered it. Versions are immutable. */
export interface CustomSidekickVersion {
  version: string;
  name: string;
  description: string;
  assetTypes: AssetType[];
  rules: SidekickRule[];
}

/** A version of a sidekick, with the id and code that all versions of the sidekick share. */
export interface SidekickVersion extends CustomSidekickVersion {
  id: string;
  code: string;
}

/** A custom sidekick with its current version. */
export interface CustomSidekick extends SidekickVersion {
  /** The only workspace that may use the sidekick. Null if every workspace may use it. */
  workspaceId: string | null;
  /** Exactly one of `taskQueue` and `url` is set. */
  taskQueue: string | null;
  /** Maximum wait for a worker on the task queue, in seconds. Null if the sidekick has no task queue. */
  maxWaitSeconds: number | null;
  /** Whether the payloads of its activity are encrypted. False if the sidekick has no task queue. */
  encrypted: boolean;
  url: string | null;
  removed: boolean;
}
