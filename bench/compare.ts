const rounds = 5;

/**
 * Measures two sides in turn, A B A B, and answers the median of each: what else the machine does meanwhile
 * falls on both.
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
  return { value: median(values), baseline: median(baselines) };
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value below which this share of them is, such as 0.95. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;
}

const resamples = 1_000;

/**
 * How sure the ratio of two percentiles is: between which ratios the middle nine tenths lie when as many values as were measured are drawn
 * of each again and again (bootstrap).
 */
export function ratioRange(
  values: readonly number[],
  baselines: readonly number[],
  share: number,
): { from: number; to: number } {
  const drawn = (from: readonly number[]) =>
    percentile(
      from.map(() => from[Math.floor(Math.random() * from.length)]!),
      share,
    );
  const ratios = Array.from({ length: resamples }, () => drawn(values) / drawn(baselines));
  return { from: percentile(ratios, 0.05), to: percentile(ratios, 0.95) };
}

/** How many a second, of work that does so many. */
export async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (count / (performance.now() - startedAt)) * 1000;
}

/** The mean time of a call, in milliseconds, by so many of them. */
export async function meanMs(call: () => Promise<unknown>, calls = 10): Promise<number> {
  const startedAt = performance.now();
  for (let made = 0; made < calls; made++) await call();
  return (performance.now() - startedAt) / calls;
}
