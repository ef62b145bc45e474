import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LocalConfig } from '@assay/runtime/config.ts';
import { createReportKey } from '@assay/storage/accounts/report-key-file.ts';
import { createPool } from '@assay/storage/database/database.ts';
import { migrate } from '@assay/storage/database/migrate.ts';
import { step } from '../progress.ts';
import { ensureBubblewrap } from '../programs/bubblewrap.ts';
import { ensureFfmpeg } from '../programs/ffmpeg.ts';
import { preparePostgres } from '../programs/postgres.ts';
import { findTemporalCli } from '../programs/temporal-cli.ts';
import { defaultBucket, s3Credentials, s3Service } from './local-s3.ts';
import { lock } from './lock.ts';
import { ensureConsoleBundle, ensureWorkflowBundle } from './bundles.ts';
import { choosePorts, type Ports } from './ports.ts';
import { ensureDatabase, newEncryptionKeys, newPassword, seed } from './seed.ts';
import { urlsOfProcesses } from './process-roles.ts';
import {
  apiService,
  postgresService,
  temporalService,
  workerNames,
  type WorkerName,
  workerService,
} from './services.ts';
import { readState, type StackInfo, type StackState, writeState } from './state.ts';
import { textReaderEnvironment } from './text-reader.ts';
import type { Supervisor } from './supervisor.ts';

type Addresses = Omit<StackInfo, 'pids' | 'supervisor'>;

/** Starts all parts of the stack and returns their addresses. A part starts after the parts that it depends on. */
export async function startParts(
  config: LocalConfig,
  directory: string,
  supervisor: Supervisor,
  caFile: string,
): Promise<Addresses> {
  const searchPath = config.environment['PATH'] ?? '';
  await ensureFfmpeg(config.cacheDir, searchPath);
  await ensureBubblewrap(config.cacheDir, searchPath);
  const textReader = await textReaderEnvironment(config.cacheDir, config.environment);
  const temporalCli =
    config.temporalAddress === null ? await findTemporalCli(config.cacheDir, config.environment) : null;
  const bundle = ensureWorkflowBundle(config.cacheDir);
  bundle.catch(() => undefined);
  const consoleDirectory = ensureConsoleBundle(config.cacheDir);
  consoleDirectory.catch(() => undefined);

  // The lock prevents two stacks that start at the same time from choosing the same ports.
  const unlockPorts = await lock(path.join(config.cacheDir, 'ports.lock'));
  try {
    const last = await readState(directory);
    const ports = await choosePorts(last.ports, config.port);
    const state: StackState = {
      ...last,
      databasePassword: last.databasePassword ?? newPassword(),
      encryptionKeys: last.encryptionKeys ?? newEncryptionKeys(),
      payloadKeys: last.payloadKeys ?? newEncryptionKeys(),
      ports,
    };
    const encryptionKeys = config.encryptionKeys ?? state.encryptionKeys!;
    const payloadKeys = config.payloadKeys ?? state.payloadKeys!;
    await writeState(directory, state);
    const addresses = {
      databaseUrl:
        config.databaseUrl ?? `postgres://assay:${state.databasePassword}@127.0.0.1:${ports.postgres}/assay`,
      temporalAddress: config.temporalAddress ?? `127.0.0.1:${ports.temporal}`,
      s3Endpoint: config.s3Endpoint ?? `http://127.0.0.1:${ports.s3}`,
    };
    const apiUrl = `http://127.0.0.1:${ports.api}`;
    const publicUrl = config.environment['PUBLIC_URL'] || `http://localhost:${ports.api}`;
    await startBackends(config, directory, supervisor, temporalCli, state, ports, [
      new URL(publicUrl).origin,
    ]);
    const { state: seeded, consoleUrl } = await prepareDatabase(addresses.databaseUrl, state, publicUrl);
    await writeState(directory, seeded);
    const urls = await urlsOfProcesses(addresses.databaseUrl);
    const env = {
      ...(await serviceEnvironment(config, directory, caFile)),
      ...textReader,
      WORKFLOW_BUNDLE: await bundle,
      PORT: String(ports.api),
      PUBLIC_URL: publicUrl,
      TEMPORAL_ADDRESS: addresses.temporalAddress,
      PAYLOAD_ENCRYPTION_KEYS: payloadKeys,
      S3_ENDPOINT: addresses.s3Endpoint,
    };
    const consoleBundle = await consoleDirectory;
    await step('Starting the API and the workers', () =>
      all(supervisor, [
        supervisor.start(
          apiService(ports.apiHealth, {
            ...env,
            ENCRYPTION_KEYS: encryptionKeys,
            DATABASE_URL: urls.api,
            CONSOLE_DIR: consoleBundle,
            PAYLOAD_CODEC_ORIGIN: `http://127.0.0.1:${ports.temporalUi}`,
          }),
        ),
        ...workerNames.map((name) => {
          const keys = name === 'deliveryWorker' ? { ENCRYPTION_KEYS: encryptionKeys } : {};
          return supervisor.start(
            workerService(name, ports[name], { ...env, ...keys, DATABASE_URL: urls[name] }),
          );
        }),
      ]),
    );
    return {
      apiUrl,
      docsUrl: `${apiUrl}/docs`,
      consoleUrl,
      workerHealthUrls: workerHealthUrls(ports),
      metricsUrls: metricsUrls(ports),
      temporalUiUrl: temporalCli === null ? null : `http://127.0.0.1:${ports.temporalUi}`,
      ...addresses,
      codecUrl: `http://127.0.0.1:${ports.apiHealth}/codec`,
      storage: {
        S3_ENDPOINT: addresses.s3Endpoint,
        S3_BUCKET: env.S3_BUCKET,
        // For another S3 server, the user sets the credentials in the environment.
        ...(config.s3Endpoint === null ? s3Credentials : {}),
      },
      workspaceId: seeded.workspaceId,
      liveKey: seeded.liveKey,
      sandboxKey: seeded.sandboxKey,
      memberId: seeded.memberId,
      encryptionKeys,
      payloadKeys,
    };
  } finally {
    await unlockPorts();
  }
}

