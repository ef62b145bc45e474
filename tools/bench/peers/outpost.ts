import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import type { LocalConfig } from '@assay/runtime/config.ts';
import { SetupError, step } from '../../local/progress.ts';
import { freePort } from '../../local/stack/ports.ts';
import { ensureDatabase } from '../../local/stack/seed.ts';
import type { ProcessSpec, Supervisor } from '../../local/stack/supervisor.ts';
import { findGo } from '../../local/programs/go.ts';
import { runTool } from '../../local/programs/run-tool.ts';
import { WrongResult } from '../api-call.ts';
import type { BenchStack } from '../bench-stack.ts';
import { eventType } from '../deliveries/delivery-worker.ts';
import { startSupervised } from '../supervised.ts';
import { openDatabase } from '../temporary-database.ts';
import { type Contestant, eventFilename } from './measure.ts';

/** Maximum number of concurrent attempts. It is the limit of Assay for one endpoint. The default of Outpost is 1. */
const deliveryConcurrency = 20;
/** Number of log messages that are handled concurrently, as in Outpost's own load tests. The default is 1. */
const logConcurrency = 100;
const apiKey = 'bench';
const tenantId = 'bench';
const services = ['api', 'delivery', 'log'] as const;
const pollMs = 100;
/** Outpost needs these programs. On Debian, `rabbitmq-server` on PATH changes to another user, so it is not used. */
const folders = ['/usr/lib/rabbitmq/bin', '/usr/sbin', '/usr/local/sbin'];
const programs = ['redis-server', 'rabbitmq-server', 'epmd'] as const;

/** Builds the programs of Outpost from a checkout. Returns their directory. */
export async function buildOutpost(
  checkout: string,
  directory: string,
  { cacheDir, environment }: LocalConfig,
): Promise<string> {
  const output = path.join(directory, 'bin');
  await mkdir(output, { recursive: true });
  const [go, ...goArguments] = await findGo(cacheDir, environment);
  const build = [...goArguments, 'build', '-o', `${output}/`, './cmd/outpost', './cmd/outpost-server'];
  await step(`Building Outpost from ${checkout}`, () =>
    runTool(go!, build, { cwd: checkout, env: environment }),
  );
  return output;
}

/** Returns the paths of the programs that Outpost needs. Throws `SetupError` if one is missing. */
export async function findDependencies({ environment }: LocalConfig) {
  const searchPath = [...folders, environment['PATH'] ?? ''].join(path.delimiter);
  const found = await Promise.all(programs.map((program) => findOnPath(program, searchPath)));
  const missing = programs.filter((_, index) => found[index] === null);
  if (missing.length > 0)
    throw new SetupError(
      `${missing.join(' and ')} not found. Install them: apt-get install redis-server rabbitmq-server`,
    );
  return { redis: found[0]!, rabbitmq: found[1]!, epmd: found[2]! };
}

/**
 * Starts the three services of Outpost with their own Redis and RabbitMQ, and with a database on the stack's Postgres.
 * @param events number of events that are published at once
 */
