import type { PageBox } from '@assay/domain/page-box.ts';
import type { ClaimCode } from './rules.ts';
import type { ShownTime } from './shown-lines.ts';

export interface Claim {
  /** The wording of the claim, quoted from the document. */
  quote: string;
  /** The claim with up to 100 characters before and after it. */
  context: string;
  confidence: number;
  page: number | null;
  /**
   * Start offset of the claim in the document's text, in Unicode code points; null if the format has no such offsets.
   */
  start: number | null;
  end: number | null;
  /** Null for a claim in the text of a document. */
  shown: ShownPlace | null;
}

/** The position of a claim in a picture or on a scanned page, and how well it was read. */
export interface ShownPlace {
  box: PageBox;
  /** Null for images and pages. */
  time: ShownTime | null;
  /** Lowest confidence (0–1) of the reader in a line of the claim. */
  readConfidence: number;
}

/** The first claims of a rule, and the number of all claims of the rule. */
export interface RuleClaims {
  first: Claim[];
  count: number;
  /** Up to 50 page numbers of claims that are not among the first ones. */
  furtherPages: number[];
}

export type Claims = Partial<Record<ClaimCode, RuleClaims>>;
