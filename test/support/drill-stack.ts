import { existsSync } from 'node:fs';
import { chown, mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { LocalConfig } from '@assay/runtime/config.ts';
import { defaultBucket, s3Credentials, s3Service } from '../../tools/local/stack/local-s3.ts';
import { lock } from '../../tools/local/stack/lock.ts';
import { freePort } from '../../tools/local/stack/ports.ts';
import { newEncryptionKeys, newPassword } from '../../tools/local/stack/seed.ts';
import {
  apiService,
  postgresService,
  temporalService,
  workerService,
} from '../../tools/local/stack/services.ts';
import { createSupervisor, type Supervisor } from '../../tools/local/stack/supervisor.ts';
import { ensureLocalCa } from '../../tools/local/stack/tls.ts';
import { ensureWorkflowBundle } from '../../tools/local/stack/bundles.ts';
import { ensureBubblewrap } from '../../tools/local/programs/bubblewrap.ts';
import { preparePostgres } from '../../tools/local/programs/postgres.ts';
import { findTemporalCli } from '../../tools/local/programs/temporal-cli.ts';
import { archiveSettings } from './backup.ts';
import { run } from './run.ts';

export type DrillStack = Awaited<ReturnType<typeof createDrillStack>>;

/**
 * Creates a stack whose services are started one by one, as an operator does in a restore. `lose` deletes its data.
 * Postgres archives its write-ahead log.
 */
export async function createDrillStack(config: LocalConfig, directory: string) {
  const { environment, cacheDir } = config;
  await ensureBubblewrap(cacheDir, environment['PATH'] ?? '');
  const temporalCli = await findTemporalCli(cacheDir, environment);
  const bundle = await ensureWorkflowBundle(cacheDir);
  const ca = await ensureLocalCa(path.join(directory, 'tls'));
  const paths = {
    postgres: path.join(directory, 'postgres'),
    s3: path.join(directory, 's3'),
    temporal: path.join(directory, 'temporal'),
    /** The data that Temporal had at the first loss. */
    temporalAtLoss: path.join(directory, 'temporal-at-loss'),
    archive: path.join(directory, 'archive'),
  };
  const password = newPassword();
  const encryptionKeys = newEncryptionKeys();
  const payloadKeys = newEncryptionKeys();
  const ports = await choosePorts(cacheDir);
  const databaseUrl = `postgres://assay:${password}@127.0.0.1:${ports.postgres}/assay`;
  const temporalAddress = `127.0.0.1:${ports.temporal}`;
  const s3Endpoint = `http://127.0.0.1:${ports.s3}`;
  const env: NodeJS.ProcessEnv = {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('AWS_'))),
    ...s3Credentials,
    MEDIA_SANDBOX: 'auto',
    TEXT_READER: 'off',
    S3_BUCKET: defaultBucket,
    ENCRYPTION_KEYS: encryptionKeys,
    PAYLOAD_ENCRYPTION_KEYS: payloadKeys,
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_NAMESPACE: 'default',
    S3_ENDPOINT: s3Endpoint,
    WORK_DIR: path.join(directory, 'work'),
    WORKFLOW_BUNDLE: bundle,
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
    WEBHOOK_CA_FILE: ca.certFile,
    WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,1,1,2,2,3,3,5,5,5',
    WEBHOOK_TIMEOUT_SECONDS: '3',
  };
  let pids: Readonly<Record<string, number>> = {};
  let supervisor = newSupervisor();

  function newSupervisor(): Supervisor {
    return createSupervisor({
      logDir: path.join(directory, 'logs'),
      onPids: (now) => (pids = now),
      onRestart: () => undefined,
    });
  }

  return {
    directory,
    paths,
    ca,
    databaseUrl,
    temporalAddress,
    payloadKeys,
    s3Endpoint,
    apiUrl: `http://127.0.0.1:${ports.api}`,
    readyUrls: [ports.apiHealth, ports.worker].map((port) => `http://127.0.0.1:${port}/readyz`),
    bucket: defaultBucket,

    namespace: () => env['TEMPORAL_NAMESPACE']!,
    useNamespace: (name: string) => void (env['TEMPORAL_NAMESPACE'] = name),

    /** Starts Postgres. If its data was restored, waits until it has replayed the archive. */
    async startPostgres(): Promise<void> {
      const invocation = (await preparePostgres(paths.postgres, password))(ports.postgres);
      await mkdir(paths.archive, { recursive: true });
      const { uid, gid } = await stat(paths.postgres);
      if (process.getuid?.() === 0) await chown(paths.archive, uid, gid);
      invocation.args.push(...(await archiveSettings(paths.archive)));
      const server = new URL(databaseUrl);
      server.pathname = '/postgres';
      await supervisor.start(postgresService(invocation, environment, server.href));
      for (let inRecovery = true; inRecovery;) {
        const client = new pg.Client({ connectionString: server.href });
        await client.connect();
        const { rows } = await client.query<{ now: boolean }>('select pg_is_in_recovery() as now');
        inRecovery = rows[0]!.now;
        await client.end();
      }
    },

    startStorage: () => supervisor.start(s3Service(paths.s3, ports.s3, defaultBucket, environment)),

    async startTemporal(): Promise<void> {
      await mkdir(paths.temporal, { recursive: true });
      const database = path.join(paths.temporal, 'temporal.db');
      const at = { frontend: ports.temporal, ui: ports.temporalUi };
      await supervisor.start(temporalService(temporalCli, at, database, environment));
    },

    /** Starts the API, and a worker with all roles. */
    async startProcesses(): Promise<void> {
      const worker = workerService('worker', ports.worker, env);
      await Promise.all([
        supervisor.start(apiService(ports.apiHealth, { ...env, PORT: String(ports.api) })),
        supervisor.start({
          ...worker,
          env: { ...worker.env, WORKER_ROLES: 'orchestration,media,delivery,remote' },
        }),
      ]);
    },

    /** Runs the admin CLI as an operator does. Returns its JSON. */
    async admin(...words: string[]): Promise<any> {
      const { code, output } = await run(process.execPath, ['packages/admin/main.ts', ...words, '--json'], {
        env,
      });
      if (code !== 0) throw new Error(`admin ${words.join(' ')}: ${output}`);
      return JSON.parse(output);
    },

    /** Kills all processes and deletes the data of Postgres, of the storage and of Temporal, but not the archive. */
    async lose(): Promise<void> {
      for (const pid of Object.values(pids)) process.kill(pid, 'SIGKILL');
      await supervisor.stop();
      supervisor = newSupervisor();
      if (!existsSync(paths.temporalAtLoss)) await rename(paths.temporal, paths.temporalAtLoss);
      for (const lost of [paths.postgres, paths.s3, paths.temporal]) {
        await rm(lost, { recursive: true, force: true, maxRetries: 10 });
      }
    },

    stop: () => supervisor.stop(),
  };
}

async function choosePorts(cacheDir: string) {
  const unlock = await lock(path.join(cacheDir, 'ports.lock'));
  try {
    const taken = new Set<number>();
    const next = async () => {
      const port = await freePort(0, taken);
      taken.add(port);
      return port;
    };
    return {
      postgres: await next(),
      s3: await next(),
      temporal: await next(),
      temporalUi: await next(),
      api: await next(),
      apiHealth: await next(),
      worker: await next(),
    };
  } finally {
    await unlock();
  }
}
