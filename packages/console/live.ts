import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ApiFault, isTransient } from './api/request.ts';
import { hasEnded } from './api/session.ts';

export const livePollMs = 2_000;
const longestPauseMs = 15_000;

export interface Live<T> {
  /** The last data that arrived. Kept while the service is unavailable. */
  data: T | null;
  /** When `data` arrived. */
  at: Date | null;
  /** Why there is no newer data. Null if the last read succeeded. */
  error: Error | null;
}

function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (!document.hidden) return resolve();
    document.addEventListener('visibilitychange', () => document.hidden || resolve(), { signal });
  });
}

/**
 * Polls data while the page is visible. If the service is unavailable, keeps the data and retries with exponential
 * backoff.
 * @param key when it changes, the old data is discarded
 * @param intervalMs the pause before the next read, or null if the data does not change any more
 */
export function useLive<T>(
  key: string,
  read: (signal: AbortSignal) => Promise<T>,
  intervalMs: (data: T) => number | null,
): Live<T> & { refresh: () => void } {
  const state = useSignal<Live<T> & { key: string }>({ key, data: null, at: null, error: null });
  const round = useSignal(0);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let failures = 0;
    let timer = 0;
    const next = (ms: number) => {
      timer = setTimeout(() => void untilVisible(signal).then(tick), ms);
    };
    const tick = async () => {
      if (hasEnded.value) return next(livePollMs);
      try {
        const data = await read(signal);
        failures = 0;
        state.value = { key, data, at: new Date(), error: null };
        const pause = intervalMs(data);
        if (pause !== null) next(pause);
      } catch (error) {
        if (signal.aborted) return;
        failures++;
        const kept = state.value.key === key ? state.value : { data: null, at: null };
        state.value = { ...kept, key, error: error as Error };
        const wait = error instanceof ApiFault ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
        const isOver = error instanceof ApiFault && error.status === 401;
        if (isTransient(error) || isOver)
          next(Math.max(wait, Math.min(livePollMs * 2 ** (failures - 1), longestPauseMs)));
      }
    };
    void tick();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [key, round.value]);
  const current = state.value.key === key ? state.value : { data: null, at: null, error: null };
  return { ...current, refresh: () => round.value++ };
}
