import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import path from 'node:path';
import { Client, Connection } from '@temporalio/client';
import pg from 'pg';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import type { WorkerRole } from '@assay/domain/task-queues.ts';
import type { Invocation } from '../programs/postgres.ts';
import type { ProcessSpec } from './supervisor.ts';

const root = path.join(import.meta.dirname, '../../..');
const pollMs = 100;

/** Retries an operation until it succeeds or `signal` is aborted, which the supervisor does at its time limit. */
async function untilItWorks(attempt: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await attempt();
      return;
    } catch {
      await setTimeout(pollMs);
    }
  }
}

/** Waits for the first IPC message of a child process. Every process of Assay sends one when it is ready. */
export function firstMessage(child: ChildProcess): Promise<void> {
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
    // SIGINT requests a fast shutdown of Postgres, which closes connections and loses no committed data.
    stopSignal: 'SIGINT',
    ready: (_child, signal) =>
      untilItWorks(async () => {
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

/** The Temporal CLI's names of search attribute types, by the SDK's names. */
const attributeTypes = { KEYWORD: 'Keyword', KEYWORD_LIST: 'KeywordList' } as const;

export function temporalService(
  cli: string,
  /** `codec`: port for operators of a process that decrypts payloads for the Temporal UI. */
  ports: { frontend: number; ui: number; codec?: number },
  /** Path of the database file of Temporal. If null, Temporal keeps its data in memory. */
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
    // One partition per task queue. With the default of four, a worker with few pollers may get a task 2 s late.
    ...['--dynamic-config-value', 'matching.numTaskqueueReadPartitions=1'],
    ...['--dynamic-config-value', 'matching.numTaskqueueWritePartitions=1'],
    // Dispatch tasks round-robin over fairness keys. Each workspace has its own key.
    ...['--dynamic-config-value', 'matching.useNewMatcher=true'],
    ...['--dynamic-config-value', 'matching.enableFairness=true'],
    // Enable eager activities: the response to a workflow task contains its new activities. Server 1.32 and later
    // versions do this by default.
    ...['--dynamic-config-value', 'system.enableActivityEagerExecution=true'],
    // Cache the definitions of search attributes, as the production server does. The development server would read them
    // from the database at each use. Register the search attributes here, because with the cache a new one can be used
    // only after about two seconds.
    ...['--dynamic-config-value', 'system.forceSearchAttributesCacheRefreshOnRead=false'],
    ...Object.values(searchAttributes).flatMap(({ name, type }) => [
      '--search-attribute',
      `${name}=${attributeTypes[type]}`,
    ]),
    // Keep tasks that were queued before fairness was enabled.
    ...['--dynamic-config-value', 'matching.enableMigration=true'],
  ];
  return {
    name: 'temporal',
    command: cli,
    args: [
      ...args,
      ...['--port', String(ports.frontend), '--ui-port', String(ports.ui)],
      ...(ports.codec === undefined ? [] : ['--ui-codec-endpoint', `http://127.0.0.1:${ports.codec}/codec`]),
    ],
    env,
    stopSignal: 'SIGINT',
    ready: (_child, signal) =>
      untilItWorks(async () => {
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

/** Environment variables that let the server for health checks and metrics listen on a port of the loopback address. */
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

/** The worker roles of each worker process. Scripts expect the orchestration worker under the name `worker`. */
export const workerRolesOf = {
  worker: ['orchestration'],
  mediaWorker: ['media'],
  // These two roles mostly wait for other servers, so they share a process.
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
