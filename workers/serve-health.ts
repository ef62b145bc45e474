import type { Client } from '@temporalio/client';
import type { Worker } from '@temporalio/worker';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Containment } from '../activities/media/sandbox-script.ts';
import type { WorkerConfig } from '../config.ts';
import type { WorkerRole } from '../domain/task-queues.ts';
import { addHealthRoutes, type Condition, type HealthChecks, healthChecks } from '../health.ts';
import type { Database } from '../storage/postgres/database.ts';
import type { BlobStore } from '../storage/s3/blob-store.ts';

export type WorkerHealthConfig = Pick<
  WorkerConfig,
  'HOST' | 'HEALTH_PORT' | 'WORKER_ROLES' | 'MEDIA_SANDBOX'
>;

export interface WorkerHealthDeps {
  database: Database;
  blobs: BlobStore;
  temporal: Client;
  /** What holds ffmpeg and ffprobe; null without the media role. */
  containment: Containment | null;
  /** The worker of a role; undefined until it has been created. */
  worker: (role: WorkerRole) => Pick<Worker, 'getState'> | undefined;
  log: FastifyBaseLogger;
}

type WorkerState = ReturnType<Worker['getState']>;

/** Temporal's states in an operator's words. */
const words = {
  INITIALIZED: 'starting',
  RUNNING: 'running',
  STOPPING: 'draining',
  DRAINING: 'draining',
  DRAINED: 'draining',
  STOPPED: 'stopped',
  FAILED: 'failed',
} as const satisfies Record<WorkerState, string>;

/**
 * Answers `/healthz` and `/readyz` for a worker process as the API does for itself, with the state of its Temporal
 * workers by role, and with what ffmpeg is held by. Nothing listens where no port is configured. Rejects when it
 * cannot listen.
 */
export async function serveHealth(
  config: WorkerHealthConfig,
  deps: WorkerHealthDeps,
): Promise<{ close: () => Promise<void> }> {
  if (config.HEALTH_PORT === null) return { close: () => Promise.resolve() };
  const checks: HealthChecks = healthChecks(deps);
  // Deliveries have all that they send in Postgres.
  if (config.WORKER_ROLES.every((role) => role === 'delivery')) delete checks['storage'];
  // Asked every few seconds: only what is wrong is logged.
  const logController = new LogController({ disableRequestLogging: true });
  const app = fastify({ loggerInstance: deps.log, logController });
  addHealthRoutes(app, checks, () => conditionOf(config, deps));
  const url = await app.listen({ host: config.HOST, port: config.HEALTH_PORT });
  deps.log.info({ url }, 'health is told here');
  return { close: () => app.close() };
}

/** Ready when the worker of every role runs: not before, and no more once it drains. */
function conditionOf(config: WorkerHealthConfig, { worker, containment }: WorkerHealthDeps): Condition {
  const states = config.WORKER_ROLES.map((role) => words[worker(role)?.getState() ?? 'INITIALIZED']);
  return {
    ready: states.every((state) => state === 'running'),
    shown: {
      workers: Object.fromEntries(config.WORKER_ROLES.map((role, index) => [role, states[index]])),
      ...(containment === null ? {} : { sandbox: { setting: config.MEDIA_SANDBOX, containment } }),
    },
  };
}
