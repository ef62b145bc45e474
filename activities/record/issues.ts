import { v5 as uuidV5 } from 'uuid';
import type { Issue } from '../../domain/contracts/issue.ts';
import { severities } from '../../domain/severity.ts';
import { overlap } from '../../domain/topics.ts';
import { findRule } from '../sidekicks/catalogue.ts';
import type { Finding } from '../sidekicks/finding.ts';

/** The namespace of the ids made here; any fixed UUID. */
const namespace = '0f8e7a52-6a0b-4b2e-8a1e-3d1f0a6f4c11';

/** A stable id: the same name always gets the same one. */
export function stableId(name: string): string {
  return uuidV5(name, namespace);
}

/**
 * Turns findings into issues: one for each defect, with a contributor for each sidekick that found it. Findings are put in
 * an order of their own before they are numbered, so that the same findings get the same numbers and ids whichever
 * sidekick was quicker.
 */
export function toIssues(
  subject: { submissionId: string; assetId: string },
  findings: readonly Finding[],
  at: Date,
): Issue[] {
  const createdAt = at.toISOString();
  const occurrences = new Map<string, number>();
  return groupByDefect(findings).map((group, index) => {
    const [primary] = group as [Finding, ...Finding[]];
    const { rule } = findRule(primary.ruleCode)!;
    const key = sortKey(primary);
    // Findings alike in everything are told apart by how many there were before.
    const occurrence = occurrences.get(key) ?? 0;
    occurrences.set(key, occurrence + 1);
    const id = stableId(`issue:${subject.submissionId}:${subject.assetId}:${key}:${occurrence}`);
    return {
      id,
      assetId: subject.assetId,
      summary: primary.summary,
      severity: primary.severity,
      status: 'open',
      createdAt,
      updatedAt: createdAt,
      referenceNumber: index + 1,
      ruleId: rule.id,
      ruleCode: rule.code,
      details: primary.details,
      severityReasoning: primary.severityReasoning,
      severityReasoningHeadline: primary.severityReasoningHeadline,
      precedents: primary.precedents,
      contributors: group.map((finding) => contributor(id, finding, finding === primary)),
      resolutionRequirement: primary.resolutionRequirement,
      anchor: primary.anchor,
    };
  });
}

function contributor(issueId: string, finding: Finding, isPrimary: boolean): Issue['contributors'][number] {
  const { rule, sidekick } = findRule(finding.ruleCode)!;
  return {
    id: stableId(`contributor:${issueId}:${sidekick.code}`),
    label: sidekick.name,
    reasoning: finding.severityReasoning,
    confidence: finding.confidence,
    relationType: isPrimary ? 'primary' : 'supporting',
    evidence: finding.evidence,
    resolutionRequirement: finding.resolutionRequirement,
    ruleCode: rule.code,
    ruleName: rule.name,
    severity: finding.severity,
  };
}

/**
 * Findings of several sidekicks belong together when their rules find the same defect, in the same place. Groups are in
 * order, and in each the most severe comes first.
 */
function groupByDefect(findings: readonly Finding[]): Finding[][] {
  const groups: Finding[][] = [];
  for (const finding of inOrder(findings)) {
    const group = groups.find((members) => members.every((member) => isSameDefect(member, finding)));
    if (group === undefined) groups.push([finding]);
    else group.push(finding);
  }
  const rank = ({ severity }: Finding) => severities.indexOf(severity);
  for (const group of groups) group.sort((a, b) => rank(a) - rank(b));
  const order = new Map(inOrder(groups.map(([primary]) => primary!)).map((primary, at) => [primary, at]));
  return groups.sort(([a], [b]) => order.get(a!)! - order.get(b!)!);
}

function isSameDefect(a: Finding, b: Finding): boolean {
  const [one, other] = [findRule(a.ruleCode)!, findRule(b.ruleCode)!];
  if (one.sidekick === other.sidekick || one.rule.defect === undefined) return false;
  const isOfAll = a.anchor.kind === 'asset' && b.anchor.kind === 'asset';
  return one.rule.defect === other.rule.defect && (isOfAll || overlap(a.anchor, b.anchor));
}

function inOrder(findings: readonly Finding[]): Finding[] {
  return findings
    .map((finding) => ({ finding, key: sortKey(finding) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ finding }) => finding);
}

/** By place in the asset, then by rule; what is left alike is told apart by all of its content. */
function sortKey(finding: Finding): string {
  const { anchor } = finding;
  const place = anchor.kind === 'time' ? anchor.startSeconds : anchor.kind === 'page' ? anchor.page : 0;
  return [
    place.toFixed(6).padStart(20, '0'),
    finding.ruleCode,
    JSON.stringify(anchor),
    JSON.stringify(finding.evidence),
  ].join('|');
}
