import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '@assay/client/index.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { ensureDatabase } from '../../tools/local/stack/seed.ts';
import { freePort } from '../../tools/local/stack/ports.ts';
import { preparePostgres } from '../../tools/local/programs/postgres.ts';
import { findTemporalServer } from '../../tools/local/programs/temporal-server.ts';
import { until } from '../support/api.ts';
import { type ComposeFile, filledEnv, readCompose, root } from '../support/compose.ts';
import { imageEnvironment, makeImageTree } from '../support/image.ts';
import { pdfOf } from '../support/live.ts';
import { run } from '../support/run.ts';
import { storageService } from '../support/versitygw.ts';

// Runs the processes of docker-compose.yml without containers. They have the same commands and environment,
// but other addresses. Assay's own processes run in a copy of the image's files, as an unprivileged user.

const { cacheDir, environment } = loadLocalConfig();
const searchPath = environment['PATH'] ?? '';
/** Timeout in milliseconds that is long enough to build Temporal's server if the cache does not contain it. */
const buildTimeoutMs = 40 * 60_000;
const unprivileged =
  'setpriv --reuid=10001 --regid=10001 --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs --';

/**
 * Variables for the ports of Temporal's internal services. In a container, the default ports are always free.
 */
const temporalPorts = ['FRONTEND', 'HISTORY', 'MATCHING', 'WORKER'].flatMap((part) => [
  `${part}_GRPC_PORT`,
  `${part}_MEMBERSHIP_PORT`,
  `${part}_HTTP_PORT`,
]);

/** Returns whether a server listens on a port of this machine. The test waits for Temporal with this check. */
async function listens(number: number): Promise<boolean> {
  const socket = connect(number, '127.0.0.1');
  return once(socket, 'connect').then(
    () => {
      socket.destroy();
      return true;
    },
    () => false,
  );
}

