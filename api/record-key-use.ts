import type { FastifyBaseLogger } from 'fastify';
import { type ApiKey, recordKeyUse } from '../storage/postgres/api-keys.ts';
import type { Database } from '../storage/postgres/database.ts';

/** Minimum time between two attempts of this process to record the use of a key. */
const retryMs = 60_000;

/**
 * Creates a function that records the use of a key, at most once an hour. The function returns at once, so a request
 * neither waits for the statement nor fails with it.
 */
export function createUseRecorder(database: Database, log: FastifyBaseLogger) {
  const attempted = new Set<string>();

  return ({ id, useIsRecorded }: Pick<ApiKey, 'id' | 'useIsRecorded'>): void => {
    if (useIsRecorded || attempted.has(id)) return;
    attempted.add(id);
    setTimeout(() => attempted.delete(id), retryMs).unref();
    recordKeyUse(database, id).catch((error: unknown) =>
      log.warn({ err: error, keyId: id }, 'last use of the key not recorded'),
    );
  };
}
