import { isUtf8 } from 'node:buffer';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../domain/errors.ts';
import { splitAtPictures } from '../domain/pictures.ts';
import type { BlobStore } from '../storage/s3/blob-store.ts';
import { pictureKeyBeside } from '../storage/s3/keys.ts';
import { StorageFault } from '../storage/s3/storage-fault.ts';

const maxCachedBytes = 64 * 2 ** 20;
/** Long enough to look at what has just been read; who comes later asks again. */
const pictureLinkSeconds = 3_600;

export type ResultReader = ReturnType<typeof createResultReader>;

/** What is kept under a key: its text, cut where it refers to a picture, and the pictures' keys in between. */
interface Kept {
  texts: Buffer[];
  pictureKeys: string[];
}

/**
 * Reads issue and topic lists from storage. They are kept under keys made of their content and so never change,
 * which is why a copy in memory stays true. Links to pictures are made anew for each reader, without asking the storage.
 */
export function createResultReader(blobs: BlobStore) {
  const cache = new LRUCache<string, Kept>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ texts }) => texts.reduce((sum, { length }) => sum + length, 1),
  });

  async function keptUnder(key: string, what: 'issues' | 'topics'): Promise<Kept> {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    try {
      const bytes = await blobs.getSmall(key);
      if (!isUtf8(bytes)) throw new SyntaxError(`${key} is not UTF-8`);
      const text = bytes.toString();
      JSON.parse(text);
      const kept = takenApart(text, key);
      cache.set(key, kept);
      return kept;
    } catch (error) {
      if (!(error instanceof StorageFault) && !(error instanceof SyntaxError)) throw error;
      throw new ApiError('blob_unreadable', { values: { what }, cause: error });
    }
  }

  return {
    /** The bytes of the JSON under `key`; a 502 that names `what` when it cannot be had. */
    async read(key: string, what: 'issues' | 'topics'): Promise<Buffer> {
      const { texts, pictureKeys } = await keptUnder(key, what);
      if (pictureKeys.length === 0) return texts[0]!;
      const links = new Map<string, string>();
      for (const picture of new Set(pictureKeys)) {
        const link = await blobs.presignDownload(picture, pictureLinkSeconds);
        links.set(picture, JSON.stringify(link).slice(1, -1));
      }
      const pieces = pictureKeys.flatMap((picture, at) => [texts[at]!, Buffer.from(links.get(picture)!)]);
      return Buffer.concat([...pieces, texts.at(-1)!]);
    },
  };
}

function takenApart(json: string, key: string): Kept {
  const { texts, digests } = splitAtPictures(json);
  return {
    texts: texts.map((text) => Buffer.from(text)),
    pictureKeys: digests.map((digest) => pictureKeyBeside(key, digest)),
  };
}
