import { type Severity, worstSeverity } from '@assay/domain/sidekick.ts';
import type { FindingWithRule } from '@assay/analysis/contract/issues.ts';

/**
 * Raises the severity of each finding to the minimum that the workspace sets for its rule. More severe findings stay as
 * they are. The ids of issues do not depend on the severity, so they do not change.
 * @param raised minimum severity by rule code
 */
export function raiseSeverities(
  findings: readonly FindingWithRule[],
  raised: Readonly<Record<string, Severity>>,
): FindingWithRule[] {
  return findings.map((one) => {
    const { finding } = one;
    const least = Object.hasOwn(raised, finding.ruleCode) ? raised[finding.ruleCode]! : finding.severity;
    const severity = worstSeverity([finding.severity, least]);
    if (severity === finding.severity) return one;
    const note = `The workspace raises issues of this rule to at least ${severity}; this one was ${finding.severity}.`;
    return {
      ...one,
      finding: { ...finding, severity, severityReasoning: `${finding.severityReasoning} ${note}`.trim() },
    };
  });
}
