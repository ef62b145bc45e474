import type { Profile } from '@assay/domain/contracts/profile.ts';
import type { CurveDescription, SeriesLimit } from '@assay/domain/series/series.ts';
import { levelLimits, levelRules } from '../sidekicks/loudness/level-limits.ts';
import { loudnessDescription } from '../sidekicks/loudness/rules.ts';
import { targetOf } from '../sidekicks/loudness/targets.ts';
import { settingsOf } from './profile.ts';

/**
 * Returns the limits of a curve under a profile. The stored limits are those of the defaults, because what is measured
 * does not depend on a profile.
 * @param channels number of channels of the sound
 */
export function limitsUnder(
  profile: Profile | null,
  { name, limits }: Pick<CurveDescription, 'name' | 'limits'>,
  channels: number,
): SeriesLimit[] {
  if (profile === null) return [...limits];
  const isOn = ({ ruleCode }: SeriesLimit) => profile.rules[ruleCode]?.severity !== 'off';
  const others = limits.filter(({ ruleCode }) => !levelRules.includes(ruleCode));
  const isJudged = others.length < limits.length && (name === 'loudness' || name === 'peaks');
  const own = isJudged ? levelLimits(targetOf(settingsOf(loudnessDescription, profile)), channels)[name] : [];
  return [...own, ...others].filter(isOn);
}
