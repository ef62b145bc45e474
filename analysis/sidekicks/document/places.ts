import { type FindingParts, newFinding } from '../contract.ts';
import type { RuleCode } from '../catalogue.ts';
import type { Finding } from '../finding.ts';
import { type ExcerptContent, excerptEvidence } from '../one-by-one.ts';

const asset = { kind: 'asset' as const };

export function anchorOf(page: number | null): Finding['anchor'] {
  return page === null ? asset : { kind: 'page', page };
}

export const placeOf = (page: number | null) => (page === null ? 'in the document' : `on page ${page}`);

/** A finding about the whole document with one excerpt. */
export function ofDocument(
  ruleCode: RuleCode,
  content: ExcerptContent,
  parts: Omit<FindingParts, 'anchor' | 'evidence'>,
): Finding {
  return newFinding(ruleCode, {
    ...parts,
    anchor: asset,
    evidence: [excerptEvidence(ruleCode, ruleCode, content, asset)],
  });
}
