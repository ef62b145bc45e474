import { constants } from 'node:os';
import { SetupError } from './progress.ts';

/** Thrown when the process receives SIGINT (Ctrl-C), SIGTERM or SIGHUP (the terminal was closed). */
export class Interrupted extends SetupError {
  /** The exit code: 128 plus the number of the signal, as in shells (130 for SIGINT). */
  readonly exitCode: number;

  constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
    super(`interrupted by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Returns an abort signal that the first SIGINT, SIGTERM or SIGHUP aborts, with an `Interrupted` as the reason. Later
 * signals are ignored. They are not needed to end a slow shutdown, because a shutdown has its own time limits.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop.abort(new Interrupted(signal)));
  return stop.signal;
}

/** Returns a promise that rejects with the reason of `signal` when `signal` is aborted. For use in `Promise.race`. */
export function interruption(signal: AbortSignal): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  interrupted.catch(() => undefined);
  return interrupted;
}
