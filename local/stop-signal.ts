import { SetupError } from './progress.ts';

/**
 * Aborted at the first request to stop: Ctrl-C, a closed terminal, or SIGTERM. Further ones change nothing, since
 * stopping in good order has limits of its own.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  return stop.signal;
}

/** Rejects when that signal is aborted: raced against what is to end then. */
export function interruption(signal: AbortSignal): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new SetupError('interrupted')), { once: true });
  });
  interrupted.catch(() => undefined);
  return interrupted;
}
