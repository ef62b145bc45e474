import type { Profile } from '@assay/domain/contracts/profile.ts';
import { severities, type Severity } from '@assay/domain/sidekick.ts';
import type { Finding } from '../contract/finding.ts';
import type { Rule, RuleSource } from '../contract/description.ts';
import { ruleSourceOf } from './profile.ts';

/** A finding and its rule. */
interface WithRule {
  finding: Finding;
  rule: Pick<Rule, 'severity'>;
}

/**
 * Sets the severities and documents that a profile gives to rules. Removes the findings of rules that it turns off. A
 * finding with the usual severity of its rule gets the new one. A less severe finding gets the new severity only if
 * that is lower still, and a more severe one is not lowered by a profile that raises its rule or leaves it: the
 * sidekick has a reason to report them below or above the others.
 */
export function applyRules<T extends WithRule>(findings: readonly T[], profile: Profile | null): T[] {
  if (profile === null) return [...findings];
  return findings.flatMap((one) => {
    const { finding, rule } = one;
    const wanted = Object.hasOwn(profile.rules, finding.ruleCode)
      ? profile.rules[finding.ruleCode]!.severity
      : undefined;
    if (wanted === 'off') return [];
    const severity = wanted === undefined ? finding.severity : severityOf(finding, rule, wanted);
    const evidence = evidenceWith(ruleSourceOf(profile, finding.ruleCode), finding);
    if (severity === finding.severity) return [{ ...one, finding: { ...finding, evidence } }];
    const note = `The profile “${profile.name}” sets the severity of this rule; without it, the issue is ${finding.severity}.`;
    const severityReasoning = `${finding.severityReasoning} ${note}`.trim();
    return [{ ...one, finding: { ...finding, severity, severityReasoning, evidence } }];
  });
}

/** Returns the evidence of a finding with another source of its rule. @param source null to keep the sources */
function evidenceWith(source: RuleSource | null, { evidence }: Finding): Finding['evidence'] {
  if (source === null) return evidence;
  return evidence.map((one) => {
    const { content } = one;
    const hasSource = typeof content === 'object' && content !== null && 'source' in content;
    return hasSource ? { ...one, content: { ...content, source: { ...source } } } : one;
  });
}

function severityOf(finding: Finding, rule: WithRule['rule'], wanted: Severity): Severity {
  // Ranks rise from critical to info.
  const rank = (severity: Severity) => severities.indexOf(severity);
  const found = rank(finding.severity);
  const usual = rank(rule.severity);
  const asked = rank(wanted);
  if (asked === usual) return finding.severity;
  const keepsOwn = asked < usual ? found > usual || found < asked : found > asked;
  return keepsOwn ? finding.severity : wanted;
}
