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
