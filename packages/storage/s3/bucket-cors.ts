import { type CORSRule, PutBucketCorsCommand } from '@aws-sdk/client-s3';
import type { BlobStoreOptions } from './blob-store.ts';
import { createClient } from './client.ts';

/** Returns the rule that lets pages of these origins upload files and read byte ranges with presigned URLs. */
export function corsRule(origins: readonly string[]): Required<Omit<CORSRule, 'ID'>> {
  return {
    AllowedOrigins: [...origins],
    AllowedMethods: ['GET', 'HEAD', 'PUT'],
    AllowedHeaders: ['content-type', 'range'],
    ExposeHeaders: ['ETag', 'Content-Range', 'Accept-Ranges', 'Content-Length'],
    MaxAgeSeconds: 3600,
  };
}

/** Replaces the CORS rules of the bucket with the rule for the given origins. */
export async function putBucketCors(
  { endpoint, region, bucket }: Pick<BlobStoreOptions, 'endpoint' | 'region' | 'bucket'>,
  origins: readonly string[],
): Promise<void> {
  const client = createClient(endpoint, region);
  try {
    await client.send(
      new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [corsRule(origins)] } }),
    );
  } finally {
    client.destroy();
  }
}
