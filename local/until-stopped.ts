/**
 * Resolves at the first request to stop: Ctrl-C, a closed terminal, or SIGTERM. Further ones change nothing, since
 * stopping in good order has limits of its own.
 */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}
