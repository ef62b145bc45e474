const rounds = 3;

/**
 * Measures the service and its baseline alternately (A B A B …) and returns the median of each. Other load on the
 * machine therefore affects both.
 */
export async function compare(
  service: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<{ value: number; baseline: number }> {
  const values: number[] = [];
  const baselines: number[] = [];
  for (let round = 0; round < rounds; round++) {
    values.push(await service());
    baselines.push(await bare());
  }
  return { value: percentile(values, 0.5), baseline: percentile(baselines, 0.5) };
}

/** Returns a percentile of the values. `share` is between 0 and 1; for example, 0.95 is the 95th percentile. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;
}

const resamples = 1_000;

/** Returns the 90 % confidence interval of the ratio of two percentiles, computed by bootstrap. */
export function ratioInterval(
  values: readonly number[],
  baselines: readonly number[],
  share: number,
): { from: number; to: number } {
  const resample = (from: readonly number[]) =>
    percentile(
      from.map(() => from[Math.floor(Math.random() * from.length)]!),
      share,
    );
  const ratios = Array.from({ length: resamples }, () => resample(values) / resample(baselines));
  return { from: percentile(ratios, 0.05), to: percentile(ratios, 0.95) };
}

export async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (count / (performance.now() - startedAt)) * 1000;
}

/** Returns the mean duration of a call in milliseconds, over `calls` calls. */
export async function meanMs(call: () => Promise<unknown>, calls = 10): Promise<number> {
  const startedAt = performance.now();
  for (let made = 0; made < calls; made++) await call();
  return (performance.now() - startedAt) / calls;
}
