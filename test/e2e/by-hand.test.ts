/** @module-tag long */

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
import { type ComposeFile, filledEnv, imageStage, readCompose, root } from '../support/compose.ts';
import { followDockerfile, imageEnvironment } from '../support/image.ts';
import { expectKnownIssues, makeKnownFiles } from '../support/known-files.ts';
import { run } from '../support/run.ts';
import { storageService } from '../support/versitygw.ts';

// Runs the processes of docker-compose.yml without containers. They have the same commands and environment,
// but other addresses. Assay's own processes run from the files of their image, as an unprivileged user.

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
  /** The directories with the files of the images. */
  let images: Record<'service' | 'media', string>;
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

  /** Returns what runs a process of Assay from the files of its image. */
  async function ours(name: string) {
    const service = compose.services[name]!;
    const { command: words = ['node', 'api/main.ts'] } = service;
    const stage = imageStage(service)!;
    const [command, ...args] = [...asUser, process.execPath, ...words.slice(1)];
    const work = { WORK_DIR: path.join(directory, 'work'), TMPDIR: path.join(directory, 'work') };
    const set = await imageEnvironment(stage, images[stage]);
    const env: NodeJS.ProcessEnv = { ...set, ...work, ...environmentOf(name), LOG_LEVEL: 'warn' };
    return { command: command!, args, env, cwd: images[stage] };
  }

  async function startOurs(name: string, settings: NodeJS.ProcessEnv = {}): Promise<void> {
    const { command, args, env, cwd } = await ours(name);
    start(command, args, { ...env, ...settings }, cwd);
  }

  async function job(name: string): Promise<void> {
    const { command, args, ...options } = await ours(name);
    const { code, output } = await run(command, args, options);
    expect(output).not.toMatch(/error/i);
    expect(code).toBe(0);
  }

  /** Returns whether the health check of the service in docker-compose.yml succeeds. */
  async function isReady(name: string): Promise<boolean> {
    const [, file] = compose.services[name]!.healthcheck!.test!.slice(1);
    return (
      (await run(process.execPath, [file!], { env: environmentOf(name), cwd: images.service })).code === 0
    );
  }

  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'assay-by-hand-'));
    temporal = await findTemporalServer(cacheDir, environment);
    const operators = ['api', 'api-2'].map(operatorsOf);
    for (const name of ['postgres', 'storage', 'temporal', 'api', 'api-2', ...operators, ...temporalPorts]) {
      ports.set(name, await freePort(0, new Set(ports.values())));
    }
    await chmod(directory, 0o755);
    const { build } = await followDockerfile(path.join(directory, 'images'), 'installed');
    images = { service: await build('service'), media: await build('media') };
    await mkdir(path.join(directory, 'work'), { mode: 0o700 });
    if (
      (
        await run('sh', [
          '-c',
          `${unprivileged} test -r ${images.media}/package.json -a -x ${process.execPath}`,
        ])
      ).code === 0
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

  test(
    'process files that one API accepts, and the other returns their issues',
    { timeout: 600_000 },
    async () => {
      const names = Object.keys(compose.services).filter((name) => name.startsWith('worker-'));
      for (const name of ['api', ...names]) await startOurs(name);
      await startOurs('api', {
        PORT: String(port('api-2')),
        HEALTH_PORT: String(port(operatorsOf('api-2'))),
      });
      for (const name of ['api', ...names]) await until(() => isReady(name), Boolean, 120_000);

      const admin = async (...words: string[]): Promise<{ id: string; key: string }> => {
        const { command, args, ...options } = await ours('setup-database');
        const program = args.slice(0, args.indexOf('packages/admin/main.ts') + 1);
        const { output } = await run(command, [...program, ...words, '--json'], options);
        return JSON.parse(output) as { id: string; key: string };
      };
      const { id } = await admin('workspaces', 'create', '--name', 'By hand', '--plan', 'unlimited');
      const { key } = await admin('keys', 'create', '--workspace', id, '--environment', 'live');
      const one = createClient({ baseUrl: `http://${at('api')}`, apiKey: key });
      const two = createClient({ baseUrl: `http://${at('api-2')}`, apiKey: key });
      const files = await makeKnownFiles(path.join(directory, 'files'));
      await expectKnownIssues(one, two, files, 300_000);
    },
  );
});
