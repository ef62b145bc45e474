import type { BlockReader } from '../block-reader.ts';
import { IndexUnusable } from '../video-duration.ts';

// AVI RIFF files (Microsoft, "AVI RIFF File Reference"). A chunk is a four-character code, a size and the data,
// padded to an even size. A list is a chunk whose data starts with a list type.

export const chunkHeadBytes = 8;
const maxChunks = 1_000;

export interface Chunk {
  /** Four-character code; lists add their type: `LIST:movi`. */
  code: string;
  /** Offset of the data, after code and size. */
  start: number;
  sizeBytes: number;
}

/**
 * Returns the sibling chunks between two offsets, up to a truncated one. Throws `IndexUnusable` if there are more
 * than `maxChunks`.
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

/** Returns the chunks in a list. */
export function chunksIn(reader: BlockReader, list: Chunk): Promise<Chunk[]> {
  return chunksOf(reader, list.start + 4, list.start + list.sizeBytes);
}

/** Returns the chunk at an offset; null if none ends by `end`. */
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

/** Returns the offset of the next chunk. */
export function endOf({ start, sizeBytes }: Chunk): number {
  return start + sizeBytes + (sizeBytes % 2);
}
