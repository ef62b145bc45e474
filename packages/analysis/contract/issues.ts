import { v5 as uuidV5 } from 'uuid';
import { isSamePlace } from '@assay/domain/comparison/same-place.ts';
import type { Anchor, Issue } from '@assay/domain/contracts/issue.ts';
import { compareSeverities } from '@assay/domain/sidekick.ts';
import { InvalidFindings } from './check-findings.ts';
import type { Rule, SidekickDescription } from './description.ts';
import type { Finding } from './finding.ts';

/** Namespace of the version 5 UUIDs that this module creates. Any constant UUID would do. */
const namespace = '0f8e7a52-6a0b-4b2e-8a1e-3d1f0a6f4c11';

/** Returns a UUID that is derived from `name`. Equal names have equal UUIDs. */
export function stableId(name: string): string {
  return uuidV5(name, namespace);
}

export interface FindingWithRule {
  finding: Finding;
  sidekick: SidekickDescription;
  rule: Rule;
}

/**
 * Adds the sidekick and the rule to each finding. The sidekick is needed because two sidekicks can use the same rule
 * code. Throws `InvalidFindings` if the sidekick has no such rule.
 */
export function attachRules(sidekick: SidekickDescription, findings: readonly Finding[]): FindingWithRule[] {
  return findings.map((finding) => {
    const rule = sidekick.rules.find(({ code }) => code === finding.ruleCode);
    if (rule === undefined)
      throw new InvalidFindings(`sidekick ${sidekick.code} has no rule ${finding.ruleCode}`);
    return { finding, sidekick, rule };
  });
}

/**
 * Merges findings into issues. An issue describes one defect and has a contributor for each sidekick that found the
 * defect. Findings are sorted before the issues are numbered, so the order in which sidekicks finish does not affect
 * numbers and ids.
 */
export function toIssues(
  subject: { submissionId: string; assetId: string },
  findings: readonly FindingWithRule[],
  at: Date,
): Issue[] {
  const createdAt = at.toISOString();
  const occurrences = new Map<string, number>();
  return groupByDefect(findings).map((group, index) => {
    const [primary] = group as [FindingWithRule, ...FindingWithRule[]];
    const { finding, rule } = primary;
    const key = sortKey(finding);
    // A counter distinguishes equal findings, so that they get different ids.
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
      details: detailsOf(group),
      severityReasoning: finding.severityReasoning,
      severityReasoningHeadline: finding.severityReasoningHeadline,
      precedents: finding.precedents,
      contributors: group.map((one) => contributor(id, one, one === primary)),
      resolutionRequirement: remedyOf(group),
      anchor: finding.anchor,
    };
  });
}

/**
 * Returns the details of an issue: those of the primary finding, and the summaries of the other findings. For example,
 * one programme can miss several loudness targets.
 */
function detailsOf(group: readonly FindingWithRule[]): string {
  const [primary, ...others] = group.map(({ finding }) => finding);
  const summaries = new Set(others.map(({ summary }) => summary));
  summaries.delete(primary!.summary);
  return summaries.size === 0
    ? primary!.details
    : `${primary!.details} Also reported: ${[...summaries].join('; ')}.`;
}

/**
 * Returns the remedy of an issue: that of the primary finding, with the descriptions of all findings that differ. For
 * example, each loudness target needs another change of the level.
 */
function remedyOf(group: readonly FindingWithRule[]): Issue['resolutionRequirement'] {
  const [primary, ...others] = group.map(({ finding }) => finding.resolutionRequirement);
  if (others.length === 0) return primary!;
  const descriptions = new Set([primary!, ...others].map(({ description }) => description));
  return { ...primary!, description: [...descriptions].join(' ') };
}

function contributor(
  issueId: string,
  { finding, sidekick, rule }: FindingWithRule,
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
 * Groups findings of different sidekicks that report the same defect in the same place. Groups are sorted like their
 * first findings. The first finding of a group is its most severe.
 */
function groupByDefect(findings: readonly FindingWithRule[]): FindingWithRule[][] {
  const groups: FindingWithRule[][] = [];
  const groupsOf = new Map<string, FindingWithRule[][]>();
  for (const one of sorted(findings)) {
    const ofDefect = setDefault(groupsOf, defectOf(one), []);
    const group = ofDefect.find((members) => members.every((member) => isSameDefect(member, one)));
    if (group !== undefined) {
      group.push(one);
      continue;
    }
    ofDefect.push([one]);
    groups.push(ofDefect.at(-1)!);
  }
  for (const group of groups) group.sort((a, b) => compareSeverities(a.finding.severity, b.finding.severity));
  const order = new Map(sorted(groups.map(([primary]) => primary!)).map((primary, at) => [primary, at]));
  return groups.sort(([a], [b]) => order.get(a!)! - order.get(b!)!);
}

const defectOf = ({ rule }: FindingWithRule) => rule.defect ?? rule.code;

function setDefault<K, V>(map: Map<K, V>, key: K, value: V): V {
  if (!map.has(key)) map.set(key, value);
  return map.get(key)!;
}

function isSameDefect(a: FindingWithRule, b: FindingWithRule): boolean {
  if (a.sidekick.id === b.sidekick.id || defectOf(a) !== defectOf(b)) return false;
  return isSamePlace(a.finding.anchor, b.finding.anchor);
}

/** Sorts findings by `sortKey`. Findings with equal keys keep their order, that of the sidekick ids. */
function sorted(findings: readonly FindingWithRule[]): FindingWithRule[] {
  return findings
    .map((one) => ({ one, key: sortKey(one.finding) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ one }) => one);
}

/** Returns the sort key of a finding: position in the asset, then rule, then anchor and evidence. */
function sortKey({ anchor, ruleCode, evidence }: Finding): string {
  return [
    positionOf(anchor).toFixed(6).padStart(20, '0'),
    ruleCode,
    JSON.stringify(anchor),
    JSON.stringify(evidence),
  ].join('|');
}

function positionOf(anchor: Anchor): number {
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
