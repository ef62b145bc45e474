import type { Client } from '@temporalio/client';
import type { Worker } from '@temporalio/worker';
import type { FastifyBaseLogger } from 'fastify';
import type { Containment } from '../analysis/media/sandbox-script.ts';
import type { WorkerConfig } from '../config.ts';
import type { WorkerRole } from '../domain/task-queues.ts';
import { type Condition, type HealthChecks, healthChecks } from '../runtime/health.ts';
import type { Database } from '../storage/postgres/database.ts';
import type { BlobStore } from '../storage/s3/blob-store.ts';
import { type Metrics, serveOperators } from '../runtime/operator-port.ts';

export type WorkerHealthConfig = Pick<
  WorkerConfig,
  'HOST' | 'HEALTH_HOST' | 'HEALTH_PORT' | 'WORKER_ROLES' | 'MEDIA_SANDBOX'
>;

export interface WorkerHealthDeps {
  database: Database;
  blobs: BlobStore;
  temporal: Client;
  /** Sandbox of ffmpeg and ffprobe; null without the media role. */
  containment: Containment | null;
  /** Returns the workers of a role; empty before they are created. */
  workers: (role: WorkerRole) => readonly Pick<Worker, 'getState'>[];
  metrics: Metrics | null;
  log: FastifyBaseLogger;
}

type WorkerState = ReturnType<Worker['getState']>;

/** Reported state for each worker state of Temporal's SDK. */
const reportedStates = {
  INITIALIZED: 'starting',
  RUNNING: 'running',
  STOPPING: 'draining',
  DRAINING: 'draining',
  DRAINED: 'draining',
  STOPPED: 'stopped',
  FAILED: 'failed',
} as const satisfies Record<WorkerState, string>;

/**
 * Serves `/healthz`, `/readyz` and `/metrics` of a worker process. `/readyz` also shows the state of its Temporal
 * workers by role and the sandbox of ffmpeg. Without a configured port nothing is served. Rejects when it cannot
 * listen.
 */
export function serveHealth(
  config: WorkerHealthConfig,
  deps: WorkerHealthDeps,
): Promise<{ close: () => Promise<void> }> {
  const checks: HealthChecks = healthChecks(deps);
  // Deliveries read everything from Postgres.
  if (config.WORKER_ROLES.every((role) => role === 'delivery')) delete checks['storage'];
  const { metrics, log } = deps;
  return serveOperators(config, { checks, condition: () => conditionOf(config, deps), metrics, log });
}

/** Returns the readiness: ready while all workers of every role run, and not while they start or drain. */
function conditionOf(config: WorkerHealthConfig, { workers, containment }: WorkerHealthDeps): Condition {
  const states = config.WORKER_ROLES.map((role) => {
    const ofRole = workers(role).map((worker) => reportedStates[worker.getState()]);
    return ofRole.find((state) => state !== 'running') ?? ofRole[0] ?? reportedStates.INITIALIZED;
  });
  return {
    ready: states.every((state) => state === 'running'),
    shown: {
      workers: Object.fromEntries(config.WORKER_ROLES.map((role, index) => [role, states[index]])),
      ...(containment === null ? {} : { sandbox: { setting: config.MEDIA_SANDBOX, containment } }),
    },
  };
}
