import { LRUCache } from 'lru-cache';

/** Maximum number of concurrent delivery attempts with the same key. A key is an endpoint or a workspace. */
export interface ConcurrencyLimits {
  /** Limit while attempts take up to a second. */
  quick: number;
  /** Limit while attempts take longer than a second. Low, because an endpoint that hangs keeps its slots in use. */
  slow: number;
}

export interface Permit {
  /** True if the key was slow (`slowMs`) when the permit was issued. */
  slow: boolean;
  /**
   * Frees the permit for the next attempt.
   * @param tookMs duration of the attempt and of its wait for a host, which counts towards the key's average; null if
   *   no attempt was made
   */
  release: (tookMs: number | null) => void;
}

/** A permit, or the delay in milliseconds after which the caller should request a permit again. */
export type PermitResult = Permit | { retryAfterMs: number };

export interface AdaptiveLimiter {
  /** Returns a permit, or the delay after which to request one again. Waits up to `maxWaitMs` for a permit. */
  acquire: (key: string) => Promise<PermitResult>;
  /** Returns a permit if one is free. Returns null if none is free, or all are reserved for postponed attempts. */
  tryAcquire: (key: string) => Permit | null;
  /** Reserves a later time for an attempt that freed its permit without a request. Returns the delay until then. */
  postpone: (key: string) => number;
  free: (key: string) => number;
  isSlow: (key: string) => boolean;
}

interface KeyState {
  /** The start times of the attempts in progress, oldest first. */
  running: Set<{ sinceMs: number }>;
  waiting: (() => void)[];
  /** Exponential moving average of the duration of attempts. 0 before the first attempt. */
  averageMs: number;
  /** Permits are reserved for postponed attempts until this time, in milliseconds of `performance.now()`. */
  reservedUntilMs: number;
}

/** A key is slow while the expected duration of its attempts exceeds this number of milliseconds. */
const slowMs = 1_000;
/** Maximum time in milliseconds to wait for a permit. Short, because a waiting attempt occupies an activity slot. */
const maxWaitMs = 250;
/** Minimum delay in milliseconds of a postponed attempt, because each one costs an activity and a timer. */
const minRetryAfterMs = 1_000;
const maxRetryAfterMs = 3_600_000;
/** Weight of the latest attempt in the moving average. */
const latestWeight = 0.2;
/** Maximum number of keys to remember. The least recently used key is removed first. */
const maxKeys = 10_000;
/** Milliseconds after which an unused key is removed. A key that was slow may be quick again by then. */
const rememberedMs = 600_000;

/**
 * Creates a concurrency limiter whose limit per key adapts to how long attempts take. If the limit is reached and a
 * permit is expected within `maxWaitMs`, the limiter waits for the permit. Otherwise it reserves a later time and
 * returns the delay until then.
 * @param countsSlowAttempts true if a slow attempt makes its key slow. False if a key stands for several endpoints:
 * one slow endpoint says nothing about the others.
 */
export function createAdaptiveLimiter(
  { quick, slow }: ConcurrencyLimits,
  countsSlowAttempts = true,
): AdaptiveLimiter {
  const perf = { now: () => performance.now() };
  const states = new LRUCache<string, KeyState>({ max: maxKeys, ttl: rememberedMs, perf });

  /**
   * Returns the expected duration of an attempt in milliseconds. This is the average, or the age of the oldest attempt
   * in progress if that age is greater. If `countsSlowAttempts` is false, the average is always returned.
   */
  function durationMs({ running, averageMs }: KeyState): number {
    const [oldest] = countsSlowAttempts ? running : [];
    return Math.max(averageMs, oldest === undefined ? 0 : performance.now() - oldest.sinceMs);
  }

  const isSlow = (state: KeyState): boolean => durationMs(state) > slowMs;
  const limitOf = (state: KeyState): number => (isSlow(state) ? slow : quick);

  /**
   * Returns the number of free permits for attempts that were not postponed. One permit is reserved while there are
   * postponed attempts. The limit of a key is `slow` until its first attempt has ended (slow start).
   */
  function freePermits(state: KeyState): number {
    const limit = state.averageMs === 0 ? slow : limitOf(state);
    const reserved = state.waiting.length + (state.reservedUntilMs > performance.now() ? 1 : 0);
    return Math.max(0, limit - state.running.size - reserved);
  }

  function stateOf(key: string): KeyState {
    const state = states.get(key) ?? { running: new Set(), waiting: [], averageMs: 0, reservedUntilMs: 0 };
    states.set(key, state);
    return state;
  }

  /** Returns the expected milliseconds between two releases of a permit. */
  function intervalMs(state: KeyState): number {
    const limit = limitOf(state);
    if (countsSlowAttempts) return durationMs(state) / limit;
    const hangingMs = [...state.running]
      .map(({ sinceMs }) => performance.now() - sinceMs)
      .filter((ms) => ms > slowMs);
    const others = limit - hangingMs.length;
    return others > 0 ? state.averageMs / others : Math.max(...hangingMs) / limit;
  }

  function issuePermit(state: KeyState): Permit {
    const attempt = { sinceMs: performance.now() };
    const wasKnownSlow = isSlow(state);
    state.running.add(attempt);
    const release = (tookMs: number | null) => {
      const wasSlow = isSlow(state);
      state.running.delete(attempt);
      if (tookMs !== null && (countsSlowAttempts || tookMs <= slowMs))
        state.averageMs =
          state.averageMs === 0
            ? Math.max(tookMs, 1)
            : state.averageMs + latestWeight * (tookMs - state.averageMs);
      // The reservations were estimated while the key was slow. The key is quick now, so new attempts need not wait
      // until `reservedUntilMs`.
      if (wasSlow && !isSlow(state)) state.reservedUntilMs = 0;
      while (state.waiting.length > 0 && state.running.size < limitOf(state)) state.waiting.shift()!();
    };
    return { slow: wasKnownSlow, release };
  }

  function reserve(state: KeyState): { retryAfterMs: number } {
    const now = performance.now();
    const delayMs = Math.min(Math.max(state.reservedUntilMs - now, 0) + intervalMs(state), maxRetryAfterMs);
    state.reservedUntilMs = now + delayMs;
    return { retryAfterMs: Math.round(Math.max(delayMs, minRetryAfterMs)) };
  }

  function waitForPermit(state: KeyState): Promise<PermitResult> {
    return new Promise((resolve) => {
      const admit = () => {
        clearTimeout(timer);
        resolve(issuePermit(state));
      };
      const timer = setTimeout(() => {
        state.waiting.splice(state.waiting.indexOf(admit), 1);
        resolve(reserve(state));
      }, maxWaitMs);
      state.waiting.push(admit);
    });
  }

  return {
    async acquire(key) {
      const state = stateOf(key);
      if (state.running.size < limitOf(state) && state.waiting.length === 0) return issuePermit(state);
      const expectedWaitMs = (state.waiting.length + 1) * intervalMs(state);
      return expectedWaitMs > maxWaitMs ? reserve(state) : waitForPermit(state);
    },
    tryAcquire(key) {
      const state = stateOf(key);
      return freePermits(state) > 0 ? issuePermit(state) : null;
    },
    postpone: (key) => reserve(stateOf(key)).retryAfterMs,
    free: (key) => freePermits(stateOf(key)),
    isSlow: (key) => isSlow(stateOf(key)),
  };
}
