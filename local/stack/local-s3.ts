import { type BlobStore, createBlobStore } from '../../storage/s3/blob-store.ts';

export const defaultBucket = 'assay';
/** The one account that the local S3 server knows. */
export const s3Credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** The blob store of a local stack, for this process: the SDK finds the credentials in its environment. */
export function openLocalBlobs(endpoint: string): BlobStore {
  Object.assign(process.env, s3Credentials);
  return createBlobStore({ endpoint, publicEndpoint: null, region: 'us-east-1', bucket: defaultBucket });
}
