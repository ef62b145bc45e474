import type { BlockReader } from '../block-reader.ts';
import { IndexUnusable } from '../format-errors.ts';

// AVI RIFF files (Microsoft, "AVI RIFF File Reference"). A chunk consists of a four-character code, a size and data,
// padded to an even size. A list is a chunk whose data starts with a list type.

export const chunkHeadBytes = 8;
const maxChunks = 1_000;

export interface Chunk {
  /** Four-character code. For a list, the list type is appended, such as `LIST:movi`. */
  code: string;
  /** Offset of the data, which follow the code and the size. */
  start: number;
  sizeBytes: number;
}

/**
 * Returns the sibling chunks between the offsets `start` and `end`, up to the first truncated chunk. Throws
 * `IndexUnusable` if there are more than `maxChunks` chunks.
 */
export async function chunksOf(reader: BlockReader, start: number, end: number): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (let at = start; at + chunkHeadBytes <= end;) {
    const chunk = await readChunk(reader, at, end);
    if (chunk === null) break;
    if (chunks.push(chunk) > maxChunks) throw new IndexUnusable();
    at = endOf(chunk);
  }
  return chunks;
}

/** Returns the chunks inside a list. */
export function chunksIn(reader: BlockReader, list: Chunk): Promise<Chunk[]> {
  return chunksOf(reader, list.start + 4, list.start + list.sizeBytes);
}

/** Returns the chunk at the offset `at`; null if no complete chunk fits between `at` and `end`. */
export async function readChunk(reader: BlockReader, at: number, end: number): Promise<Chunk | null> {
  if (at + chunkHeadBytes > end) return null;
  const bytes = Buffer.from(await reader.read(at, Math.min(at + chunkHeadBytes + 4, end)));
  const code = bytes.toString('latin1', 0, 4);
  const isList = code === 'LIST' || code === 'RIFF';
  const chunk = {
    code: isList ? `${code}:${bytes.toString('latin1', 8, 12)}` : code,
    start: at + chunkHeadBytes,
    sizeBytes: bytes.readUInt32LE(4),
  };
  return chunk.start + chunk.sizeBytes > end ? null : chunk;
}

/** Returns the offset after a chunk and its padding, where the next chunk starts. */
export function endOf({ start, sizeBytes }: Chunk): number {
  return start + sizeBytes + (sizeBytes % 2);
}
