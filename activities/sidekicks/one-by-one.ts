import { findRule, type RuleCode } from './catalogue.ts';
import { newFinding } from './contract.ts';
import type { Finding } from './finding.ts';
import type { Tally } from './tally.ts';

const asset = { kind: 'asset' as const };

/** A finding for each of the first, and one for all that are left. */
export function oneByOne<T>(
  ruleCode: RuleCode,
  what: string,
  { first, count }: Tally<T>,
  toFinding: (item: T, index: number) => Finding,
): Finding[] {
  const findings = first.map(toFinding);
  const more = count - first.length;
  if (more === 0) return findings;
  const summary = `${more} more ${what}, ${count} in all`;
  const rest = newFinding(ruleCode, {
    summary: `There are ${summary}`,
    details: `The first ${first.length} ${what} are reported one by one; there are ${summary}.`,
    reasoning: 'They are of the same kind as those that are reported one by one.',
    headline: `${count} ${what}`,
    evidence: [excerptEvidence(ruleCode, `${ruleCode}:more`, { count, reported: first.length }, asset)],
    anchor: asset,
    action: 'review',
    resolution: `Go through all ${count} ${what}.`,
  });
  return [...findings, rest];
}

/** What an excerpt tells beside its rule's source. */
export type ExcerptContent = Record<string, Exclude<Finding['evidence'][number]['content'], undefined>>;

/** Evidence that was read in the document. */
export function excerptEvidence(
  ruleCode: RuleCode,
  id: string,
  content: ExcerptContent,
  anchor: Finding['anchor'],
): Finding['evidence'][number] {
  const source = { ...findRule(ruleCode)!.rule.source };
  return { id, sourceType: 'excerpt', confidence: 1, content: { ...content, source }, anchor };
}
