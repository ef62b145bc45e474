import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, inject } from 'vitest';
import { loadLocalConfig } from '../../config.ts';
import { defaultBucket, openLocalBlobs, s3Credentials } from '../../local/stack/local-s3.ts';
import { freePort } from '../../local/stack/ports.ts';
import { findVersitygw } from '../../local/tools/versitygw.ts';
import type { BlobStore } from '../../storage/s3/blob-store.ts';

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
    if (child !== undefined && child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      server.blobs.close();
    }
    await rm(directory, { recursive: true, force: true });
  });
  return server;
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
