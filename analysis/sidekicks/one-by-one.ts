import { findRule, type RuleCode } from './catalogue.ts';
import { newFinding } from './contract.ts';
import type { Finding } from './finding.ts';
import type { Tally } from './tally.ts';

const asset = { kind: 'asset' as const };

/**
 * A finding for each of the first, and one for all that are left, as sure as the least sure of the first.
 * @param what what they are, in the plural
 * @param further what there is to tell of those that are left
 */
export function oneByOne<T>(
  ruleCode: RuleCode,
  what: string,
  { first, count }: Tally<T>,
  toFinding: (item: T, index: number) => Finding,
  further: ExcerptContent = {},
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
    confidence: Math.min(...findings.map(({ confidence }) => confidence)),
    evidence: [
      excerptEvidence(ruleCode, `${ruleCode}:more`, { count, reported: first.length, ...further }, asset),
    ],
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
