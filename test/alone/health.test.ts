import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { loadWorkerConfig } from '@assay/runtime/config.ts';
import { createTemporalClient } from '@assay/runtime/temporal/temporal-client.ts';
import { freePort } from '../../tools/local/stack/ports.ts';
import { openStorage } from '@assay/runtime/bootstrap.ts';
import { serveHealth } from '../../workers/serve-health.ts';
import { until } from '../support/api.ts';
import { hasDockerSeccomp, inDockerSeccomp } from '../support/docker-seccomp.ts';
import { imageEnvironment } from '../support/image.ts';
import { stackEnvironment } from '../support/stack-environment.ts';

const stack = inject('stack');

/** Environment variables of an additional worker of the running stack. */
const env = {
  ...stackEnvironment(),
  WORKFLOW_BUNDLE: inject('workflowBundlePath'),
  WORK_DIR: inject('scratchDir'),
  HOST: '127.0.0.1',
};

/** Address with a port on which no server listens. */
let nowhere: string;
beforeAll(async () => {
  nowhere = `127.0.0.1:${await freePort(0, new Set())}`;
});

interface Answer {
  status: number;
  body: unknown;
}

async function get(url: string): Promise<Answer | null> {
  // The connection is refused before the process has started and after it has ended.
  const response = await fetch(url).catch(() => null);
  return response === null ? null : { status: response.status, body: await response.json() };
}

describe('the workers of the embedded stack', () => {
  test.for([
    ['worker', { postgres: 'ok', storage: 'ok', temporal: 'ok', workers: { orchestration: 'running' } }],
    [
      'deliveryWorker',
      {
        postgres: 'ok',
        storage: 'ok',
        temporal: 'ok',
        workers: { delivery: 'running', remote: 'running' },
      },
    ],
  ] as const)('%s is ready', async ([name, body]) => {
    expect(await get(stack.workerHealthUrls[name])).toEqual({ status: 200, body: { status: 'ok', ...body } });
  });

  test('mediaWorker is ready and shows the sandbox of ffmpeg', async () => {
    expect(await get(stack.workerHealthUrls.mediaWorker)).toEqual({
      status: 200,
      body: {
        status: 'ok',
        postgres: 'ok',
        storage: 'ok',
        temporal: 'ok',
        workers: { media: 'running' },
        sandbox: {
          setting: 'auto',
          containment: expect.stringMatching(/^(bubblewrap|limits|none)$/) as string,
        },
      },
    });
  });
});

describe('a worker process', () => {
  let child: ChildProcess;

  afterEach(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });

  /** Starts a worker process. Returns the URL of its health port. */
  async function start(settings: NodeJS.ProcessEnv): Promise<string> {
    const port = await freePort(0, new Set());
    child = spawn(process.execPath, [path.join(import.meta.dirname, '../../workers/main.ts')], {
      env: { ...env, HEALTH_PORT: String(port), ...settings },
      stdio: 'inherit',
    });
    const url = `http://127.0.0.1:${port}`;
    await until(
      () => get(`${url}/healthz`),
      (answer) => answer !== null,
      20_000,
    );
    return url;
  }

  test('is alive but not ready while Temporal and S3 are unavailable, and shows both', async () => {
    const url = await start({
      WORKER_ROLES: 'media',
      MEDIA_SANDBOX: 'off',
      TEMPORAL_ADDRESS: nowhere,
      S3_ENDPOINT: `http://${nowhere}`,
    });
    expect(await get(`${url}/healthz`)).toEqual({ status: 200, body: { status: 'ok' } });
    expect(await get(`${url}/readyz`)).toEqual({
      status: 503,
      body: {
        status: 'unavailable',
        postgres: 'ok',
        storage: 'unreachable',
        temporal: 'unreachable',
        workers: { media: 'starting' },
        sandbox: { setting: 'off', containment: 'none' },
      },
    });
  });

  test('is ready, becomes unready on SIGTERM, and ends', async () => {
    const url = await start({ WORKER_ROLES: 'delivery' });
    await until(
      () => get(`${url}/readyz`),
      (answer) => answer?.status === 200,
      20_000,
    );
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const statuses: (number | undefined)[] = [];
    while (child.exitCode === null) statuses.push((await get(`${url}/readyz`))?.status);
    // The worker may handle the first request before the signal.
    expect(statuses.slice(statuses.indexOf(503))).not.toContain(200);
    expect(await ended).toEqual([0, null]);
  });
});

describe('the worker of the media image', () => {
  const main = path.join(import.meta.dirname, '../../workers/main.ts');
  const port = freePort(0, new Set());
  let child: ChildProcess;

  /** Environment of the image, with the addresses and directories of the running stack. */
  async function environment(): Promise<NodeJS.ProcessEnv> {
    const { WORKFLOW_BUNDLE, WORK_DIR } = env;
    return {
      ...env,
      ...(await imageEnvironment('media', '/nowhere')),
      WORKFLOW_BUNDLE,
      WORK_DIR,
      WORKER_ROLES: 'media',
      HEALTH_PORT: String(await port),
    };
  }

  afterEach(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });

  test.runIf(hasDockerSeccomp)(
    'does not start under Docker’s default seccomp profile, and says why',
    async () => {
      const [command, args] = inDockerSeccomp(process.execPath, main);
      child = spawn(command, args, { env: await environment(), stdio: ['ignore', 'pipe', 'inherit'] });
      let log = '';
      child.stdout!.setEncoding('utf8').on('data', (text: string) => (log += text));
      expect(await once(child, 'close', { signal: AbortSignal.timeout(20_000) })).toEqual([1, null]);
      expect(log).toMatch(/MEDIA_SANDBOX is required, but bubblewrap does not work \(bwrap: .*namespace/);
    },
  );

  test('is ready where bubblewrap works, and shows it', async () => {
    child = spawn(process.execPath, [main], { env: await environment(), stdio: 'inherit' });
    const url = `http://127.0.0.1:${await port}/readyz`;
    const { body } = (await until(
      () => get(url),
      (answer) => answer?.status === 200,
      20_000,
    ))!;
    expect(body).toMatchObject({ sandbox: { setting: 'required', containment: 'bubblewrap' } });
  });
});

describe('a Temporal worker', () => {
  test.for([
    ['INITIALIZED', 503, 'starting'],
    ['RUNNING', 200, 'running'],
    ['STOPPING', 503, 'draining'],
    ['DRAINING', 503, 'draining'],
    ['DRAINED', 503, 'draining'],
    ['STOPPED', 503, 'stopped'],
    ['FAILED', 503, 'failed'],
  ] as const)('that is %s: %i', async ([state, status, word]) => {
    const port = await freePort(0, new Set());
    const config = loadWorkerConfig({ ...env, WORKER_ROLES: 'delivery', HEALTH_PORT: String(port) });
    const log = pino({ level: 'silent' });
    const { database, blobs, close } = openStorage(config, 'test', log);
    const temporal = createTemporalClient({ address: config.TEMPORAL_ADDRESS }, config.TEMPORAL_NAMESPACE);
    const workers = () => [{ getState: () => 'RUNNING' as const }, { getState: () => state }];
    const metrics = new Registry();
    const health = await serveHealth(config, {
      database,
      blobs,
      temporal,
      containment: null,
      workers,
      metrics,
      log,
    });
    expect(await get(`http://127.0.0.1:${port}/readyz`)).toMatchObject({
      status,
      body: { workers: { delivery: word } },
    });
    await health.close();
    await temporal.connection.close();
    await close();
  });
});
