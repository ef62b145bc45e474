export type Random = () => number;

/** Creates a seeded generator of numbers from 0 (inclusive) to 1 (exclusive): mulberry32 (public domain). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a random item. The probability of an item is proportional to its weight. */
export function pick<T>(random: Random, weighted: readonly (readonly [weight: number, item: T])[]): T {
  const total = weighted.reduce((sum, [weight]) => sum + weight, 0);
  let left = random() * total;
  for (const [weight, item] of weighted) {
    left -= weight;
    if (left < 0) return item;
  }
  return weighted.at(-1)![1];
}
