import { isUtf8 } from 'node:buffer';
import { LRUCache } from 'lru-cache';
import { ApiError } from '@assay/domain/errors.ts';
import { splitAtPictures } from '@assay/domain/pictures.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { pictureKeyBeside } from '@assay/storage/s3/keys.ts';
import { StorageFault } from '@assay/storage/s3/storage-fault.ts';

const maxCachedBytes = 64 * 2 ** 20;
/** Lifetime in seconds of a link to a picture: enough to look at all pictures of a list. */
const pictureLinkSeconds = 3_600;

export type ResultReader = ReturnType<typeof createResultReader>;

/** A stored list, split at its links to pictures. The link to `pictureKeys[i]` is inserted after `texts[i]`. */
interface ResultTemplate {
  texts: Buffer[];
  pictureKeys: string[];
}

/**
 * Creates a reader of issue and topic lists. The storage key of a list contains the digest of its content, so a cached
 * list is never outdated. Links to pictures are signed again for each read, without a request to the storage.
 */
export function createResultReader(blobs: BlobStore) {
  const cache = new LRUCache<string, ResultTemplate>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ texts }) => texts.reduce((sum, { length }) => sum + length, 1),
  });

  async function readTemplate(key: string, what: 'issues' | 'topics'): Promise<ResultTemplate> {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    try {
      const bytes = await blobs.getSmall(key);
      if (!isUtf8(bytes)) throw new SyntaxError(`${key} is not UTF-8`);
      const text = bytes.toString();
      JSON.parse(text);
      const template = templateOf(text, key);
      cache.set(key, template);
      return template;
    } catch (error) {
      if (!(error instanceof StorageFault) && !(error instanceof SyntaxError)) throw error;
      throw new ApiError('blob_unreadable', { values: { what }, cause: error });
    }
  }

  return {
    /** Returns the bytes of a report, which are never changed. Throws a 502 if they cannot be read. */
    async readReport(key: string): Promise<Buffer> {
      try {
        return await blobs.getSmall(key);
      } catch (error) {
        if (!(error instanceof StorageFault)) throw error;
        throw new ApiError('blob_unreadable', { values: { what: 'report' }, cause: error });
      }
    },

    /** Returns the JSON stored under `key`. Throws a 502 whose text contains `what` if the JSON cannot be read. */
    async read(key: string, what: 'issues' | 'topics'): Promise<Buffer> {
      const { texts, pictureKeys } = await readTemplate(key, what);
      if (pictureKeys.length === 0) return texts[0]!;
      const links = new Map<string, string>();
      for (const picture of new Set(pictureKeys)) {
        const link = await blobs.presignDownload(picture, pictureLinkSeconds);
        links.set(picture, JSON.stringify(link).slice(1, -1));
      }
      const pieces = pictureKeys.flatMap((picture, index) => [
        texts[index]!,
        Buffer.from(links.get(picture)!),
      ]);
      return Buffer.concat([...pieces, texts.at(-1)!]);
    },
  };
}

function templateOf(json: string, key: string): ResultTemplate {
  const { texts, digests } = splitAtPictures(json);
  return {
    texts: texts.map((text) => Buffer.from(text)),
    pictureKeys: digests.map((digest) => pictureKeyBeside(key, digest)),
  };
}
