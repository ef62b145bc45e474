import path from 'node:path';
import { type BlobStore, createBlobStore } from '@assay/storage/s3/blob-store.ts';
import { firstMessage } from './services.ts';
import type { ProcessSpec } from './supervisor.ts';

export const defaultBucket = 'assay';
/** Credentials of the only account of the local S3 server, as environment variables. */
export const s3Credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/**
 * Returns the specification of the process that runs the local S3 server.
 * @param origins origins whose pages may upload files
 */
export function s3Service(
  directory: string,
  port: number,
  bucket: string,
  env: NodeJS.ProcessEnv,
  origins: readonly string[] = [],
): ProcessSpec {
  return {
    name: 's3',
    command: process.execPath,
    args: [path.join(import.meta.dirname, 's3-server.ts'), directory, String(port), bucket, ...origins],
    env,
    stopSignal: 'SIGTERM',
    ready: firstMessage,
  };
}

/** Opens the blob store of a local stack. Sets the environment variables from which the AWS SDK reads credentials. */
export function openLocalBlobs(endpoint: string): BlobStore {
  Object.assign(process.env, s3Credentials);
  return createBlobStore({ endpoint, publicEndpoint: null, region: 'us-east-1', bucket: defaultBucket });
}
