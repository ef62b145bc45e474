import type { ClaimCode } from './rules.ts';

/** A claim and where it is. */
export interface Claim {
  /** As it is written. */
  quote: string;
  /** With what stands before and after it. */
  context: string;
  confidence: number;
  page: number | null;
  /** In Unicode code points of the document's text; null where it has no such count. */
  start: number | null;
  end: number | null;
}

/** The first claims by a rule, and where the others are. */
export interface RuleClaims {
  first: Claim[];
  count: number;
  /** Some of the pages of those that are not among the first. */
  furtherPages: number[];
}

export type Claims = Partial<Record<ClaimCode, RuleClaims>>;