function workerHealthUrls(ports: Ports): StackInfo['workerHealthUrls'] {
  const url = (name: WorkerName) => `http://127.0.0.1:${ports[name]}/readyz`;
  return { worker: url('worker'), mediaWorker: url('mediaWorker'), deliveryWorker: url('deliveryWorker') };
}

function metricsUrls(ports: Ports): StackInfo['metricsUrls'] {
  const url = (port: number) => `http://127.0.0.1:${port}/metrics`;
  return {
    api: url(ports.apiHealth),
    worker: url(ports.worker),
    mediaWorker: url(ports.mediaWorker),
    deliveryWorker: url(ports.deliveryWorker),
  };
}

async function startBackends(
  config: LocalConfig,
  directory: string,
  supervisor: Supervisor,
  temporalCli: string | null,
  state: StackState,
  ports: Ports,
  origins: readonly string[],
): Promise<void> {
  const { environment } = config;
  const starts: Promise<void>[] = [];
  if (config.databaseUrl === null) {
    const url = `postgres://assay:${state.databasePassword}@127.0.0.1:${ports.postgres}/postgres`;
    starts.push(
      preparePostgres(path.join(directory, 'postgres'), state.databasePassword!, config).then((invocation) =>
        supervisor.start(postgresService(invocation(ports.postgres), environment, url)),
      ),
    );
  }
  if (config.s3Endpoint === null) {
    const bucket = environment['S3_BUCKET'] || defaultBucket;
    const s3Directory = path.join(directory, 's3');
    starts.push(supervisor.start(s3Service(s3Directory, ports.s3, bucket, environment, origins)));
  }
  if (temporalCli !== null) {
    const at = { frontend: ports.temporal, ui: ports.temporalUi, codec: ports.apiHealth };
    const databaseFile = config.durable ? path.join(directory, 'temporal.db') : null;
    starts.push(supervisor.start(temporalService(temporalCli, at, databaseFile, environment)));
  }
  await step('Starting Postgres, S3 and Temporal', () => all(supervisor, starts));
}

/**
 * Waits until all parts have started. If the start of a part fails, stops all parts, waits for the other starts to end,
 * and throws the first error.
 */
async function all(supervisor: Supervisor, starts: readonly Promise<void>[]): Promise<void> {
  const errors: unknown[] = [];
  const watched = starts.map((start) =>
    start.catch((error: unknown) => {
      errors.push(error);
      void supervisor.stop();
    }),
  );
  await Promise.all(watched);
  if (errors.length > 0) throw errors[0];
}

function prepareDatabase(databaseUrl: string, state: StackState, publicUrl: string): ReturnType<typeof seed> {
  return step('Preparing the database', async () => {
    await ensureDatabase(databaseUrl);
    await migrate(databaseUrl);
    const database = createPool({
      databaseUrl,
      applicationName: 'assay-seed',
      maxConnections: 1,
      onIdleError: () => undefined,
    });
    try {
      return await seed(database, state, publicUrl);
    } finally {
      await database.end();
    }
  });
}

/** Returns the environment variables that the API and all workers share, without addresses and encryption keys. */
async function serviceEnvironment(
  config: LocalConfig,
  directory: string,
  caFile: string,
): Promise<NodeJS.ProcessEnv & { S3_BUCKET: string }> {
  const { environment } = config;
  const embeddedS3 = config.s3Endpoint === null;
  // The user's AWS credentials must not reach the local S3 server.
  const inherited = Object.entries(environment).filter(
    ([name]) => !(embeddedS3 && name.startsWith('AWS_')) && !/^(PAYLOAD_)?ENCRYPTION_KEYS/.test(name),
  );
  const reportKey = path.join(directory, 'report-signing-key.pem');
  if (!existsSync(reportKey)) await (await createReportKey(reportKey)).replace();
  return {
    WORK_DIR: path.join(directory, 'work'),
    REPORT_SIGNING_KEY_FILE: reportKey,
    // Bubblewrap does not exist for macOS, and a development machine may not allow user namespaces.
    MEDIA_SANDBOX: 'auto',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
    ...Object.fromEntries(inherited),
    S3_BUCKET: environment['S3_BUCKET'] || defaultBucket,
    ...(embeddedS3 ? s3Credentials : {}),
    WEBHOOK_CA_FILE: await trustedRoots(directory, caFile, environment['WEBHOOK_CA_FILE']),
  };
}

/**
 * Returns the path of a PEM file with the root certificate of the local CA and the certificates of another file.
 * @param further path of the other file, the user's WEBHOOK_CA_FILE
 */
export async function trustedRoots(
  directory: string,
  caFile: string,
  further: string | undefined,
): Promise<string> {
  if (!further) return caFile;
  const file = path.join(directory, 'tls', 'roots.pem');
  const roots = [await readFile(caFile, 'utf8'), await readFile(further, 'utf8')];
  // A PEM file may lack its last line end. Without this correction, two certificates would share a line, and neither
  // could be read.
  await writeFile(file, roots.map((pem) => `${pem.trimEnd()}\n`).join(''));
  return file;
}
