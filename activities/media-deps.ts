import type { Database } from '../storage/postgres/database.ts';
import type { BlobStore } from '../storage/s3/blob-store.ts';
import type { Isolates } from './isolate/isolate.ts';
import type { MediaTools } from './media/media-tools.ts';

/** What files of strangers are opened with. */
export interface MediaWorkshop {
  /** For parsing in JavaScript. */
  isolates: Isolates;
  tools: MediaTools;
  /** For files while ffmpeg works on them. */
  workDir: string;
}

/** What activities that work on media need. */
export interface MediaDeps extends MediaWorkshop {
  database: Database;
  blobs: BlobStore;
}
