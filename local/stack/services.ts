import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import path from 'node:path';
import { Client, Connection } from '@temporalio/client';
import pg from 'pg';
import type { WorkerRole } from '../../domain/task-queues.ts';
import type { Invocation } from '../tools/postgres.ts';
import type { ProcessSpec } from './supervisor.ts';

const root = path.join(import.meta.dirname, '..', '..');
const pollMs = 100;

/** Tries until it works; the supervisor sets the limit. */
async function until(attempt: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await attempt();
      return;
    } catch {
      await setTimeout(pollMs);
    }
  }
}

/** Resolves at the first message of a process of ours: it sends one when it serves. */
function firstMessage(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('message', () => resolve()));
}

export function postgresService(
  { command, args, ...user }: Invocation,
  env: NodeJS.ProcessEnv,
  url: string,
): ProcessSpec {
  return {
    name: 'postgres',
    command,
    args,
    env,
    ...user,
    // "Fast shutdown": connections are ended, nothing is lost.
    stopSignal: 'SIGINT',
    ready: (_child, signal) =>
      until(async () => {
        const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
        try {
          await client.connect();
          await client.query('select 1');
        } finally {
          await client.end();
        }
      }, signal),
  };
}

export function s3Service(
  directory: string,
  port: number,
  bucket: string,
  env: NodeJS.ProcessEnv,
): ProcessSpec {
  return {
    name: 's3',
    command: process.execPath,
    args: [path.join(root, 'local/stack/s3-server.ts'), directory, String(port), bucket],
    env,
    stopSignal: 'SIGTERM',
    ready: firstMessage,
  };
}

export function temporalService(
  cli: string,
  ports: { frontend: number; ui: number },
  /** Null: in memory. */
  databaseFile: string | null,
  env: NodeJS.ProcessEnv,
): ProcessSpec {
  const args = [
    'server',
    'start-dev',
    '--ip',
    '127.0.0.1',
    '--log-level',
    'warn',
    ...(databaseFile === null ? [] : ['--db-filename', databaseFile]),
    // With Temporal's four, a worker of few slots that polls one of them leaves what is in the others for up to two seconds.
    ...['--dynamic-config-value', 'matching.numTaskqueueReadPartitions=1'],
    ...['--dynamic-config-value', 'matching.numTaskqueueWritePartitions=1'],
    // Tasks of workspaces in turn, by their fairness keys.
    ...['--dynamic-config-value', 'matching.useNewMatcher=true'],
    ...['--dynamic-config-value', 'matching.enableFairness=true'],
    // An activity of the workflow's own queue goes to the worker with the answer to its workflow task, as servers have it from 1.32 on.
    ...['--dynamic-config-value', 'system.enableActivityEagerExecution=true'],
    // What waits in a queue from before is taken along.
    ...['--dynamic-config-value', 'matching.enableMigration=true'],
  ];
  return {
    name: 'temporal',
    command: cli,
    args: [...args, '--port', String(ports.frontend), '--ui-port', String(ports.ui)],
    env,
    stopSignal: 'SIGINT',
    ready: (_child, signal) =>
      until(async () => {
        const connection = await Connection.connect({
          address: `127.0.0.1:${ports.frontend}`,
          connectTimeout: 1_000,
        });
        try {
          await new Client({ connection }).workflow.count();
        } finally {
          await connection.close();
        }
      }, signal),
  };
}

/** Where a process answers operators: on this machine alone. */
const operatorPort = (port: number) => ({ HEALTH_HOST: '127.0.0.1', HEALTH_PORT: String(port) });

export function apiService(healthPort: number, env: NodeJS.ProcessEnv): ProcessSpec {
  return {
    name: 'api',
    command: process.execPath,
    args: [path.join(root, 'api/main.ts')],
    env: { ...env, ...operatorPort(healthPort) },
    stopSignal: 'SIGTERM',
    ready: firstMessage,
  };
}

/** The roles of each process. The orchestration worker is simply `worker`: it is the one that scripts look for. */
export const workerRolesOf = {
  worker: ['orchestration'],
  mediaWorker: ['media'],
  // What both do is wait for servers of others.
  deliveryWorker: ['delivery', 'remote'],
} as const satisfies Record<string, readonly WorkerRole[]>;
export type WorkerName = keyof typeof workerRolesOf;
export const workerNames = Object.keys(workerRolesOf) as WorkerName[];

export function workerService(name: WorkerName, healthPort: number, env: NodeJS.ProcessEnv): ProcessSpec {
  return {
    name,
    command: process.execPath,
    args: [path.join(root, 'workers/main.ts')],
    env: {
      ...env,
      WORKER_ROLES: workerRolesOf[name].join(),
      ...operatorPort(healthPort),
    },
    stopSignal: 'SIGTERM',
    ready: firstMessage,
  };
}
