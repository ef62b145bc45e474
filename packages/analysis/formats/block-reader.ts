import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';

/** Number of bytes read from the start of a file to detect its type. */
export const headBytes = 64 * 1024;
/**
 * Block size in bytes for reading the index of a media file. Larger blocks waste bytes; smaller ones need more
 * requests.
 */
export const blockBytes = 32 * 1024;
/** Block size in bytes for reading headers that are far apart in the file. Only a few bytes of each block are used. */
export const sparseBlockBytes = 16 * 1024;

export interface BlockReader {
  readonly bytesRead: number;
  read(start: number, end: number): Promise<Uint8Array>;
}

/**
 * Returns a reader that fetches aligned blocks of a source and caches them, because parsing an index requires many
 * small reads of adjacent bytes. Adjacent missing blocks are fetched in one request.
 */
export function createBlockReader(source: RangedSource, sizeBytes = blockBytes): BlockReader {
  const blocks = new Map<number, Promise<Uint8Array>>();
  let bytesRead = 0;

  function fetch(first: number, last: number): void {
    const from = first * sizeBytes;
    const to = Math.min((last + 1) * sizeBytes, source.sizeBytes);
    bytesRead += to - from;
    const run = source.read(from, to);
    for (let block = first; block <= last; block++) {
      const offset = (block - first) * sizeBytes;
      const part = run.then((bytes) => bytes.subarray(offset, offset + sizeBytes));
      // Prevents an unhandled rejection, which would end the process. Callers that await the block still receive the
      // error.
      part.catch(() => undefined);
      blocks.set(block, part);
    }
  }

  return {
    get bytesRead() {
      return bytesRead;
    },
    async read(start, end) {
      const first = Math.floor(start / sizeBytes);
      const last = Math.floor((end - 1) / sizeBytes);
      for (let block = first; block <= last; block++) {
        if (blocks.has(block)) continue;
        let until = block;
        while (until < last && !blocks.has(until + 1)) until++;
        fetch(block, until);
      }
      const parts: Uint8Array[] = [];
      for (let block = first; block <= last; block++) {
        const bytes = await blocks.get(block)!;
        const from = block * sizeBytes;
        parts.push(bytes.subarray(Math.max(0, start - from), Math.min(sizeBytes, end - from)));
      }
      return parts.length === 1 ? parts[0]! : new Uint8Array(Buffer.concat(parts));
    },
  };
}

/** Returns the source with a block cache, so that several parsers can read the same bytes with one request. */
export function withBlockCache(source: RangedSource): RangedSource {
  const reader = createBlockReader(source);
  return { ...source, read: (start, end) => reader.read(start, end) };
}

/** Returns the bytes from `start` (inclusive) to `end` (exclusive) as a `DataView`. */
export async function readView(reader: BlockReader, start: number, end: number): Promise<DataView> {
  const bytes = await reader.read(start, end);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
