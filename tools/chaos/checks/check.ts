import type { Client } from '@temporalio/client';
import type { ChaosStack } from '../stack/start-chaos-stack.ts';
import type { Journal } from '../load/journal.ts';
import type { Sample } from '../load/samples.ts';
import type { ChaosReceiver } from '../receiver.ts';
import type { Database } from '@assay/storage/database/database.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';

export interface Check {
  name: string;
  /** Description of what was examined, with the number of items, in words. */
  examined: string;
  /** One line for each violation, with the id of the item; empty if the check passed. */
  violations: string[];
}

/** A sample file with the results of its examination before the first injected fault. */
export interface Baseline extends Sample {
  credits: number;
  issueCount: number;
}

/** The data that the checks read. The connections to Postgres, S3 and Temporal do not pass through fault proxies. */
export interface Evidence {
  stack: Pick<ChaosStack, 'apiUrls' | 'liveKey' | 'workspaceId'>;
  database: Database;
  blobs: BlobStore;
  temporal: Client;
  journal: Journal;
  receiver: ChaosReceiver;
  /** The baselines by file name. */
  baselines: ReadonlyMap<string, Baseline>;
  /** How delivery workers made first attempts. */
  firstAttempt: 'workflow' | 'direct';
  /** The ids of the subscriptions by name. */
  subscriptions: ReadonlyMap<string, string>;
}

export function violationsOf(rows: readonly { subject: string; reason: string }[]): string[] {
  return rows.map(({ subject, reason }) => `${subject}: ${reason}`);
}