export async function startOutpost(
  bench: BenchStack,
  programs: Awaited<ReturnType<typeof findDependencies>> & { outpost: string },
  directory: string,
  config: LocalConfig,
  receiver: { endpointUrl: string; caFile: string },
  events: number,
  signal: AbortSignal,
): Promise<Contestant> {
  const { info } = bench;
  const databaseUrl = new URL(info.databaseUrl);
  // An interrupted run leaves its database.
  databaseUrl.pathname = `/outpost_${randomUUID().replaceAll('-', '')}`;
  await ensureDatabase(databaseUrl.href);
  const database = openDatabase(databaseUrl.href);
  const { started, pids, stop } = await startSupervised(directory, signal, start);
  return {
    name: 'outpost',
    target: { url: `${started.url}/publish`, headers: started.headers, fields: { tenant_id: tenantId } },
    subject: {
      workspaceId: randomUUID(),
      submissionId: randomUUID(),
      assetId: randomUUID(),
      filename: eventFilename,
    },
    events,
    parts: () => ({ ...pids(), postgres: info.pids['postgres']! }),
    async countRecorded() {
      const { rows } = await database.query<{ count: number }>(
        `select count(*) from attempts where status = 'success'`,
      );
      return rows[0]!.count;
    },
    async stop() {
      await stop();
      await database.end();
    },
  };

  async function start(supervisor: Supervisor) {
    const data = path.join(directory, 'data');
    await rm(data, { recursive: true, force: true });
    await mkdir(data, { recursive: true });
    const redis = await choosePort();
    const rabbitmq = await step('Starting Redis and RabbitMQ', async () => {
      const [port] = await Promise.all([
        startRabbitmq(supervisor, programs, data, config),
        supervisor.start(redisService(programs.redis, redis, data, config)),
      ]);
      return port;
    });
    const environment = {
      ...config.environment,
      // Without this setting, Outpost reads configuration files of the current directory.
      CONFIG: '/dev/null',
      LOG_LEVEL: 'warn',
      DISABLE_TELEMETRY: 'true',
      API_KEY: apiKey,
      API_JWT_SECRET: 'bench',
      AES_ENCRYPTION_SECRET: 'bench'.padEnd(32, '0'),
      TOPICS: eventType,
      REDIS_HOST: '127.0.0.1',
      REDIS_PORT: String(redis),
      RABBITMQ_SERVER_URL: `amqp://guest:guest@127.0.0.1:${rabbitmq}`,
      POSTGRES_URL: `${databaseUrl.href}?sslmode=disable`,
      DELIVERY_MAX_CONCURRENCY: String(deliveryConcurrency),
      LOG_MAX_CONCURRENCY: String(logConcurrency),
      // The headers and the signature are then those of Assay (Standard Webhooks).
      DESTINATIONS_WEBHOOK_MODE: 'standard',
      SSL_CERT_FILE: receiver.caFile,
    };
    const outpost = path.join(programs.outpost, 'outpost');
    await runTool(outpost, ['migrate', 'apply', '--yes'], { cwd: data, env: environment });
    const ports: Partial<Record<string, number>> = {};
    await step('Starting Outpost', async () => {
      for (const service of services) {
        const port = await choosePort();
        ports[service] = port;
        await supervisor.start({
          name: `outpost ${service}`,
          command: path.join(programs.outpost, 'outpost-server'),
          args: [],
          env: { ...environment, SERVICE: service, API_PORT: String(port) },
          stopSignal: 'SIGTERM',
          ready: (_child, ended) =>
            untilTrue(async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok, ended),
        });
      }
    });
    const url = `http://127.0.0.1:${ports['api']}/api/v1`;
    const headers = { authorization: `Bearer ${apiKey}` };
    await send('PUT', `${url}/tenants/${tenantId}`, headers);
    await send('POST', `${url}/tenants/${tenantId}/destinations`, headers, {
      type: 'webhook',
      topics: [eventType],
      config: { url: receiver.endpointUrl },
    });
    return { url, headers };
  }
}

/** Redis writes a snapshot as in Outpost's example of a deployment. */
function redisService(command: string, port: number, data: string, config: LocalConfig): ProcessSpec {
  return {
    name: 'redis',
    command,
    args: ['--port', String(port), '--bind', '127.0.0.1', '--dir', data, '--save', '20', '1'],
    env: config.environment,
    stopSignal: 'SIGTERM',
    ready: (_child, ended) => untilTrue(() => accepts(port), ended),
  };
}

/** Starts RabbitMQ with its default settings, and Erlang's port mapper. Returns the port of RabbitMQ. */
async function startRabbitmq(
  supervisor: Supervisor,
  { rabbitmq, epmd }: { rabbitmq: string; epmd: string },
  data: string,
  config: LocalConfig,
): Promise<number> {
  const port = await choosePort();
  const distributionPort = await choosePort();
  const mapperPort = await choosePort();
  await writeFile(path.join(data, 'rabbitmq.conf'), '');
  const environment = {
    ...config.environment,
    // The folder of Erlang's cookie.
    HOME: data,
    ERL_EPMD_PORT: String(mapperPort),
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_CONFIG_FILE: path.join(data, 'rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: path.join(data, 'rabbitmq-plugins'),
    RABBITMQ_MNESIA_BASE: path.join(data, 'rabbitmq'),
    RABBITMQ_LOG_BASE: path.join(data, 'rabbitmq-logs'),
    RABBITMQ_PID_FILE: path.join(data, 'rabbitmq.pid'),
    RABBITMQ_NODENAME: 'assay-bench@localhost',
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(distributionPort),
  };
  await supervisor.start({
    name: 'epmd',
    command: epmd,
    args: ['-port', String(mapperPort), '-address', '127.0.0.1'],
    env: environment,
    stopSignal: 'SIGTERM',
    ready: (_child, ended) => untilTrue(() => accepts(mapperPort), ended),
  });
  await supervisor.start({
    name: 'rabbitmq',
    command: rabbitmq,
    args: [],
    env: environment,
    stopSignal: 'SIGTERM',
    ready: (_child, ended) => untilTrue(() => accepts(port), ended),
  });
  return port;
}

const choosePort = (): Promise<number> => freePort(0, new Set());

/** Calls `attempt` until it returns true or `signal` is aborted. An error counts as false. */
async function untilTrue(attempt: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await attempt().catch(() => false))) await setTimeout(pollMs);
}

/** Returns whether a server accepts connections on a port of the loopback address. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

async function send(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<void> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new WrongResult(`${method} ${url} returned ${response.status}: ${await response.text()}`);
}
