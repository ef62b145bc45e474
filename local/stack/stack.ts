import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { loadLocalConfig, type LocalConfig } from '../../config.ts';
import { workerRoles } from '../../domain/task-queues.ts';
import { createPool } from '../../storage/postgres/database.ts';
import { migrate } from '../../storage/postgres/migrate.ts';
import { SetupError, step } from '../progress.ts';
import { ensureFfmpeg } from '../tools/ffmpeg.ts';
import { preparePostgres } from '../tools/postgres.ts';
import { findTemporalCli } from '../tools/temporal-cli.ts';
import { endLeftovers, forgetProcesses, noteProcesses } from './leftovers.ts';
import { freePort } from './ports.ts';
import { ensureDatabase, newPassword, seed } from './seed.ts';
import { apiService, postgresService, s3Service, temporalService, workerService } from './services.ts';
import {
  type PortName,
  readRunningStack,
  readState,
  removeInfo,
  type StackInfo,
  writeInfo,
  writeState,
} from './state.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';
import { ensureLocalCa } from './tls.ts';
import { ensureWorkflowBundle } from './workflow-bundle.ts';

export interface Stack {
  info: StackInfo;
  /** PEM file of the root certificate of HTTPS servers on this machine. */
  caFile: string;
  directory: string;
  stop(): Promise<void>;
}

const bucket = 'assay';
/** The one account that the local S3 server knows. */
const s3Credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
const defaultPorts: Record<PortName, number> = {
  api: 3000,
  temporal: 7233,
  temporalUi: 8233,
  postgres: 54320,
  s3: 9000,
};

