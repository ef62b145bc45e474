import type { Profile } from '@assay/domain/contracts/profile.ts';
import { pointsOf, stepsIn } from '@assay/domain/series/points.ts';
import { maxCurvePoints, type ReportCurve, reportCurves } from '@assay/reports/curves-view.ts';
import type { ObservedSeries } from '../jobs/observe-file.ts';
import { limitsUnder } from '../profiles/curve-limits.ts';

/** Returns the curves of a decoded file that reports show, with the limits of the profile. */
export function reportCurvesOf(
  { curves, complete }: Pick<ObservedSeries, 'curves' | 'complete'>,
  profile: Profile | null,
): ReportCurve[] {
  const channels = curves.find(({ name }) => name === 'peaks')?.channels.length ?? 0;
  return reportCurves.flatMap((name) => {
    const curve = curves.find((each) => each.name === name);
    if (curve === undefined) return [];
    const range = stepsIn(
      { ...curve, count: curve.values.length / curve.channels.length },
      { points: maxCurvePoints },
    );
    // The range is the whole curve, so its first value is that of the range.
    const limits = limitsUnder(profile, curve, channels);
    return [{ name, complete, limits, ...pointsOf(curve, range, curve.values) }];
  });
}
