import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { LocalConfig } from '@assay/runtime/config.ts';
import { SetupError, step } from '../../local/progress.ts';
import { defaultBucket, s3Credentials, s3Service } from '../../local/stack/local-s3.ts';
import { endLeftovers, removeProcessList, saveProcessList } from '../../local/stack/leftovers.ts';
import { lock, tryLock } from '../../local/stack/lock.ts';
import { freePort } from '../../local/stack/ports.ts';
import { ensureDatabase, newEncryptionKeys, newPassword } from '../../local/stack/seed.ts';
import { apiService, postgresService, temporalService, workerService } from '../../local/stack/services.ts';
import { createSupervisor } from '../../local/stack/supervisor.ts';
import { startTemporalOnPostgres, type TemporalKind } from '../../local/stack/temporal-on-postgres.ts';
import { createTenant, type TenantKeys } from '../../local/stack/tenant.ts';
import { readPlan, savePlan } from '@assay/storage/accounts/plans.ts';
import { ensureLocalCa, type LocalCa } from '../../local/stack/tls.ts';
import { ensureWorkflowBundle } from '../../local/stack/bundles.ts';
import { ensureBubblewrap } from '../../local/programs/bubblewrap.ts';
import { textReaderEnvironment } from '../../local/stack/text-reader.ts';
import { ensureFfmpeg } from '../../local/programs/ffmpeg.ts';
import { preparePostgres } from '../../local/programs/postgres.ts';
import { findTemporalCli } from '../../local/programs/temporal-cli.ts';
import { findTemporalServer } from '../../local/programs/temporal-server.ts';
import { createPool } from '@assay/storage/database/database.ts';
import { migrate } from '@assay/storage/database/migrate.ts';
import { createJsonLinesLog } from '../json-lines-log.ts';
import { apiNames, backendNames, type DiskName, type ProxyName, workerNames } from '../plan-faults.ts';
import { type Disk, mountDisk, unmountDisks } from './disk.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

const megabytes = { work: 64, s3: 1024, postgres: 1536 } as const satisfies Record<DiskName, number>;
/**
 * Delays in seconds before delivery attempts. There are far more attempts than the receiver causes failures on purpose,
 * because injected faults cause further failures.
 */
const retrySchedule = '0,1,1,2,2,3,3,5,5,5,5,5,5,5';
const webhookTimeoutSeconds = 3;
/** Maximum assets in progress per workspace. Low, so that submissions are queued while faults occur. */
const maxAssetsInWork = 2;

/** The processes of a run, the proxies and disks for faults, and the direct addresses for checks. */
export interface ChaosStack extends TenantKeys {
  directory: string;
  logDirectory: string;
  workDirectory: string;
  ca: LocalCa;
  /** URLs of the APIs for clients, which pass through fault proxies. */
  apiUrls: readonly string[];
  /** URL of `/readyz` of each API and worker. */
  readyUrls: readonly string[];
  databaseUrl: string;
  temporalAddress: string;
  /** Keys of the payloads in Temporal. */
  payloadKeys: string;
  s3Endpoint: string;
  /** Secrets that must not appear in a log file, by description. */
  secrets: Record<string, string>;
  proxies: Record<ProxyName, FaultProxy>;
  /** The disks by name; null if a file system cannot be mounted. */
  disks: Record<DiskName, Disk | null>;
  /** Returns the current process ids by name. */
  pids(): Readonly<Record<string, number>>;
  stop(): Promise<void>;
}

/**
 * Starts Postgres, S3, Temporal, two APIs, and three workers with all roles. Removes the data and logs of an earlier
 * run first. A supervisor restarts every process that exits.
 */