/** Starts the embedded stack: every part that the environment does not name an address for. */
export async function startStack(config: LocalConfig = loadLocalConfig()): Promise<Stack> {
  const directory = path.resolve(config.localDir);
  const running = await readRunningStack(directory);
  if (running !== null) {
    throw new SetupError(
      `A stack is running in ${directory} already (process ${running.supervisorPid}, ${running.apiUrl}).`,
    );
  }
  await mkdir(directory, { recursive: true });
  const left = await endLeftovers(directory);
  if (left > 0) console.log(`  Ended ${left} processes that an earlier run had left behind`);
  await rm(path.join(directory, 'work'), { recursive: true, force: true });

  const info: StackInfo & { pids: Record<string, number> } = {} as StackInfo;
  let complete = false;
  let writing = Promise.resolve();
  const publish = () => {
    const pids = Object.values(info.pids);
    const snapshot = structuredClone(info);
    writing = writing.then(async () => {
      await noteProcesses(directory, pids);
      if (complete) await writeInfo(directory, snapshot);
    });
  };
  const supervisor = createSupervisor({
    logDir: path.join(directory, 'logs'),
    onPids: (pids) => {
      info.pids = pids;
      publish();
    },
    onRestart: (name, how) => console.log(`! ${name} ended (${how}); starting it again`),
  });

  const stop = async () => {
    complete = false;
    await writing;
    await removeInfo(directory);
    await supervisor.stop();
    await writing;
    forgetProcesses(directory);
  };

  try {
    const ca = await ensureLocalCa(path.join(directory, 'tls'));
    Object.assign(info, await startParts(config, directory, supervisor, ca.certFile), {
      supervisorPid: process.pid,
    });
    complete = true;
    publish();
    await writing;
    return { info, caFile: ca.certFile, directory, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Addresses = Omit<StackInfo, 'pids' | 'supervisorPid'>;

async function startParts(
  config: LocalConfig,
  directory: string,
  supervisor: Supervisor,
  caFile: string,
): Promise<Addresses> {
  const { environment } = config;
  const searchPath = environment['PATH'] ?? '';
  await ensureFfmpeg(searchPath);
  const temporalCli =
    config.temporalAddress === null ? await findTemporalCli(config.cacheDir, searchPath) : null;
  const bundle = ensureWorkflowBundle(path.join(directory, 'cache'));
  bundle.catch(() => undefined);

  let state = await readState(directory);
  state = { ...state, databasePassword: state.databasePassword ?? newPassword() };
  const ports = await choosePorts(state.ports, config.port);
  await writeState(directory, { ...state, ports });

  const databaseUrl =
    config.databaseUrl ?? `postgres://assay:${state.databasePassword}@127.0.0.1:${ports.postgres}/assay`;
  const temporalAddress = config.temporalAddress ?? `127.0.0.1:${ports.temporal}`;
  const s3Endpoint = config.s3Endpoint ?? `http://127.0.0.1:${ports.s3}`;

  const parts: Promise<void>[] = [];
  if (config.databaseUrl === null) {
    parts.push(
      (async () => {
        const invocation = await preparePostgres(path.join(directory, 'postgres'), state.databasePassword!);
        const server = new URL(databaseUrl);
        server.pathname = '/postgres';
        await supervisor.start(postgresService(invocation(ports.postgres), environment, server.href));
      })(),
    );
  }
  if (config.s3Endpoint === null) {
    parts.push(supervisor.start(s3Service(path.join(directory, 's3'), ports.s3, bucket, environment)));
  }
  if (temporalCli !== null) {
    const at = { frontend: ports.temporal, ui: ports.temporalUi };
    parts.push(
      supervisor.start(temporalService(temporalCli, at, path.join(directory, 'temporal.db'), environment)),
    );
  }
  await step('Starting Postgres, S3 and Temporal', () => Promise.all(parts));

  const seeded = await step('Preparing the database', async () => {
    await ensureDatabase(databaseUrl);
    await migrate(databaseUrl);
    const database = createPool({
      databaseUrl,
      applicationName: 'assay-seed',
      maxConnections: 1,
      onIdleError: () => undefined,
    });
    try {
      return await seed(database, { ...state, ports });
    } finally {
      await database.end();
    }
  });
  await writeState(directory, seeded);

  const env = {
    ...(config.s3Endpoint === null ? s3Credentials : {}),
    S3_BUCKET: bucket,
    WORK_DIR: path.join(directory, 'work'),
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
    ...environment,
    WEBHOOK_CA_FILE: await trustedRoots(directory, caFile, environment['WEBHOOK_CA_FILE']),
    WORKFLOW_BUNDLE: await bundle,
    PORT: String(ports.api),
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: temporalAddress,
    S3_ENDPOINT: s3Endpoint,
  };
  await step('Starting the API and the workers', () =>
    Promise.all([
      supervisor.start(apiService(env)),
      ...workerRoles.map((role) => supervisor.start(workerService(role, env))),
    ]),
  );

  const apiUrl = `http://127.0.0.1:${ports.api}`;
  return {
    apiUrl,
    docsUrl: `${apiUrl}/docs`,
    temporalUiUrl: temporalCli === null ? null : `http://127.0.0.1:${ports.temporalUi}`,
    temporalAddress,
    databaseUrl,
    s3Endpoint,
    workspaceId: seeded.workspaceId,
    liveKey: seeded.liveKey,
    sandboxKey: seeded.sandboxKey,
  };
}

/** The ports of the last run where they are free, else the next free ones; the API's as it is asked for. */
async function choosePorts(
  last: Partial<Record<PortName, number>>,
  apiPort: number,
): Promise<Record<PortName, number>> {
  const taken = new Set<number>();
  const choose = async (name: PortName, wanted: number) => {
    const port = await freePort(wanted, taken);
    taken.add(port);
    if (wanted !== 0 && port !== wanted) console.log(`  Port ${wanted} for ${name} is taken; using ${port}`);
    return port;
  };
  return {
    api: await choose('api', apiPort),
    temporal: await choose('temporal', last.temporal ?? defaultPorts.temporal),
    temporalUi: await choose('temporalUi', last.temporalUi ?? defaultPorts.temporalUi),
    postgres: await choose('postgres', last.postgres ?? defaultPorts.postgres),
    s3: await choose('s3', last.s3 ?? defaultPorts.s3),
  };
}

/** One PEM file of the local root and those that the environment names. */
async function trustedRoots(directory: string, caFile: string, further: string | undefined): Promise<string> {
  if (!further) return caFile;
  const file = path.join(directory, 'tls', 'roots.pem');
  await writeFile(file, (await readFile(caFile, 'utf8')) + (await readFile(further, 'utf8')));
  return file;
}
