import type { Issue } from '@assay/domain/contracts/issue.ts';
import type { FinalSandboxOutcome } from '@assay/domain/sandbox.ts';
import type { Severity } from '@assay/domain/sidekick.ts';
import { stableId } from '@assay/analysis/contract/issues.ts';

/** The severities of the simulated issues of each outcome (specification, section 3). */
const simulatedSeverities: Record<FinalSandboxOutcome, readonly Severity[]> = {
  pass: [],
  advisory: ['minor', 'info'],
  fail: ['critical', 'major', 'major'],
  error: [],
  retryable_error: [],
};

/** Returns the simulated issues of an outcome, with all fields of real issues. Their texts name the simulation. */
export function sandboxIssues(
  subject: { submissionId: string; assetId: string },
  outcome: FinalSandboxOutcome,
  at: Date,
): Issue[] {
  const createdAt = at.toISOString();
  return simulatedSeverities[outcome].map((severity, index) => {
    const referenceNumber = index + 1;
    const id = stableId(
      `issue:${subject.submissionId}:${subject.assetId}:sandbox:${outcome}:${referenceNumber}`,
    );
    const ruleCode = `sandbox.${outcome}`;
    const anchor = { kind: 'asset' as const };
    const resolutionRequirement = {
      action: 'none',
      description: 'No action is needed: this issue is simulated.',
    };
    const reasoning = `The marker __sandbox_${outcome}__ sets the severity of issue ${referenceNumber} to ${severity}.`;
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
      details: `A simulated issue of the sandbox outcome "${outcome}". The asset was not examined.`,
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
