import type { Client } from '@temporalio/client';
import type { UpkeepTask } from '../../domain/upkeep.ts';
import type { Database } from '../../storage/postgres/database.ts';
import type { BlobStore } from '../../storage/s3/blob-store.ts';

export interface UpkeepDeps {
  database: Database;
  blobs: BlobStore;
  temporal: Client;
}

export interface UpkeepBatch {
  runId: string;
  task: UpkeepTask;
  dryRun: boolean;
  minAgeHours: number;
  /** How many to look at. */
  limit: number;
  /** Where the batch before this one ended; null: from the start. */
  cursor: string | null;
}

export interface UpkeepProgress {
  /** Null: there is no more. */
  cursor: string | null;
  checked: number;
}

/** Before every id. */
export const firstId = '00000000-0000-0000-0000-000000000000';

const parallel = 8;

/** Does `work` for each item, a few at a time. */
export async function forEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, lane));
}
