/**
 * Runs `work` for each item. Items are started in order, and up to `maxConcurrency` run at the same time. Rejects with
 * the first error, after which no more items are started.
 */
export async function forEachConcurrent<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  maxConcurrency = 8,
): Promise<void> {
  const remaining = items.values();
  let hasFailed = false;
  const worker = async () => {
    try {
      // All workers take their items from the same iterator.
      for (const item of remaining) {
        if (hasFailed) return;
        await work(item);
      }
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrency, items.length) }, worker));
}

/**
 * Creates a limiter of concurrent work per key (a keyed semaphore). Work of the same key starts in the order of the
 * calls, and up to `maxConcurrency` runs at the same time. Work with different keys does not wait for each other.
 */
export function createKeyedLimiter(maxConcurrency: number) {
  const keys = new Map<string, { running: number; waiting: (() => void)[] }>();

  return async function limit<T>(key: string, work: () => Promise<T>): Promise<T> {
    const state = keys.get(key) ?? { running: 0, waiting: [] };
    keys.set(key, state);
    if (state.running === maxConcurrency) await new Promise<void>((resolve) => state.waiting.push(resolve));
    else state.running++;
    try {
      return await work();
    } finally {
      // The slot passes to the next call, or is freed.
      const next = state.waiting.shift();
      if (next !== undefined) next();
      else if (--state.running === 0) keys.delete(key);
    }
  };
}

/**
 * Creates a limiter of concurrent work that is fair to keys. Up to `maxConcurrency` calls run at the same time, for all
 * keys together. Waiting keys take turns (round-robin). Calls with the same key start in their order.
 */
export function createRoundRobinLimiter(maxConcurrency: number) {
  let running = 0;
  /** Waiting calls by key. The key whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>();

  return async function limit<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (running < maxConcurrency) running++;
    else {
      await new Promise<void>((resolve) => {
        const calls = waiting.get(key);
        if (calls === undefined) waiting.set(key, [resolve]);
        else calls.push(resolve);
      });
    }
    try {
      return await work();
    } finally {
      // The slot passes to the next key, or is freed.
      const [next] = waiting;
      if (next === undefined) running--;
      else {
        const [nextKey, [start, ...later]] = next;
        waiting.delete(nextKey);
        if (later.length > 0) waiting.set(nextKey, later);
        start!();
      }
    }
  };
}

/**
 * Creates a queue for each key. Work with the same key starts in the order of the calls, and up to `maxConcurrency`
 * runs at the same time. Work with different keys does not wait for each other.
 * @param maxWaiting maximum number of calls per key that may wait; further calls return null instead of a
 *   promise
 */
export function createKeyedQueue(maxWaiting: number, maxConcurrency = 1) {
  const limit = createKeyedLimiter(maxConcurrency);
  const sizes = new Map<string, number>();

  return function enqueue<T>(key: string, work: () => Promise<T>): Promise<T> | null {
    const size = sizes.get(key) ?? 0;
    if (size >= maxConcurrency + maxWaiting) return null;
    sizes.set(key, size + 1);
    return limit(key, work).finally(() => {
      const left = sizes.get(key)! - 1;
      if (left > 0) sizes.set(key, left);
      else sizes.delete(key);
    });
  };
}

/**
 * Creates a function that processes items in batches. A batch has items of one key only. While fewer than `maxBatches`
 * batches of a key are in progress, an item is processed at once, in a batch of its own. Otherwise, items of the key
 * are collected for the next batch. Items with different keys do not wait for each other. If `work` throws, the calls
 * for all items of the batch reject with the error, unless `triesAlone` is true.
 * @param work processes a batch and returns one result for each item, in the same order
 * @param maxItems maximum number of items in a batch
 * @param maxBatches maximum number of batches of a key that are in progress at the same time
 * @param triesAlone true if the items of a failed batch are processed again, each in its own batch
 */
export function createKeyedBatcher<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  maxItems: number,
  { maxBatches = 1, triesAlone = false } = {},
) {
  interface Call {
    item: Item;
    resolve: (result: Result) => void;
    reject: (error: unknown) => void;
  }
  interface Group {
    waiting: Call[];
    running: number;
  }
  const groups = new Map<string, Group>();

  async function run(key: string, group: Group): Promise<void> {
    group.running++;
    while (group.waiting.length > 0) await runBatch(group.waiting.splice(0, maxItems));
    group.running--;
    if (group.running === 0) groups.delete(key);
  }

  async function runBatch(batch: readonly Call[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index]!));
    } catch (error) {
      if (triesAlone && batch.length > 1) await Promise.all(batch.map((call) => runBatch([call])));
      else for (const { reject } of batch) reject(error);
    }
  }

  return (key: string, item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const group = groups.get(key) ?? { waiting: [], running: 0 };
      groups.set(key, group);
      group.waiting.push({ item, resolve, reject });
      if (group.running < maxBatches) void run(key, group);
    });
}

export async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([
      promise.then(
        () => true,
        () => true,
      ),
      timeout,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
