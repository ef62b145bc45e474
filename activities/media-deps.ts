import type { Database } from '../storage/postgres/database.ts';
import type { BlobStore } from '../storage/s3/blob-store.ts';
import type { Isolates } from './isolate/isolate.ts';

/** What activities that work on media need. */
export interface MediaDeps {
  database: Database;
  blobs: BlobStore;
  /** For parsing in JavaScript. */
  isolates: Isolates;
  /** For files while ffmpeg works on them. */
  workDir: string;
}
