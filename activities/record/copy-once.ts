import { ContentChanged } from '@assay/domain/lib/ranged-source.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';

/**
 * Copies the object with the given ETag to `key`, and returns the ETag of the copy. If the object is missing or has
 * another ETag, uses the object at `key` if it has the given ETag: an earlier attempt may have crashed after it made
 * the copy, or Postgres may have been restored to a time before the copy. Returns null if there is no such copy either.
 */
export async function copyOnce(
  blobs: BlobStore,
  source: { key: string; etag: string },
  key: string,
): Promise<string | null> {
  try {
    return await blobs.copyPinned(source.key, key, source.etag);
  } catch (error) {
    if (!(error instanceof ContentChanged)) throw error;
    return (await blobs.head(key))?.etag === source.etag ? source.etag : null;
  }
}
