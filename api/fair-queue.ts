import { LRUCache } from 'lru-cache';

/** Maximum number of keys whose used time is remembered while they have no work. The least recent are forgotten. */
const maxRemembered = 1_000;

export interface FairQueueOptions {
  /** Maximum number of calls in progress. */
  capacity: number;
  /** Maximum number of calls of one key in progress. */
  maxConcurrency: number;
  /** Maximum number of waiting calls of one key, besides `maxConcurrency`. */
  maxWaiting: number;
  /** Maximum wait of a call in milliseconds. */
  maxWaitMs: number;
}

/** A call waited for `maxWaitMs` and was not started. */
export class WaitedTooLong extends Error {}

/**
 * Runs `work` when it is the turn of `key`. Returns null if too many calls of the key wait.
 * @throws {WaitedTooLong} if the turn did not come in time
 */
export type Enqueue = <T>(key: string, work: () => Promise<T>) => Promise<T> | null;

interface KeyState {
  running: number;
  /** Starts the waiting calls, oldest first. */
  waiting: (() => void)[];
}

/**
 * Creates a queue that divides the time of its slots evenly between keys that compete (start-time fair queueing, Goyal
 * et al. 1996). The next call is one of the key with the fewest calls in progress. If several keys have the same
 * number, the key whose calls took the least time comes first. Calls of one key start in their order. A key with cheap
 * calls therefore waits for the next free slot at most, and not for the expensive calls of other keys.
 */
export function createFairQueue({
  capacity,
  maxConcurrency,
  maxWaiting,
  maxWaitMs,
}: FairQueueOptions): Enqueue {
  const states = new Map<string, KeyState>();
  /** Milliseconds that the calls of a key have used, counted from `clock` at its first call. */
  const used = new LRUCache<string, number>({ max: maxRemembered });
  /** Highest `used` of a key when it started a call. Keys with less count from here, so no key saves up time. */
  let clock = 0;
  let running = 0;

  const usedBy = (key: string) => Math.max(clock, used.get(key) ?? 0);

  function nextKey(): string | null {
    let next: { key: string; running: number; usedMs: number } | null = null;
    for (const [key, state] of states) {
      if (state.waiting.length === 0 || state.running >= maxConcurrency) continue;
      const usedMs = usedBy(key);
      const isFirst =
        next === null ||
        state.running < next.running ||
        (state.running === next.running && usedMs < next.usedMs);
      if (isFirst) next = { key, running: state.running, usedMs };
    }
    return next?.key ?? null;
  }

  function startNext(): void {
    while (running < capacity) {
      const key = nextKey();
      if (key === null) return;
      states.get(key)!.waiting.shift()!();
    }
  }

  async function run<T>(key: string, state: KeyState, work: () => Promise<T>): Promise<T> {
    running++;
    state.running++;
    clock = usedBy(key);
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      used.set(key, usedBy(key) + performance.now() - startedAt);
      running--;
      state.running--;
      forgetIfIdle(key, state);
      startNext();
    }
  }

  function forgetIfIdle(key: string, state: KeyState): void {
    if (state.running === 0 && state.waiting.length === 0) states.delete(key);
  }

  return (key, work) => {
    const state = states.get(key) ?? { running: 0, waiting: [] };
    if (state.running + state.waiting.length >= maxConcurrency + maxWaiting) return null;
    states.set(key, state);
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve(run(key, state, work));
      };
      const timer = setTimeout(() => {
        state.waiting.splice(state.waiting.indexOf(start), 1);
        forgetIfIdle(key, state);
        reject(new WaitedTooLong(`the call waited for ${maxWaitMs} ms`));
      }, maxWaitMs);
      state.waiting.push(start);
      startNext();
    });
  };
}
