import type { PageBox } from '@assay/domain/page-box.ts';
import {
  type ExcerptContent,
  excerptEvidence,
  type FindingParts,
  newFinding,
  wholeAsset,
} from '../../contract/contract.ts';
import type { Rule } from '../../contract/description.ts';
import type { Finding } from '../../contract/finding.ts';

/** Returns the anchor for a box on a page, for a page if `box` is null, or for the whole asset if `page` is null. */
export function anchorOf(page: number | null, box: PageBox | null = null): Finding['anchor'] {
  if (page === null) return wholeAsset;
  return box === null ? { kind: 'page', page } : { kind: 'page', page, bbox: box };
}

/** Returns a phrase such as `on page 3`, or `in the document` if `page` is null. */
export const placeOf = (page: number | null) => (page === null ? 'in the document' : `on page ${page}`);

export function documentFinding(
  rule: Rule,
  content: ExcerptContent,
  parts: Omit<FindingParts, 'anchor' | 'evidence'>,
): Finding {
  return newFinding(rule, {
    ...parts,
    anchor: wholeAsset,
    evidence: [excerptEvidence(rule, rule.code, content, wholeAsset)],
  });
}