export async function startChaosStack(
  config: LocalConfig,
  kind: TemporalKind,
  signal: AbortSignal,
): Promise<ChaosStack> {
  const directory = path.resolve(config.localDir, 'chaos');
  const unlock = await tryLock(path.join(directory, 'chaos.lock'));
  if (unlock === null) throw new SetupError(`Another run is in progress in ${directory}.`);
  await endLeftovers(directory);
  await unmountDisks(directory);
  for (const name of ['disks', 'logs', 'temporal.db', 'temporal.db-wal', 'temporal.db-shm'])
    await rm(path.join(directory, name), { recursive: true, force: true });

  let pids: Readonly<Record<string, number>> = {};
  let writingPids = Promise.resolve();
  const logDirectory = path.join(directory, 'logs');
  const restarts = createJsonLinesLog(path.join(logDirectory, 'restarts.jsonl'));
  const supervisor = createSupervisor({
    logDir: logDirectory,
    onPids(now) {
      pids = now;
      writingPids = writingPids.then(() => saveProcessList(directory, Object.values(now)));
    },
    onRestart: (name, how) => restarts.write({ name, how }),
  });
  const proxies: FaultProxy[] = [];
  let stopped: Promise<void> | null = null;
  const stop = () =>
    (stopped ??= (async () => {
      await supervisor.stop();
      for (const proxy of proxies) proxy.close();
      await writingPids;
      removeProcessList(directory);
      await unmountDisks(directory);
      await unlock();
    })());
  signal.addEventListener('abort', () => void supervisor.stop(), { once: true });

  try {
    return { ...(await start()), directory, logDirectory, pids: () => pids, stop };
  } catch (error) {
    await stop();
    throw signal.aborted ? new SetupError('interrupted') : error;
  }

  async function start(): Promise<Omit<ChaosStack, 'directory' | 'logDirectory' | 'pids' | 'stop'>> {
    const { environment, cacheDir } = config;
    await ensureFfmpeg(cacheDir, environment['PATH'] ?? '');
    await ensureBubblewrap(cacheDir, environment['PATH'] ?? '');
    const textReader = await textReaderEnvironment(cacheDir, environment);
    const programs = kind === 'postgres' ? await findTemporalServer(cacheDir, environment) : null;
    const bundle = await ensureWorkflowBundle(cacheDir);
    const at = (name: string) => path.join(directory, 'disks', name);
    const disk = (name: DiskName) => mountDisk(at(name), megabytes[name]);
    const disks = { work: await disk('work'), s3: await disk('s3'), postgres: await disk('postgres') };
    const password = newPassword();
    const encryptionKeys = newEncryptionKeys();
    const payloadKeys = newEncryptionKeys();
    const ca = await ensureLocalCa(path.join(directory, 'tls'));

    const unlockPorts = await lock(path.join(cacheDir, 'ports.lock'));
    try {
      const ports = new Map<string, number>();
      for (const name of [...backendNames, 'temporal-ui', ...apiNames, ...workerNames])
        ports.set(name, await freePort(0, new Set(ports.values())));
      const port = (name: string) => ports.get(name)!;
      const startProxy = async (name: ProxyName) => {
        const proxy = await startFaultProxy(port(name));
        proxies.push(proxy);
        return proxy;
      };
      const through: Record<ProxyName, FaultProxy> = {
        'api-1': await startProxy('api-1'),
        'api-2': await startProxy('api-2'),
        temporal: await startProxy('temporal'),
        postgres: await startProxy('postgres'),
        s3: await startProxy('s3'),
      };
      const databaseUrl = (number: number) => `postgres://assay:${password}@127.0.0.1:${number}/assay`;
      const direct = {
        databaseUrl: databaseUrl(port('postgres')),
        temporalAddress: `127.0.0.1:${port('temporal')}`,
        s3Endpoint: `http://127.0.0.1:${port('s3')}`,
      };

      await step('Starting Postgres, S3 and Temporal', async () => {
        const invocation = (await preparePostgres(path.join(at('postgres'), 'data'), password))(
          port('postgres'),
        );
        // This setting limits the write-ahead log, because the data of Postgres must fit on its disk.
        invocation.args.push('-c', 'max_wal_size=256MB');
        const anyDatabase = new URL(direct.databaseUrl);
        anyDatabase.pathname = '/postgres';
        await Promise.all([
          supervisor.start(postgresService(invocation, environment, anyDatabase.href)),
          supervisor.start(s3Service(at('s3'), port('s3'), defaultBucket, environment)),
        ]);
        await ensureDatabase(direct.databaseUrl);
        await startTemporal(port('temporal'), port('temporal-ui'), through.postgres.port, port('postgres'));
      });
      await migrate(direct.databaseUrl);
      const tenant = await newTenant(direct.databaseUrl);

      const env = {
        ...Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('AWS_'))),
        ...s3Credentials,
        LOG_LEVEL: 'info',
        MEDIA_SANDBOX: 'auto',
        S3_BUCKET: defaultBucket,
        ENCRYPTION_KEYS: encryptionKeys,
        PAYLOAD_ENCRYPTION_KEYS: payloadKeys,
        DATABASE_URL: databaseUrl(through.postgres.port),
        TEMPORAL_ADDRESS: `127.0.0.1:${through.temporal.port}`,
        S3_ENDPOINT: `http://127.0.0.1:${through.s3.port}`,
        WORK_DIR: at('work'),
        ...textReader,
        WORKFLOW_BUNDLE: bundle,
        WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
        WEBHOOK_CA_FILE: ca.certFile,
        WEBHOOK_RETRY_SCHEDULE_SECONDS: retrySchedule,
        WEBHOOK_TIMEOUT_SECONDS: String(webhookTimeoutSeconds),
      };
      await step('Starting two APIs and three workers', () =>
        Promise.all([
          ...apiNames.map((name) =>
            supervisor.start({ ...apiService(0, { ...env, PORT: String(port(name)) }), name }),
          ),
          ...workerNames.map((name) => {
            const spec = workerService('worker', port(name), env);
            return supervisor.start({
              ...spec,
              name,
              env: { ...spec.env, WORKER_ROLES: 'orchestration,media,delivery,remote' },
            });
          }),
        ]),
      );
      return {
        ...direct,
        ...tenant,
        ca,
        payloadKeys,
        workDirectory: at('work'),
        apiUrls: [through['api-1'], through['api-2']].map((proxy) => `http://127.0.0.1:${proxy.port}`),
        readyUrls: [...apiNames, ...workerNames].map((name) => `http://127.0.0.1:${port(name)}/readyz`),
        secrets: {
          'the live API key': tenant.liveKey,
          'the sandbox API key': tenant.sandboxKey,
          'the Postgres password': password,
          'the encryption key': encryptionKeys.slice(encryptionKeys.indexOf('=') + 1),
          'the key of payloads': payloadKeys.slice(payloadKeys.indexOf('=') + 1),
          'the S3 secret key': s3Credentials.AWS_SECRET_ACCESS_KEY,
        },
        proxies: through,
        disks,
      };
    } finally {
      await unlockPorts();
    }

    async function startTemporal(frontend: number, ui: number, linkPort: number, postgresPort: number) {
      if (programs === null) {
        const cli = await findTemporalCli(cacheDir, environment);
        const databaseFile = path.join(directory, 'temporal.db');
        return supervisor.start(temporalService(cli, { frontend, ui }, databaseFile, environment));
      }
      const database = { port: postgresPort, password, linkPort };
      await startTemporalOnPostgres(programs, environment, supervisor, frontend, database);
    }
  }
}

async function newTenant(databaseUrl: string): Promise<TenantKeys> {
  const database = createPool({
    databaseUrl,
    applicationName: 'chaos-seed',
    maxConnections: 1,
    onIdleError: () => undefined,
  });
  try {
    const unlimited = (await readPlan(database, 'unlimited'))!;
    await savePlan(database, { ...unlimited, name: 'chaos', maxAssetsInWork });
    return await createTenant(database, `Chaos ${randomBytes(2).toString('hex')}`, 'chaos');
  } finally {
    await database.end();
  }
}
