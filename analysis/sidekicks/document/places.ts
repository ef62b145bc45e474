import {
  type ExcerptContent,
  excerptEvidence,
  type FindingParts,
  newFinding,
  wholeAsset,
} from '../contract.ts';
import type { RuleCode } from '../catalogue.ts';
import type { Finding } from '../finding.ts';

/** Returns the anchor for a page number. Returns the anchor of the whole asset if `page` is null. */
export function anchorOf(page: number | null): Finding['anchor'] {
  return page === null ? wholeAsset : { kind: 'page', page };
}

/** Returns a phrase such as `on page 3`. Returns `in the document` if `page` is null. */
export const placeOf = (page: number | null) => (page === null ? 'in the document' : `on page ${page}`);

/** Returns a finding about the whole document with one excerpt as evidence. */
export function documentFinding(
  ruleCode: RuleCode,
  content: ExcerptContent,
  parts: Omit<FindingParts, 'anchor' | 'evidence'>,
): Finding {
  return newFinding(ruleCode, {
    ...parts,
    anchor: wholeAsset,
    evidence: [excerptEvidence(ruleCode, ruleCode, content, wholeAsset)],
  });
}
