import type { SeriesLimit } from '@assay/domain/series/series.ts';
import { addedLu, type Target } from './targets.ts';

/** Resolution of the stored levels, in LU and dB. */
export const levelScale = 0.01;

/** Codes of the rules that set limits of these curves. */
export const levelRules: readonly string[] = [
  'loudness.programme',
  'loudness.short_term',
  'loudness.true_peak',
];

/** Returns the limits that a target sets for the curves of sound with this number of channels. */
export function levelLimits(
  target: Target,
  channels: number,
): Record<'loudness' | 'peaks', readonly SeriesLimit[]> {
  const { standard, targetLufs, rules } = target;
  // The curve has the measured loudness, so the target of mono sound is lower there.
  const added = addedLu(target, channels);
  const measuredTarget = Math.round((targetLufs - added) / levelScale) * levelScale;
  const targetLabel = added === 0 ? `${standard} target` : `${standard} target for mono`;
  const limit = (label: string, rule: Target['rules'][keyof Target['rules']]) =>
    rule === undefined ? [] : [{ value: rule.threshold, label: `${standard} ${label}`, ruleCode: rule.code }];
  return {
    loudness: [
      { value: measuredTarget, label: targetLabel, ruleCode: rules.programme.code },
      ...limit('short-term maximum', rules.shortTerm),
    ],
    peaks: limit('maximum', rules.truePeak),
  };
}
