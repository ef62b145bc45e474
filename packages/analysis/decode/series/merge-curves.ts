import { type Curve, seriesNames } from '@assay/domain/series/series.ts';

/**
 * Returns one curve for each name, in the order of `seriesNames`. Sidekicks that measured the same curve have recorded
 * the same values, but each with its own limits. The returned curve has all of these limits.
 */
export function mergeCurves(curves: readonly Curve[]): Curve[] {
  return seriesNames.flatMap((name) => {
    const same = curves.filter((curve) => curve.name === name);
    const [first] = same;
    return first === undefined ? [] : [{ ...first, limits: same.flatMap(({ limits }) => limits) }];
  });
}
