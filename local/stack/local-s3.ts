import { type BlobStore, createBlobStore } from '../../storage/s3/blob-store.ts';

export const defaultBucket = 'assay';
/** The only account of the local S3 server. */
export const s3Credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/**
 * Opens the blob store of a local stack. Sets the credentials in this process's environment, where the SDK reads
 * them.
 */
export function openLocalBlobs(endpoint: string): BlobStore {
  Object.assign(process.env, s3Credentials);
  return createBlobStore({ endpoint, publicEndpoint: null, region: 'us-east-1', bucket: defaultBucket });
}
