import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { prepareNamespace } from '@assay/runtime/temporal/namespace.ts';
import { createTemporalClient } from '@assay/runtime/temporal/temporal-client.ts';
import { runTool } from '../programs/run-tool.ts';
import { freePort } from './ports.ts';
import type { ProcessSpec, Supervisor } from './supervisor.ts';

const root = path.join(import.meta.dirname, '../../..');
const parts = ['FRONTEND', 'HISTORY', 'MATCHING', 'WORKER'];

/** `dev`: Temporal's development server with data in a file. `postgres`: the production server on Postgres. */
export type TemporalKind = 'dev' | 'postgres';

/** The Postgres server that Temporal connects to. */
interface TemporalDatabase {
  port: number;
  password: string;
}

/**
 * Creates the schema of Temporal's production server, starts the server and creates its namespace, as
 * `docker-compose.yml` does. Returns the address of the server. The schema is created at `port` of Postgres. The server
 * connects to `linkPort`, which can be the port of a proxy.
 */
export async function startTemporalOnPostgres(
  programs: string,
  environment: NodeJS.ProcessEnv,
  supervisor: Supervisor,
  frontendPort: number,
  { port, password, linkPort = port }: TemporalDatabase & { linkPort?: number },
): Promise<string> {
  await prepareTemporalSchema(programs, { port, password }, environment);
  const database = { port: linkPort, password };
  await supervisor.start(await temporalOnPostgres(programs, frontendPort, database, environment));
  const address = `127.0.0.1:${frontendPort}`;
  const client = createTemporalClient({ address }, 'default');
  try {
    await prepareNamespace(client);
  } finally {
    await client.connection.close();
  }
  return address;
}

/** Creates the schema of Temporal's production server, as `docker-compose.yml` does. */
async function prepareTemporalSchema(
  programs: string,
  { port, password }: TemporalDatabase,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const env = {
    PATH: `${programs}:${environment['PATH'] ?? ''}`,
    SQL_PLUGIN: 'postgres12',
    SQL_HOST: '127.0.0.1',
    SQL_PORT: String(port),
    SQL_USER: 'assay',
    SQL_PASSWORD: password,
  };
  await runTool('sh', [path.join(root, 'deploy/temporal-schema.sh')], { env });
}

/** Returns the process specification of Temporal's production server, with the settings in `docker-compose.yml`. */
async function temporalOnPostgres(
  programs: string,
  frontendPort: number,
  { port, password }: TemporalDatabase,
  environment: NodeJS.ProcessEnv,
): Promise<ProcessSpec> {
  const taken = new Set([frontendPort]);
  const ports: Record<string, string> = {};
  for (const name of parts.flatMap((part) =>
    ['GRPC', 'MEMBERSHIP', 'HTTP'].map((kind) => `${part}_${kind}_PORT`),
  )) {
    const free = await freePort(0, taken);
    taken.add(free);
    ports[name] = String(free);
  }
  return {
    name: 'temporal',
    command: path.join(programs, 'temporal-server'),
    args: ['start'],
    env: {
      PATH: environment['PATH'],
      DB: 'postgres12',
      POSTGRES_SEEDS: '127.0.0.1',
      DB_PORT: String(port),
      POSTGRES_USER: 'assay',
      POSTGRES_PWD: password,
      NUM_HISTORY_SHARDS: '128',
      BIND_ON_IP: '127.0.0.1',
      LOG_LEVEL: 'warn',
      DYNAMIC_CONFIG_FILE_PATH: path.join(root, 'deploy/temporal-dynamic-config.yaml'),
      ...ports,
      FRONTEND_GRPC_PORT: String(frontendPort),
    },
    stopSignal: 'SIGTERM',
    async ready(_child, signal) {
      while (!signal.aborted) {
        try {
          const connection = await Connection.connect({
            address: `127.0.0.1:${frontendPort}`,
            connectTimeout: 1_000,
          });
          return await connection.close();
        } catch {
          await setTimeout(200);
        }
      }
    },
  };
}
