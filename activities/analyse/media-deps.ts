import type { MediaRuntime } from '../../analysis/media-runtime.ts';
import type { Database } from '../../storage/postgres/database.ts';
import type { BlobStore } from '../../storage/s3/blob-store.ts';

/** What the activities of the media queue need. */
export interface MediaDeps extends MediaRuntime {
  database: Database;
  blobs: BlobStore;
}
