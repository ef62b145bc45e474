import type { Database } from '@assay/storage/database/database.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';

const timeoutMs = 5_000;

/** Throws unless Postgres and S3 respond. Workflows run it until it succeeds, and then repeat their work. */
export function createCheckStores({ database, blobs }: { database: Database; blobs: BlobStore }) {
  return async function checkStores(): Promise<void> {
    await Promise.all([database.query('select 1'), blobs.check(AbortSignal.timeout(timeoutMs))]);
  };
}
