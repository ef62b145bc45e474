import type { AssetType } from '@assay/domain/asset-type.ts';
import type { Requirements } from '@assay/domain/contracts/profile.ts';
import type { Requirement } from '@assay/domain/requirement-text.ts';
import { properties, type PropertyName, propertyNames } from '@assay/domain/requirements.ts';
import type { Rule, RuleSource, SidekickDescription } from './description.ts';

/** The settings of one sidekick in a profile. Measurements do not depend on them, so a file is decoded once. */
export interface SidekickSettings {
  /** The values of all parameters of the sidekick by name, with defaults for those that the profile does not set. */
  parameters: Readonly<Record<string, unknown>>;
  /** Where the values of the parameters come from. Null if they are the defaults. */
  source: RuleSource | null;
  /** The changed thresholds by rule code, and where they come from. */
  thresholds: Readonly<Record<string, { threshold: number; source: RuleSource }>>;
  /** The properties that the destination fixes. Empty for every sidekick but `requirements`. */
  requirements: Requirements;
}

/** Returns the settings of a sidekick that runs without a profile. */
export function defaultSettings({ parameters }: Pick<SidekickDescription, 'parameters'>): SidekickSettings {
  return { parameters: parameters?.parse({}) ?? {}, source: null, thresholds: {}, requirements: {} };
}

/** Returns the rules of a sidekick with the thresholds in force. */
export function rulesInForce<Rules extends Readonly<Record<string, Rule>>>(
  rules: Rules,
  { thresholds }: Pick<SidekickSettings, 'thresholds'>,
): Rules {
  const changed = Object.entries(thresholds).map(([code, change]) => [code, { ...rules[code]!, ...change }]);
  return { ...rules, ...Object.fromEntries(changed) } as Rules;
}

/** Returns the requirements of a profile that apply to an asset type. */
export function requirementsFor(
  requirements: Requirements,
  assetType: AssetType,
): readonly (readonly [PropertyName, Requirement])[] {
  return propertyNames.flatMap((name) => {
    const requirement = requirements[name];
    const applies = (properties[name].assetTypes as readonly AssetType[]).includes(assetType);
    return requirement === undefined || !applies ? [] : [[name, requirement] as const];
  });
}
