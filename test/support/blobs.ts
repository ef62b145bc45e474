import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, inject } from 'vitest';
import { openLocalBlobs } from '../../local/stack/local-s3.ts';
import { type BlobStore, createBlobStore } from '../../storage/s3/blob-store.ts';

/** The blob store of the stack under test. */
export function useBlobs(): BlobStore {
  const blobs = openLocalBlobs(inject('stack').s3Endpoint);
  afterAll(() => blobs.close());
  return blobs;
}

/** A blob store on a bucket of the test file's own, where nobody else's blobs are. */
export function useOwnBlobs(): BlobStore {
  const endpoint = inject('stack').s3Endpoint;
  const bucket = `test-${randomUUID()}`;
  openLocalBlobs(endpoint).close();
  const blobs = createBlobStore({ endpoint, publicEndpoint: null, region: 'us-east-1', bucket });
  beforeAll(async () => {
    const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    client.destroy();
  });
  afterAll(() => blobs.close());
  return blobs;
}

/** Uploads bytes as a client would, through a presigned URL, and answers their ETag. */
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
  if (!response.ok) throw new Error(`upload answered ${response.status}`);
  return (await blobs.head(key))!.etag;
}
