import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PutBucketPolicyCommand } from '@aws-sdk/client-s3';
import type { BlobStoreOptions } from './blob-store.ts';
import { createClient } from './client.ts';

/** Processes with rights in the bucket. The IAM policy in `policies/NAME.json` defines the rights of process `NAME`. */
export const storageProcesses = ['api', 'orchestration', 'media', 'remote'];

interface Policy {
  Version: string;
  Statement: Record<string, unknown>[];
}

/**
 * Returns a bucket policy that gives each account the rights of its process. Throws if a process is unknown.
 * @param accounts account by process: an access key id of versitygw, or an ARN of AWS
 */
export async function bucketPolicy(
  bucket: string,
  accounts: Readonly<Record<string, string>>,
): Promise<Policy> {
  const statements = await Promise.all(
    Object.entries(accounts).map(async ([process, account]) => {
      if (!storageProcesses.includes(process)) throw new Error(`S3_ACCOUNTS: unknown process ${process}`);
      const file = path.join(import.meta.dirname, 'policies', `${process}.json`);
      const policy = (await readFile(file, 'utf8')).replaceAll(
        'arn:aws:s3:::assay',
        `arn:aws:s3:::${bucket}`,
      );
      const { Statement } = JSON.parse(policy) as Policy;
      return Statement.map(({ Sid, ...rest }) => ({
        Sid: `${process}${String(Sid)}`,
        Principal: { AWS: account },
        ...rest,
      }));
    }),
  );
  return { Version: '2012-10-17', Statement: statements.flat() };
}

/**
 * Replaces the policy of the bucket. Each account in `accounts` gets the rights of its process (see `bucketPolicy`).
 */
export async function putBucketPolicy(
  { endpoint, region, bucket }: Pick<BlobStoreOptions, 'endpoint' | 'region' | 'bucket'>,
  accounts: Readonly<Record<string, string>>,
): Promise<void> {
  const client = createClient(endpoint, region);
  try {
    const policy = JSON.stringify(await bucketPolicy(bucket, accounts));
    await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy: policy }));
  } finally {
    client.destroy();
  }
}
