import type { Client } from '@temporalio/client';
import type { Bed } from '../bed/start-bed.ts';
import type { Journal } from '../load/journal.ts';
import type { Sample } from '../load/samples.ts';
import type { ChaosReceiver } from '../receiver.ts';
import type { Database } from '../../storage/postgres/database.ts';
import type { BlobStore } from '../../storage/s3/blob-store.ts';

export interface Check {
  name: string;
  /** What was looked at, in numbers. */
  looked: string;
  /** What is not as it is to be, by ids; empty when all is well. */
  violations: string[];
}

/** A sample as it was examined before anything was disturbed. */
export interface Baseline extends Sample {
  credits: number;
  issueCount: number;
}

/** What checks look at; nothing of it goes through a link. */
export interface Evidence {
  bed: Bed;
  database: Database;
  blobs: BlobStore;
  temporal: Client;
  journal: Journal;
  receiver: ChaosReceiver;
  /** By file name. */
  baselines: ReadonlyMap<string, Baseline>;
  /** Ids of subscriptions, by name. */
  subscriptions: ReadonlyMap<string, string>;
}

/** The words for rows with something wrong, one for each. */
export function violationsOf(rows: readonly { subject: string; why: string }[]): string[] {
  return rows.map(({ subject, why }) => `${subject}: ${why}`);
}
