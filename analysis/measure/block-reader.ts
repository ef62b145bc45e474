import type { RangedSource } from '../../lib/ranged-source.ts';

/** The beginning of a file that is read to detect its type. */
export const headBytes = 64 * 1024;
/** Block size for an index: small enough to waste little, large enough that an index fits into few blocks. */
export const blockBytes = 32 * 1024;
/** Block size for reads at few places that are far apart. */
export const sparseBlockBytes = 16 * 1024;

export interface BlockReader {
  /** Bytes fetched so far. */
  readonly bytesRead: number;
  read(start: number, end: number): Promise<Uint8Array>;
}

/**
 * Returns a reader that fetches aligned blocks of a source and caches them, because an index takes many small reads
 * side by side. Missing blocks next to each other are fetched in one request.
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
      // Readers of the block see the error; a block without a reader must not end the process.
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

/** Returns the source with a block cache, for several parsers that read the same places. */
export function withBlockCache(source: RangedSource): RangedSource {
  const reader = createBlockReader(source);
  return { ...source, read: (start, end) => reader.read(start, end) };
}

/** Returns the bytes from `start` to before `end` as a `DataView`. */
export async function readView(reader: BlockReader, start: number, end: number): Promise<DataView> {
  const bytes = await reader.read(start, end);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
