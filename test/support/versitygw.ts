import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, inject } from 'vitest';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { defaultBucket, openLocalBlobs, s3Credentials } from '../../tools/local/stack/local-s3.ts';
import { freePort } from '../../tools/local/stack/ports.ts';
import { findCaddy, findVersitygw } from '../../tools/local/programs/go-servers.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { until } from './api.ts';
import { type ComposeFile, root } from './compose.ts';

export interface StrictS3 {
  endpoint: string;
  /** The blob store in the server's only bucket. */
  blobs: BlobStore;
  /** The directory that contains the bucket's objects as files. */
  bucketDir: string;
}

/** Building versitygw takes minutes if the cache directory does not contain it. */
const buildTimeoutMs = 15 * 60_000;
const startTimeoutMs = 15_000;

/**
 * Starts versitygw on a separate directory for the test file. The fields of the result are set before the
 * tests run. Files that a test writes directly into the directory have the ETag `defaultEtag`.
 */
export function useVersitygw(defaultEtag: string): StrictS3 {
  const server = {} as StrictS3;
  const directory = path.join(inject('scratchDir'), `versitygw-${process.pid}`);
  let child: ChildProcess | undefined;
  beforeAll(async () => {
    const { cacheDir, environment } = loadLocalConfig();
    const command = await findVersitygw(cacheDir, environment);
    const [objects, metadata, versions] = ['objects', 'metadata', 'versions'].map((name) =>
      path.join(directory, name),
    ) as [string, string, string];
    server.bucketDir = path.join(objects, defaultBucket);
    await mkdir(server.bucketDir, { recursive: true });
    await mkdir(metadata, { recursive: true });
    await mkdir(versions, { recursive: true });
    const address = `127.0.0.1:${await freePort(0, new Set())}`;
    server.endpoint = `http://${address}`;
    server.blobs = openLocalBlobs(server.endpoint);
    child = spawn(
      command,
      [
        ...['--quiet', '--port', address, 'posix', '--sidecar', metadata, '--versioning-dir', versions],
        ...['--default-etag', defaultEtag, objects],
      ],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
        env: {
          ROOT_ACCESS_KEY_ID: s3Credentials.AWS_ACCESS_KEY_ID,
          ROOT_SECRET_ACCESS_KEY: s3Credentials.AWS_SECRET_ACCESS_KEY,
        },
      },
    );
    await ready(server.blobs, child);
  }, buildTimeoutMs);
  afterAll(async () => {
    if (await stop(child)) server.blobs.close();
    await rm(directory, { recursive: true, force: true });
  });
  return server;
}

/**
 * Returns the command and environment of the service `storage` in docker-compose.yml, without its container.
 * @param address host:port to listen on
 * @param directory directory of the objects and the accounts
 */
export async function storageService(
  compose: ComposeFile,
  address: string,
  directory: string,
): Promise<{ command: string; args: string[]; env: NodeJS.ProcessEnv }> {
  const { cacheDir, environment } = loadLocalConfig();
  const program = await findVersitygw(cacheDir, environment);
  const service = compose.services['storage']!;
  const [command, ...args] = [...service.entrypoint!, ...service.command!].map((word) =>
    word === ':7070'
      ? address
      : word.replace(/^\/data/, directory).replace(/^\/deploy/, path.join(root, 'deploy')),
  );
  for (const folder of ['objects', 'metadata'])
    await mkdir(path.join(directory, folder), { recursive: true });
  const PATH = [path.dirname(program), environment['PATH']].join(path.delimiter);
  return {
    command: command!,
    args,
    env: { ...service.environment, IAM_DIR: path.join(directory, 'iam'), PATH },
  };
}

/** Starts the service `storage` of docker-compose.yml for the test file. `endpoint` is set before the tests run. */
export function useStorageService(compose: ComposeFile): { endpoint: string } {
  const server = { endpoint: '' };
  const directory = path.join(inject('scratchDir'), `storage-${process.pid}`);
  let child: ChildProcess | undefined;
  beforeAll(async () => {
    const address = `127.0.0.1:${await freePort(0, new Set())}`;
    const { command, args, env } = await storageService(compose, address, directory);
    server.endpoint = `http://${address}`;
    child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    await untilReachable(`${server.endpoint}/health`);
  }, buildTimeoutMs);
  afterAll(async () => {
    await stop(child);
    await rm(directory, { recursive: true, force: true });
  });
  return server;
}

/**
 * Starts Caddy for the test file, with the storage's site of deploy/Caddyfile on a free port, in front of `storage`.
 * `endpoint` is set before the tests run.
 */
export function useStorageProxy(storage: { endpoint: string }): { endpoint: string } {
  const server = { endpoint: '' };
  let child: ChildProcess | undefined;
  beforeAll(async () => {
    const { cacheDir, environment } = loadLocalConfig();
    const program = await findCaddy(cacheDir, environment);
    server.endpoint = `http://127.0.0.1:${await freePort(0, new Set())}`;
    const caddyfile = await readFile(path.join(root, 'deploy/Caddyfile'), 'utf8');
    const [site] = /^http:\/\/:7070 \{\n[^]*?^\}/m.exec(caddyfile)!;
    const adapted = site
      .replace('http://:7070', server.endpoint)
      .replace('storage:7070', new URL(storage.endpoint).host);
    child = spawn(program, ['run', '--adapter', 'caddyfile', '--config', '-'], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { HOME: inject('scratchDir') },
    });
    child.stdin!.end(`{\n\tadmin off\n}\n${adapted}\n`);
    await untilReachable(server.endpoint);
  }, buildTimeoutMs);
  afterAll(() => stop(child));
  return server;
}

/** Waits until a server responds. */
function untilReachable(url: string): Promise<boolean> {
  const isReachable = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  return until(isReachable, Boolean, startTimeoutMs);
}

/** Ends a server and waits for its exit. Returns false if the server was not running. */
async function stop(child: ChildProcess | undefined): Promise<boolean> {
  if (child === undefined || child.exitCode !== null) return false;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return true;
}

async function ready(blobs: BlobStore, child: ChildProcess): Promise<void> {
  const deadline = AbortSignal.timeout(startTimeoutMs);
  let said = '';
  child.stderr!.on('data', (chunk: Buffer) => (said += chunk.toString()));
  for (;;) {
    if (child.exitCode !== null) throw new Error(`versitygw ended with exit code ${child.exitCode}: ${said}`);
    try {
      return await blobs.check(deadline);
    } catch (error) {
      if (deadline.aborted) throw error;
      await setTimeout(100);
    }
  }
}
