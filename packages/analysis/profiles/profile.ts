import type { Profile, ProfileContent, ProfileSource } from '@assay/domain/contracts/profile.ts';
import { requirementsCode } from '@assay/domain/sidekick.ts';
import { assayDefault, type RuleSource, type SidekickDescription } from '../contract/description.ts';
import { defaultSettings, type SidekickSettings } from '../contract/settings.ts';

/** Returns the codes of the sidekicks that a profile runs. If it has requirements, `requirements` comes first. */
export function sidekickCodes({
  sidekicks,
  requirements,
}: Pick<ProfileContent, 'sidekicks' | 'requirements'>): string[] {
  const codes = sidekicks.map(({ code }) => code);
  const isRequired = Object.keys(requirements).length > 0 && !codes.includes(requirementsCode);
  return isRequired ? [requirementsCode, ...codes] : codes;
}

/** Returns what a profile sets for a sidekick. Without a profile, returns the defaults. */
export function settingsOf(sidekick: SidekickDescription, profile: Profile | null): SidekickSettings {
  if (profile === null) return defaultSettings(sidekick);
  const chosen = profile.sidekicks.find(({ code }) => code === sidekick.code);
  const isChosen = chosen?.parameters !== undefined;
  const thresholds = sidekick.rules.flatMap(({ code }) => {
    const { threshold, source } = profile.rules[code] ?? {};
    return threshold === undefined ? [] : [[code, { threshold, source: sourceOf(source, profile) }]];
  });
  return {
    parameters: sidekick.parameters?.parse(chosen?.parameters ?? {}) ?? {},
    source: isChosen ? sourceOf(chosen.source, profile) : null,
    thresholds: Object.fromEntries(thresholds) as SidekickSettings['thresholds'],
    requirements: sidekick.code === requirementsCode ? requirementsOf(profile) : {},
  };
}

/** Returns the requirements of a profile, each with a source. */
function requirementsOf(profile: Profile): ProfileContent['requirements'] {
  const named = Object.entries(profile.requirements).map(([name, requirement]) => {
    const { standard, clause, url } = sourceOf(requirement.source, profile);
    return [name, { ...requirement, source: { title: standard, part: clause, url } }];
  });
  return Object.fromEntries(named) as ProfileContent['requirements'];
}

/** Returns the document that a profile names for a rule. Null if it names none. */
export function ruleSourceOf(profile: Profile | null, ruleCode: string): RuleSource | null {
  if (profile === null || !Object.hasOwn(profile.rules, ruleCode)) return null;
  const { source } = profile.rules[ruleCode]!;
  return source === undefined ? null : sourceOf(source, profile);
}

/** Returns the source of a value that a profile sets. A value without a source was chosen by the profile's author. */
function sourceOf(source: ProfileSource | undefined, { name, version, builtIn }: Profile): RuleSource {
  if (source !== undefined)
    return { standard: source.title, clause: source.part ?? `Profile “${name}”`, url: source.url };
  if (builtIn) return assayDefault;
  return { standard: `Profile “${name}”`, clause: `version ${version}`, url: null };
}
