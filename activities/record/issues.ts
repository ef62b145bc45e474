import { v5 as uuidV5 } from 'uuid';
import type { Issue } from '../../domain/contracts/issue.ts';
import { findRule } from '../sidekicks/catalogue.ts';
import type { Finding } from '../sidekicks/finding.ts';

/** The namespace of the ids made here; any fixed UUID. */
const namespace = '0f8e7a52-6a0b-4b2e-8a1e-3d1f0a6f4c11';

/** A stable id: the same name always gets the same one. */
export function stableId(name: string): string {
  return uuidV5(name, namespace);
}

/**
 * Turns findings into issues with one contributor each. Findings are put in an order of their own before they
 * are numbered, so that the same findings get the same numbers and ids whichever sidekick was quicker.
 */
export function toIssues(
  subject: { submissionId: string; assetId: string },
  findings: readonly Finding[],
  at: Date,
): Issue[] {
  const createdAt = at.toISOString();
  const ordered = findings
    .map((finding) => ({ finding, key: sortKey(finding) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const occurrences = new Map<string, number>();
  return ordered.map(({ finding, key }, index) => {
    const { rule, sidekick } = findRule(finding.ruleCode)!;
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
      contributors: [
        {
          id: stableId(`contributor:${id}:${sidekick.code}`),
          label: sidekick.name,
          reasoning: finding.severityReasoning,
          confidence: finding.confidence,
          relationType: 'primary',
          evidence: finding.evidence,
          resolutionRequirement: finding.resolutionRequirement,
          ruleCode: rule.code,
          ruleName: rule.name,
          severity: finding.severity,
        },
      ],
      resolutionRequirement: finding.resolutionRequirement,
      anchor: finding.anchor,
    };
  });
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