describe('the processes of docker-compose.yml', () => {
  let temporal: string;
  const processes: ChildProcess[] = [];
  const ports = new Map<string, number>();
  let directory: string;
  let image: string;
  let compose: ComposeFile;
  let asUser: string[] = [];

  const port = (name: string) => ports.get(name)!;
  const operatorsOf = (name: string) => `${name}, for operators`;
  const at = (name: string) => `127.0.0.1:${port(name)}`;

  /** Returns the environment variables of a service, with the addresses of this machine. */
  function environmentOf(name: string): Record<string, string> {
    const addresses = { postgres: '5432', storage: '7070', temporal: '7233' };
    const moved = Object.entries(compose.services[name]!.environment ?? {}).map(([variable, value]) => {
      if (['POSTGRES_SEEDS', 'SQL_HOST'].includes(variable)) return [variable, '127.0.0.1'];
      if (['DB_PORT', 'SQL_PORT'].includes(variable)) return [variable, String(port('postgres'))];
      if (variable === 'PORT') return [variable, String(port(name))];
      if (variable === 'HEALTH_PORT') return [variable, String(ports.get(operatorsOf(name)) ?? 0)];
      if (value.startsWith('/deploy/')) return [variable, path.join(root, value)];
      const host = Object.entries(addresses).find(([service, number]) =>
        value.includes(`${service}:${number}`),
      );
      return [variable, host === undefined ? value : value.replace(host.join(':'), at(host[0]))];
    });
    return { PATH: searchPath, ...(Object.fromEntries(moved) as Record<string, string>) };
  }

  function start(
    command: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    cwd?: string,
  ): ChildProcess {
    const child = spawn(command, args, { env, cwd, stdio: ['ignore', 'ignore', 'inherit'] });
    processes.push(child);
    return child;
  }

  /**
   * Returns the command, arguments and environment that run an Assay process in the copy of the image's
   * files.
   */
  async function ours(name: string): Promise<[command: string, args: string[], env: NodeJS.ProcessEnv]> {
    const { command = ['node', 'api/main.ts'], build } = compose.services[name]!;
    const [first, ...rest] = [...asUser, process.execPath, ...command.slice(1)];
    const set = await imageEnvironment(build!.target as 'service' | 'media', image);
    const work = { WORK_DIR: path.join(directory, 'work'), TMPDIR: path.join(directory, 'work') };
    return [first!, rest, { ...set, ...work, ...environmentOf(name), LOG_LEVEL: 'warn' }];
  }

  async function job(name: string): Promise<void> {
    const [command, args, env] = await ours(name);
    const { code, output } = await run(command, args, { env, cwd: image });
    expect(output).not.toMatch(/error/i);
    expect(code).toBe(0);
  }

  /** Returns whether the health check of the service in docker-compose.yml succeeds. */
  async function isReady(name: string): Promise<boolean> {
    const [, file] = compose.services[name]!.healthcheck!.test!.slice(1);
    const env = { ...environmentOf(name) };
    return (await run(process.execPath, [file!], { env, cwd: image })).code === 0;
  }

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'assay-by-hand-'));
    temporal = await findTemporalServer(cacheDir, environment);
    const operators = ['api', 'api-2'].map(operatorsOf);
    for (const name of ['postgres', 'storage', 'temporal', 'api', 'api-2', ...operators, ...temporalPorts]) {
      ports.set(name, await freePort(0, new Set(ports.values())));
    }
    await chmod(directory, 0o755);
    image = path.join(directory, 'app');
    await makeImageTree(image);
    await mkdir(path.join(directory, 'work'), { mode: 0o700 });
    if (
      (await run('sh', ['-c', `${unprivileged} test -r ${image}/package.json -a -x ${process.execPath}`]))
        .code === 0
    ) {
      asUser = unprivileged.split(' ');
      await chown(path.join(directory, 'work'), 10_001, 10_001);
    }
    compose = await readCompose({
      ...(await filledEnv()),
      S3_PUBLIC_ENDPOINT: `http://${at('storage')}`,
    });
    for (const name of Object.keys(compose.services).filter((service) => service.startsWith('worker-'))) {
      ports.set(operatorsOf(name), await freePort(0, new Set(ports.values())));
    }
    await startPostgres();
    // This job creates the role of Temporal.
    await job('setup-database');
    await startStorage();
    await startTemporal();
  }, buildTimeoutMs);

  afterAll(async () => {
    for (const child of processes.toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    }
    await rm(directory, { recursive: true, force: true });
  });

  async function startPostgres(): Promise<void> {
    const { POSTGRES_PASSWORD, POSTGRES_DB } = environmentOf('postgres');
    const invocation = await preparePostgres(path.join(directory, 'postgres'), POSTGRES_PASSWORD!);
    const { command, args, uid, gid } = invocation(port('postgres'));
    const settings = compose.services['postgres']!.command!.slice(1);
    const child = spawn(command, [...args, ...settings], { uid, gid, stdio: 'ignore', cwd: directory });
    processes.push(child);
    const url = `postgres://assay:${POSTGRES_PASSWORD}@${at('postgres')}/${POSTGRES_DB}`;
    await until(
      () =>
        ensureDatabase(url).then(
          () => true,
          () => false,
        ),
      Boolean,
      30_000,
    );
  }

  async function startStorage(): Promise<void> {
    const { command, args, env } = await storageService(
      compose,
      at('storage'),
      path.join(directory, 'storage'),
    );
    start(command, args, env);
    await until(
      () =>
        fetch(`http://${at('storage')}/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      Boolean,
      30_000,
    );
  }

  async function startTemporal(): Promise<void> {
    const schema = compose.services['temporal-schema']!.entrypoint!.map((word) =>
      word.startsWith('/deploy/') ? path.join(root, word) : word,
    );
    const env = { ...environmentOf('temporal-schema'), PATH: `${temporal}:${searchPath}` };
    for (const time of ['first', 'second']) {
      const { code, output } = await run(schema[0]!, schema.slice(1), { env });
      expect(code, `the ${time} time: ${output}`).toBe(0);
    }
    const listening = Object.fromEntries(temporalPorts.map((name) => [name, String(port(name))]));
    const server = start(`${temporal}/temporal-server`, ['start'], {
      ...environmentOf('temporal'),
      BIND_ON_IP: '127.0.0.1',
      ...listening,
      FRONTEND_GRPC_PORT: String(port('temporal')),
    });
    await until(() => listens(port('temporal')), Boolean, 120_000);
    expect(server.exitCode).toBeNull();
  }

  test('are set up by jobs that are idempotent and may run concurrently', { timeout: 300_000 }, async () => {
    for (const name of ['setup-database', 'setup-storage', 'setup-temporal']) {
      await Promise.all([job(name), job(name)]);
      await job(name);
    }
  });

  test('process a submission that one API accepts and the other returns', { timeout: 300_000 }, async () => {
    const names = Object.keys(compose.services).filter((name) => name.startsWith('worker-'));
    for (const name of ['api', ...names]) start(...(await ours(name)), image);
    const [command, args, env] = await ours('api');
    const second = { PORT: String(port('api-2')), HEALTH_PORT: String(port(operatorsOf('api-2'))) };
    start(command, args, { ...env, ...second }, image);
    for (const name of ['api', ...names]) await until(() => isReady(name), Boolean, 120_000);

    const admin = async (...words: string[]): Promise<{ id: string; key: string }> => {
      const [first, rest, settings] = await ours('setup-database');
      const at = rest.indexOf('packages/admin/main.ts');
      const { output } = await run(first, [...rest.slice(0, at + 1), ...words, '--json'], {
        env: settings,
        cwd: image,
      });
      return JSON.parse(output) as { id: string; key: string };
    };
    const { id } = await admin('workspaces', 'create', '--name', 'By hand', '--plan', 'unlimited');
    const { key } = await admin('keys', 'create', '--workspace', id, '--environment', 'live');
    const one = createClient({ baseUrl: `http://${at('api')}`, apiKey: key });
    const two = createClient({ baseUrl: `http://${at('api-2')}`, apiKey: key });
    const pdf = new Blob([pdfOf({ pages: 3, script: "app.alert('Opened');" })]);
    const blobPath = await one.upload({ filename: 'a.pdf', contentType: 'application/pdf', body: pdf });
    const sidekickIds = (await two.sidekicks()).map((sidekick) => sidekick.id);
    const { submissionId } = await two.submit({ blobPaths: [blobPath], sidekickIds });
    const done = await one.waitUntilDone(submissionId, { timeoutMs: 120_000 });
    expect(done).toMatchObject({ status: 'complete', creditsCharged: 3 });
  });
});
