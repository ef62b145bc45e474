import {
  BucketAlreadyOwnedByYou,
  type BucketLocationConstraint,
  CreateBucketCommand,
  HeadBucketCommand,
} from '@aws-sdk/client-s3';
import type { BlobStoreOptions } from './blob-store.ts';
import { createClient } from './client.ts';

/** The region that AWS calls by no name here. */
const unnamedRegion = 'us-east-1';

/** Makes the bucket where there is none; false when there is one. Throws when it is somebody else's. */
export async function createBucket({
  endpoint,
  region,
  bucket,
}: Pick<BlobStoreOptions, 'endpoint' | 'region' | 'bucket'>): Promise<boolean> {
  const client = createClient(endpoint, region);
  const location =
    endpoint === null && region !== unnamedRegion ? (region as BucketLocationConstraint) : null;
  try {
    await client.send(
      new CreateBucketCommand({
        Bucket: bucket,
        ...(location === null ? {} : { CreateBucketConfiguration: { LocationConstraint: location } }),
      }),
    );
    return true;
  } catch (error) {
    if (!(error instanceof BucketAlreadyOwnedByYou)) throw error;
    // It can be used, too.
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
    return false;
  } finally {
    client.destroy();
  }
}
