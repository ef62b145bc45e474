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
