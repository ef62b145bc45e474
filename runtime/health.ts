import { setTimeout } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Database } from '../storage/postgres/database.ts';
import { isMigrated } from '../storage/postgres/migrate.ts';
import type { BlobStore } from '../storage/s3/blob-store.ts';

// How every process of the service says that it lives and that it can work.

const checkTimeoutMs = 3_000;

/** It answers, and is not what the process needs; `message` is what is wrong with it. */
class Unfit extends Error {}

/** What a process depends on, by name; each rejects when it does not answer or is not fit. */
export type HealthChecks = Record<string, () => Promise<unknown>>;

/** What a process says of itself: whether it can work, and what else is to be shown. */
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
      if (!(await isMigrated(database))) throw new Unfit('not migrated');
    },
    storage: () => blobs.check(AbortSignal.timeout(checkTimeoutMs)),
    temporal: () =>
      temporal.withDeadline(Date.now() + checkTimeoutMs, () => temporal.workflowService.getSystemInfo({})),
  } satisfies HealthChecks;
}

/**
 * `/healthz`: the process answers. `/readyz`: so does everything it depends on, by name, and it can work; 503 when
 * not. No key is needed.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  checks: HealthChecks,
  condition: () => Condition = () => ({ ready: true, shown: {} }),
): void {
  app.get('/healthz', () => ({ status: 'ok' }));

  app.get('/readyz', async (request, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await resultOf(name, check, request.log)]),
    );
    // Asked last: it may have changed meanwhile.
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
    await inTime(check());
    return 'ok';
  } catch (error) {
    log.warn({ err: error }, `${name} is not ready`);
    return error instanceof Unfit ? error.message : 'unreachable';
  }
}

async function inTime(answer: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const late = setTimeout(checkTimeoutMs, null, { signal: timer.signal }).then(() => {
    throw new Error(`no answer in ${checkTimeoutMs / 1000} s`);
  });
  // Nobody waits for it any more once the answer is there.
  late.catch(() => undefined);
  try {
    await Promise.race([answer, late]);
  } finally {
    timer.abort();
  }
}
