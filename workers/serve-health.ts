import type { Client } from '@temporalio/client';
import type { Worker } from '@temporalio/worker';
import type { FastifyBaseLogger } from 'fastify';
import type { Containment } from '@assay/analysis/decode/sandbox-script.ts';
import type { WorkerConfig } from '@assay/runtime/config.ts';
import type { WorkerRole } from '@assay/domain/task-queues.ts';
import { type Condition, type HealthChecks, healthChecks } from '@assay/runtime/health.ts';
import type { Database } from '@assay/storage/database/database.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { type Metrics, type OperatorPortConfig, serveOperators } from '@assay/runtime/operator-port.ts';

export type WorkerHealthConfig = OperatorPortConfig & Pick<WorkerConfig, 'WORKER_ROLES' | 'MEDIA_SANDBOX'>;

export interface WorkerHealthDeps {
  database: Database;
  blobs: BlobStore;
  temporal: Client;
  /** Sandbox of ffmpeg and ffprobe. Null without the media role. */
  containment: Containment | null;
  /** Returns the workers of a role. The list is empty before the workers are created. */
  workers: (role: WorkerRole) => readonly Pick<Worker, 'getState'>[];
  metrics: Metrics | null;
  log: FastifyBaseLogger;
}

type WorkerState = ReturnType<Worker['getState']>;

/** Readiness state to report for each worker state of Temporal's SDK. */
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
 * Serves `/healthz`, `/readyz` and `/metrics` of a worker process. `/readyz` also shows the state of the process's
 * Temporal workers by role, and the sandbox of ffmpeg. Without a configured port nothing is served. Rejects if the
 * server cannot listen.
 */
export function serveHealth(
  config: WorkerHealthConfig,
  deps: WorkerHealthDeps,
): Promise<{ close: () => Promise<void> }> {
  const checks: HealthChecks = healthChecks(deps);
  // Deliveries do not use S3, because they read everything from Postgres.
  if (config.WORKER_ROLES.every((role) => role === 'delivery')) delete checks['storage'];
  const { metrics, log } = deps;
  return serveOperators(config, { checks, condition: () => conditionOf(config, deps), metrics, log });
}

/**
 * Returns the condition of the process. The process is ready while all workers of every role are running. It is not
 * ready while a worker starts or drains.
 */
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
