import type { AssetType } from '@assay/domain/asset-type.ts';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import type { Outcome, ReportCheck } from '@assay/domain/contracts/report.ts';
import { notPresent, requiredText } from '@assay/domain/requirement-text.ts';
import { type Property, properties, propertyNames, requirementCode } from '@assay/domain/requirements.ts';
import { requirementsCode } from '@assay/domain/sidekick.ts';
import type { Rule, SidekickDescription } from '../contract/description.ts';
import type { Finding } from '../contract/finding.ts';
import type { MeasuredValues } from '../contract/measured-values.ts';
import { requirementsFor, rulesInForce, type SidekickSettings } from '../contract/settings.ts';
import type { RuleCode } from '../sidekicks/catalogue.ts';
import { ruleSourceOf, settingsOf } from './profile.ts';

/** The rule about required properties that could not be compared. */
const unknownCode = 'requirement.unknown' satisfies RuleCode;

/** A chosen sidekick, and how its run ended. */
export interface SidekickRun {
  sidekick: SidekickDescription;
  /** `skipped`: it did not run, because something that it needs is missing or an operator skipped it. */
  state: 'ran' | 'skipped' | 'failed';
  /** Number of findings by rule code. Those of rules that are off do not count. Absent: there are none. */
  counts?: Readonly<Record<string, number>>;
  /** Measured values by rule code. Absent: none is known. */
  measured?: MeasuredValues;
}

/** Returns the number of findings by rule code. */
export function countByRule(findings: readonly Finding[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { ruleCode } of findings) counts[ruleCode] = (counts[ruleCode] ?? 0) + 1;
  return counts;
}

/**
 * Returns the rules and requirements of the chosen sidekicks with the values in force, and their outcomes. Leaves out
 * the properties that the profile does not require.
 */
export function listChecks(
  runs: readonly SidekickRun[],
  profile: Profile | null,
  assetType: AssetType,
): ReportCheck[] {
  return runs.flatMap((run) => {
    const settings = settingsOf(run.sidekick, profile);
    return rulesOf(run.sidekick, settings, assetType).map((rule) =>
      checkOf(run, rule, settings, profile, assetType),
    );
  });
}

/** Returns the number of checks that were made. Rules that are off are no checks. */
export function countMade(checks: readonly ReportCheck[]): number {
  return checks.filter(({ outcome }) => outcome === 'passed' || outcome === 'found').length;
}

/** Returns the rules of a sidekick with the thresholds in force, without properties that are not required. */
function rulesOf(
  { code: sidekick, rules }: SidekickDescription,
  settings: SidekickSettings,
  assetType: AssetType,
): Rule[] {
  const inForce = Object.values(
    rulesInForce(Object.fromEntries(rules.map((rule) => [rule.code, rule])), settings),
  );
  if (sidekick !== requirementsCode) return inForce;
  const unused: readonly string[] = [
    ...propertyNames.filter((name) => settings.requirements[name] === undefined).map(requirementCode),
    ...(requirementsFor(settings.requirements, assetType).length === 0 ? [unknownCode] : []),
  ];
  return inForce.filter(({ code }) => !unused.includes(code));
}

function checkOf(
  run: SidekickRun,
  rule: Rule,
  settings: SidekickSettings,
  profile: Profile | null,
  assetType: AssetType,
): ReportCheck {
  const { sidekick } = run;
  const name = propertyNames.find((property) => requirementCode(property) === rule.code);
  const property: Property | undefined = name && properties[name];
  const requirement = name && settings.requirements[name];
  const parameter = parameterOf(sidekick, rule.code);
  const threshold = parameter === null ? rule.threshold : (settings.parameters[parameter] as number | null);
  const isOff = profile?.rules[rule.code]?.severity === 'off' || (parameter !== null && threshold === null);
  const types = property?.assetTypes ?? rule.assetTypes ?? sidekick.assetTypes;
  const count = run.counts?.[rule.code] ?? 0;
  const measured = run.measured?.[rule.code] ?? null;
  const outcome = ((): Outcome => {
    if (!sidekick.assetTypes.includes(assetType) || !types.includes(assetType)) return 'not_applicable';
    if (isOff) return 'off';
    if (run.state !== 'ran') return run.state;
    if (count > 0) return 'found';
    if (property === undefined) return 'passed';
    // A required property has a measured value, unless the file cannot have it or it could not be compared.
    if (measured === null) return 'failed';
    return measured === notPresent ? 'not_applicable' : 'passed';
  })();
  const source = requirement?.source;
  return {
    sidekick: sidekick.code,
    ruleCode: rule.code,
    ruleName: rule.name,
    severity: isOff ? 'off' : (profile?.rules[rule.code]?.severity ?? rule.severity),
    threshold,
    required: requirement === undefined ? null : requiredText(property!, requirement),
    unit: property?.unit ?? rule.unit,
    source:
      source === undefined
        ? {
            ...(ruleSourceOf(profile, rule.code) ??
              (parameter === null ? null : settings.source) ??
              rule.source),
          }
        : { standard: source.title, clause: source.part ?? '', url: source.url },
    outcome,
    count: outcome === 'found' ? count : 0,
    measured,
  };
}

/** Returns the name of the parameter that is the threshold of a rule; null if there is none. */
function parameterOf({ parameters }: SidekickDescription, ruleCode: string): string | null {
  const named = Object.entries(parameters?.shape ?? {}).find(
    ([, schema]) =>
      (schema as { meta(): { thresholdOf?: string } | undefined }).meta()?.thresholdOf === ruleCode,
  );
  return named?.[0] ?? null;
}
