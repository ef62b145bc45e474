import { constants } from 'node:os';
import { SetupError } from './progress.ts';

/** The process received SIGINT (Ctrl-C), SIGTERM or SIGHUP (the terminal was closed). */
export class Interrupted extends SetupError {
  /** 128 plus the number of the signal, as shells report it: 130 for SIGINT. */
  readonly exitCode: number;

  constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
    super(`interrupted by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Returns a signal that is aborted, with an `Interrupted` as its reason, by the first SIGINT, SIGTERM or SIGHUP.
 * Later ones are ignored, because an orderly shutdown has time limits of its own.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop.abort(new Interrupted(signal)));
  return stop.signal;
}

/** Returns a promise that rejects when the signal is aborted, to be raced against the work to interrupt. */
export function interruption(signal: AbortSignal): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  interrupted.catch(() => undefined);
  return interrupted;
}
