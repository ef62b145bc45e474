import { isUtf8 } from 'node:buffer';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../domain/errors.ts';
import type { BlobStore } from '../storage/s3/blob-store.ts';
import { StorageFault } from '../storage/s3/storage-fault.ts';

const maxCachedBytes = 64 * 2 ** 20;

export type ResultReader = ReturnType<typeof createResultReader>;

/**
 * Reads issue and topic lists from storage. They are kept under keys made of their content and so never change,
 * which is why a copy in memory stays true.
 */
export function createResultReader(blobs: BlobStore) {
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxCachedBytes,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
  });
  return {
    /** The bytes of the JSON under `key`; a 502 that names `what` when it cannot be had. */
    async read(key: string, what: 'issues' | 'topics'): Promise<Buffer> {
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      try {
        const bytes = await blobs.getSmall(key);
        if (!isUtf8(bytes)) throw new SyntaxError(`${key} is not UTF-8`);
        JSON.parse(bytes.toString());
        cache.set(key, bytes);
        return bytes;
      } catch (error) {
        if (!(error instanceof StorageFault) && !(error instanceof SyntaxError)) throw error;
        throw new ApiError('blob_unreadable', { values: { what }, cause: error });
      }
    },
  };
}
