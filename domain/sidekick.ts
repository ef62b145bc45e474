import type { Severity } from './severity.ts';

/** A rule as everybody may see it. */
export interface SidekickRule {
  id: string;
  /** `family.name`; rules of one family are grouped into one topic. */
  code: string;
  name: string;
  severity: Severity;
  threshold: number | null;
  unit: string | null;
  /** Where the threshold comes from, so that a person can check it. */
  source: { standard: string; clause: string; url: string };
}
