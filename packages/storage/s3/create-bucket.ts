import {
  BucketAlreadyOwnedByYou,
  type BucketLocationConstraint,
  CreateBucketCommand,
  HeadBucketCommand,
} from '@aws-sdk/client-s3';
import type { BlobStoreOptions } from './blob-store.ts';
import { createClient } from './client.ts';

/** The default region of AWS. AWS rejects this region as a location constraint. */
const defaultRegion = 'us-east-1';

/** Creates the bucket. Returns false if the bucket already exists. Throws if it belongs to another account. */
export async function createBucket({
  endpoint,
  region,
  bucket,
}: Pick<BlobStoreOptions, 'endpoint' | 'region' | 'bucket'>): Promise<boolean> {
  const client = createClient(endpoint, region);
  const location =
    endpoint === null && region !== defaultRegion ? (region as BucketLocationConstraint) : null;
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
    // Throws if the existing bucket cannot be accessed.
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
    return false;
  } finally {
    client.destroy();
  }
}
