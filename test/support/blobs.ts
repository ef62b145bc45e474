import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { defaultBucket, openLocalBlobs } from '../../tools/local/stack/local-s3.ts';
import { freePort } from '../../tools/local/stack/ports.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';

const serverFile = path.join(import.meta.dirname, '../../tools/local/stack/s3-server.ts');

/** Opens the blob store of the stack under test. Closes it after the tests of the test file. */
export function useBlobs(): BlobStore {
  const blobs = openLocalBlobs(inject('stack').s3Endpoint);
  afterAll(() => blobs.close());
  return blobs;
}

/** Starts a separate local S3 server for the test file, so that it contains no blobs of other test files. */
export function useOwnBlobs(): { readonly blobs: BlobStore } {
  const directory = path.join(inject('scratchDir'), `s3-${randomUUID()}`);
  let blobs: BlobStore | undefined;
  let child: ChildProcess | undefined;
  beforeAll(async () => {
    const port = await freePort(0, new Set());
    child = fork(serverFile, [directory, String(port), defaultBucket]);
    await once(child, 'message');
    blobs = openLocalBlobs(`http://127.0.0.1:${port}`);
  });
  afterAll(() => {
    blobs?.close();
    child?.disconnect();
  });
  return {
    get blobs() {
      return blobs!;
    },
  };
}

/** Uploads bytes through a presigned URL, as a client does, and returns their ETag. */
export async function upload(
  blobs: BlobStore,
  key: string,
  bytes: Uint8Array | string,
  contentType = 'application/octet-stream',
): Promise<string> {
  const { url, headers } = await blobs.presignUpload(key, {
    contentType,
    contentLength: null,
    expiresInSeconds: 60,
  });
  const response = await fetch(url, { method: 'PUT', headers, body: Buffer.from(bytes) });
  if (!response.ok) throw new Error(`the upload got HTTP ${response.status}`);
  return (await blobs.head(key))!.etag;
}
