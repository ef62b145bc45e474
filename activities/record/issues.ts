import { v5 as uuidV5 } from 'uuid';
import type { Anchor, Issue } from '../../domain/contracts/issue.ts';
import { severities } from '../../domain/sidekick.ts';
import { overlap } from '../../domain/topics.ts';
import type { Rule, SidekickDescription } from '../../analysis/sidekicks/description.ts';
import type { Finding } from '../../analysis/sidekicks/finding.ts';

/** The namespace of the ids made here; any fixed UUID. */
const namespace = '0f8e7a52-6a0b-4b2e-8a1e-3d1f0a6f4c11';

/** A stable id: the same name always gets the same one. */
export function stableId(name: string): string {
  return uuidV5(name, namespace);
}

/** A finding with the sidekick whose it is and the rule it is by. */
export interface Judged {
  finding: Finding;
  sidekick: SidekickDescription;
  rule: Rule;
}

/** A sidekick's findings with its rules; codes mean what this sidekick means by them. */
export function judgedBy(sidekick: SidekickDescription, findings: readonly Finding[]): Judged[] {
  return findings.map((finding) => {
    const rule = sidekick.rules.find(({ code }) => code === finding.ruleCode);
    if (rule === undefined) throw new Error(`sidekick ${sidekick.code} has no rule ${finding.ruleCode}`);
    return { finding, sidekick, rule };
  });
}

/**
 * Turns findings into issues: one for each defect, with a contributor for each sidekick that found it. Findings are put in
 * an order of their own before they are numbered, so that the same findings get the same numbers and ids whichever
 * sidekick was quicker.
 */
export function toIssues(
  subject: { submissionId: string; assetId: string },
  judged: readonly Judged[],
  at: Date,
): Issue[] {
  const createdAt = at.toISOString();
  const occurrences = new Map<string, number>();
  return groupByDefect(judged).map((group, index) => {
    const [primary] = group as [Judged, ...Judged[]];
    const { finding, rule } = primary;
    const key = sortKey(finding);
    // Findings alike in everything are told apart by how many there were before.
    const occurrence = occurrences.get(key) ?? 0;
    occurrences.set(key, occurrence + 1);
    const id = stableId(`issue:${subject.submissionId}:${subject.assetId}:${key}:${occurrence}`);
    return {
      id,
      assetId: subject.assetId,
      summary: finding.summary,
      severity: finding.severity,
      status: 'open',
      createdAt,
      updatedAt: createdAt,
      referenceNumber: index + 1,
      ruleId: rule.id,
      ruleCode: rule.code,
      details: finding.details,
      severityReasoning: finding.severityReasoning,
      severityReasoningHeadline: finding.severityReasoningHeadline,
      precedents: finding.precedents,
      contributors: group.map((one) => contributor(id, one, one === primary)),
      resolutionRequirement: finding.resolutionRequirement,
      anchor: finding.anchor,
    };
  });
}

function contributor(
  issueId: string,
  { finding, sidekick, rule }: Judged,
  isPrimary: boolean,
): Issue['contributors'][number] {
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
function groupByDefect(judged: readonly Judged[]): Judged[][] {
  const groups: Judged[][] = [];
  for (const one of inOrder(judged)) {
    const group = groups.find((members) => members.every((member) => isSameDefect(member, one)));
    if (group === undefined) groups.push([one]);
    else group.push(one);
  }
  const rank = ({ finding }: Judged) => severities.indexOf(finding.severity);
  for (const group of groups) group.sort((a, b) => rank(a) - rank(b));
  const order = new Map(inOrder(groups.map(([primary]) => primary!)).map((primary, at) => [primary, at]));
  return groups.sort(([a], [b]) => order.get(a!)! - order.get(b!)!);
}

function isSameDefect(a: Judged, b: Judged): boolean {
  const defectOf = ({ rule }: Judged) => rule.defect ?? rule.code;
  if (a.sidekick.id === b.sidekick.id || defectOf(a) !== defectOf(b)) return false;
  return isSamePlace(a.finding.anchor, b.finding.anchor);
}

/** Of two stretches, what they share has to be at least half of the longer: a moment of an hour is another place. */
function isSamePlace(a: Anchor, b: Anchor): boolean {
  if (a.kind === 'asset' && b.kind === 'asset') return true;
  if (a.kind !== 'time' || b.kind !== 'time') return overlap(a, b);
  const shared = Math.min(a.endSeconds, b.endSeconds) - Math.max(a.startSeconds, b.startSeconds);
  const longer = Math.max(a.endSeconds - a.startSeconds, b.endSeconds - b.startSeconds);
  return shared >= longer / 2;
}

/** What is left alike keeps the order it came in, which is that of the sidekicks' ids. */
function inOrder(judged: readonly Judged[]): Judged[] {
  return judged
    .map((one) => ({ one, key: sortKey(one.finding) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ one }) => one);
}

/** By place in the asset, then by rule; what is left alike is told apart by all of its content. */
function sortKey({ anchor, ruleCode, evidence }: Finding): string {
  return [
    placeOf(anchor).toFixed(6).padStart(20, '0'),
    ruleCode,
    JSON.stringify(anchor),
    JSON.stringify(evidence),
  ].join('|');
}

function placeOf(anchor: Anchor): number {
  switch (anchor.kind) {
    case 'time':
      return anchor.startSeconds;
    case 'page':
      return anchor.page;
    case 'text':
      return anchor.start;
    default:
      return 0;
  }
}
