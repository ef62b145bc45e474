import type { Issue } from '../../domain/contracts/issue.ts';
import type { FinalSandboxOutcome } from '../../domain/sandbox.ts';
import type { Severity } from '../../domain/sidekick.ts';
import { stableId } from './issues.ts';

/** The severities of the canned issues of each outcome (specification 3). */
const cannedSeverities: Record<FinalSandboxOutcome, readonly Severity[]> = {
  pass: [],
  advisory: ['minor', 'info'],
  fail: ['critical', 'major', 'major'],
  error: [],
  retryable_error: [],
};

/** The simulated issues of a sandbox outcome: the full shape of real ones, and plainly simulated. */
export function sandboxIssues(
  subject: { submissionId: string; assetId: string },
  outcome: FinalSandboxOutcome,
  at: Date,
): Issue[] {
  const createdAt = at.toISOString();
  return cannedSeverities[outcome].map((severity, index) => {
    const referenceNumber = index + 1;
    const id = stableId(
      `issue:${subject.submissionId}:${subject.assetId}:sandbox:${outcome}:${referenceNumber}`,
    );
    const ruleCode = `sandbox.${outcome}`;
    const anchor = { kind: 'asset' as const };
    const resolutionRequirement = { action: 'none', description: 'Nothing: this issue is simulated.' };
    const reasoning = `The marker __sandbox_${outcome}__ asks for ${severity} as severity ${referenceNumber}.`;
    return {
      id,
      assetId: subject.assetId,
      summary: `Sandbox simulated ${severity} issue`,
      severity,
      status: 'open',
      createdAt,
      updatedAt: createdAt,
      referenceNumber,
      ruleId: stableId(`rule:${ruleCode}`),
      ruleCode,
      details: `A simulated issue of the sandbox outcome "${outcome}"; nothing was examined.`,
      severityReasoning: reasoning,
      severityReasoningHeadline: `Simulated ${severity}`,
      precedents: [],
      contributors: [
        {
          id: stableId(`contributor:${id}`),
          label: 'Sandbox',
          reasoning,
          confidence: 1,
          relationType: 'primary',
          evidence: [
            {
              id: `sandbox:${referenceNumber}`,
              sourceType: 'excerpt',
              confidence: 1,
              content: { simulated: true, marker: `__sandbox_${outcome}__` },
              anchor,
            },
          ],
          resolutionRequirement,
          ruleCode,
          ruleName: `Sandbox ${outcome}`,
          severity,
        },
      ],
      resolutionRequirement,
      anchor,
    };
  });
}
