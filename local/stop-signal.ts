/**
 * Aborted at the first request to stop: Ctrl-C, a closed terminal, or SIGTERM. Further ones change nothing, since
 * stopping in good order has limits of its own.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  return stop.signal;
}
