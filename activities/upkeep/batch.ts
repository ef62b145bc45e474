import type { Client } from '@temporalio/client';
import type { UpkeepTask } from '@assay/domain/upkeep.ts';
import type { Database } from '@assay/storage/database/database.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';

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
  /** Minimum age of compared versions and deliveries. */
  minAgeMinutes: number;
  /** Maximum number of rows, objects or workflows to check. */
  limit: number;
  /** The cursor that the previous batch returned. Null: start from the beginning. */
  cursor: string | null;
}

export interface UpkeepProgress {
  /** The cursor of the next batch. Null after the last batch. */
  cursor: string | null;
  /** Number of rows, objects or workflows checked. */
  checked: number;
}
