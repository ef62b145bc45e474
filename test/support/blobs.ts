import { afterAll, inject } from 'vitest';
import { type BlobStore, createBlobStore } from '../../storage/s3/blob-store.ts';

/** The blob store of the stack under test. */
export function useBlobs(): BlobStore {
  // The SDK finds credentials in the environment; these are the ones that the local S3 server knows.
  process.env['AWS_ACCESS_KEY_ID'] = 'S3RVER';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER';
  const blobs = createBlobStore({
    endpoint: inject('stack').s3Endpoint,
    publicEndpoint: null,
    region: 'us-east-1',
    bucket: 'assay',
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
