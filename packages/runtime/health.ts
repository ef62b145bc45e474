import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Database } from '@assay/storage/database/database.ts';
import { isMigrated } from '@assay/storage/database/migrate.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';

const checkTimeoutMs = 3_000;
/** Milliseconds for which check results are reused, so that frequent requests to `/readyz` cause no load. */
const reuseMs = 1_000;

/** Thrown if a dependency responds but cannot be used. `message` is the reason. */
class Unusable extends Error {}

/** Checks by name of the dependency. A check rejects if the dependency cannot be used. */
export type HealthChecks = Record<string, () => Promise<unknown>>;

/** Readiness of the process without its dependencies. `/readyz` shows the fields of `shown` too. */
export interface Condition {
  ready: boolean;
  shown: Record<string, unknown>;
}

interface Dependencies {
  database: Database;
  blobs: BlobStore;
  temporal: Client;
}

export function healthChecks({ database, blobs, temporal }: Dependencies) {
  return {
    postgres: async () => {
      if (!(await isMigrated(database))) throw new Unusable('not migrated');
    },
    storage: () => blobs.check(AbortSignal.timeout(checkTimeoutMs)),
    temporal: () =>
      temporal.withDeadline(Date.now() + checkTimeoutMs, () => temporal.workflowService.getSystemInfo({})),
  } satisfies HealthChecks;
}

/**
 * Adds `/healthz` and `/readyz`; both need no API key. `/healthz` returns 200 while the process runs. `/readyz` returns
 * 200 if the process is ready and all checks pass, and otherwise 503. The response body of `/readyz` contains the
 * result of each check. Concurrent requests share the checks, and the results are reused for a second.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  checks: HealthChecks,
  condition: () => Condition = () => ({ ready: true, shown: {} }),
): void {
  app.get('/healthz', () => ({ status: 'ok' }));

  let latest: Promise<string[][]> | null = null;
  const runChecks = (): Promise<string[][]> => {
    latest ??= Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await resultOf(name, check, app.log)]),
    ).finally(() => {
      setTimeout(() => (latest = null), reuseMs).unref();
    });
    return latest;
  };

  app.get('/readyz', async (_request, reply) => {
    const results = await runChecks();
    // The condition is read last because it may change while the checks run.
    const { ready, shown } = condition();
    const ok = ready && results.every(([, result]) => result === 'ok');
    return reply
      .code(ok ? 200 : 503)
      .send({ status: ok ? 'ok' : 'unavailable', ...Object.fromEntries(results), ...shown });
  });
}

async function resultOf(
  name: string,
  check: () => Promise<unknown>,
  log: FastifyBaseLogger,
): Promise<string> {
  try {
    await withTimeout(check());
    return 'ok';
  } catch (error) {
    log.warn({ err: error }, `${name} is not ready`);
    return error instanceof Unusable ? error.message : 'unreachable';
  }
}

async function withTimeout(check: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const timeout = sleep(checkTimeoutMs, null, { signal: timer.signal }).then(() => {
    throw new Error(`no response within ${checkTimeoutMs / 1000} s`);
  });
  // This handler prevents an unhandled rejection of the timeout if the check finishes first.
  timeout.catch(() => undefined);
  try {
    await Promise.race([check, timeout]);
  } finally {
    timer.abort();
  }
}
