/** As many as are waited for at once. */
const parallel = 8;

/** Does `work` for each item, a few at a time and in order; rejects with the first that fails. */
export async function aFewAtATime<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, lane));
}
