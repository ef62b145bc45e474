import type { PageBox } from '@assay/domain/page-box.ts';
import type { ClaimRuleCode } from './rules.ts';
import type { ShownTime } from './shown-lines.ts';

export interface Claim {
  /** The wording of the claim, quoted from the asset. */
  quote: string;
  /** The claim with up to 100 characters before and after it. */
  context: string;
  confidence: number;
  page: number | null;
  /** Start offset of the claim in the document's text, in Unicode code points; null if the format has no offsets. */
  start: number | null;
  end: number | null;
  /** The place of a claim that was read in a picture; null for a claim in the text of a document. */
  shown: ShownPlace | null;
  /** The place of a claim that was heard; null for other claims. */
  heard: HeardPlace | null;
}

/** The time range of a claim in the sound, and the mean probability (0–1) of its words. */
export interface HeardPlace {
  startSeconds: number;
  endSeconds: number;
  probability: number;
}

/** The position of a claim in a picture or on a scanned page, and the confidence with which it was read. */
export interface ShownPlace {
  box: PageBox;
  /** The time range in a video; null for images and pages. */
  time: ShownTime | null;
  /** Lowest confidence (0–1) with which a line of the claim was read. */
  readConfidence: number;
}

/** Wording that a text has once or several times. */
export interface ClaimedWording {
  /** The first place of the wording, with the highest confidence of all places. */
  claim: Claim;
  /** Up to 9 further places. */
  further: Claim[];
  /** Number of all places. */
  count: number;
}

/** The first wordings of a rule, and the number of all wordings of the rule. */
export interface RuleClaims {
  first: ClaimedWording[];
  count: number;
  /** Up to 50 page numbers of claims that are not in `first`. */
  furtherPages: number[];
}

export type Claims = Partial<Record<ClaimRuleCode, RuleClaims>>;

/** The claims of an asset, and the text that was not judged because it is in another language than English. */
export interface FoundClaims {
  claims: Claims;
  otherLanguage: {
    /** False if no text was judged. */
    isPart: boolean;
    /** Up to 50 page numbers; empty for formats without pages. */
    pages: number[];
  } | null;
  /** True if speech was not judged because it is in another language than English, or in an uncertain language. */
  otherSpeech: boolean;
}
