/** The clock of a time limit. Repeated calls of a function have no effect. */
export interface Clock {
  /** Stops the clock. The time until `resume` does not count. */
  pause(): void;
  resume(): void;
}

/** Returns a clock that runs, and a signal that is aborted after `ms` milliseconds of this clock. */
export function createPausableTimeout(ms: number): { signal: AbortSignal; clock: Clock } {
  const controller = new AbortController();
  let leftMs = ms;
  let startedAt = 0;
  let timer: NodeJS.Timeout | null = null;
  const clock = {
    pause() {
      if (timer === null) return;
      clearTimeout(timer);
      timer = null;
      leftMs -= performance.now() - startedAt;
    },
    resume() {
      if (timer !== null) return;
      startedAt = performance.now();
      timer = setTimeout(() => controller.abort(), Math.max(0, leftMs)).unref();
    },
  };
  clock.resume();
  return { signal: controller.signal, clock };
}
