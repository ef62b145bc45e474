import type { FastifyBaseLogger } from 'fastify';

/** Minimum milliseconds between two attempts of this process to record the use of the same key or session. */
const retryMs = 60_000;

/**
 * Creates a function that records the use of a key or session in the background. The function returns immediately, so a
 * request does not wait for the statement, and does not fail if the statement fails.
 * @param what noun for the key or session in log entries
 */
export function createUseRecorder<Used extends { id: string; useIsRecorded: boolean }>(
  what: 'key' | 'session',
  record: (used: Used) => Promise<unknown>,
  log: FastifyBaseLogger,
): (used: Used) => void {
  const attempted = new Set<string>();

  return (used) => {
    const { id, useIsRecorded } = used;
    if (useIsRecorded || attempted.has(id)) return;
    attempted.add(id);
    setTimeout(() => attempted.delete(id), retryMs).unref();
    record(used).catch((error: unknown) =>
      log.warn({ err: error, [`${what}Id`]: id }, `last use of the ${what} not recorded`),
    );
  };
}
