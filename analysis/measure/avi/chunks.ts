import type { PieceReader } from '../block-reader.ts';

// AVI RIFF files (Microsoft, "AVI RIFF File Reference"): chunks of a four-letter code, a size and as many bytes, padded to
// an even number; lists are chunks that begin with a code of their own.

/** The file has no index that can be read, or is not as the index says. */
export class UnreadableIndex extends Error {}

export const chunkHeadBytes = 8;
const maxChunks = 1_000;

export interface Chunk {
  /** Lists have theirs behind it: `LIST:movi`. */
  code: string;
  /** Of what follows code and size. */
  start: number;
  sizeBytes: number;
}

/** The chunks side by side between two offsets; one that is cut off ends them. Throws `UnreadableIndex` when they are many. */
export async function chunksOf(pieces: PieceReader, start: number, end: number): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (let at = start; at + chunkHeadBytes <= end;) {
    const chunk = await readChunk(pieces, at, end);
    if (chunk === null) break;
    if (chunks.push(chunk) > maxChunks) throw new UnreadableIndex();
    at = endOf(chunk);
  }
  return chunks;
}

/** What is in a list. */
export function chunksIn(pieces: PieceReader, list: Chunk): Promise<Chunk[]> {
  return chunksOf(pieces, list.start + 4, list.start + list.sizeBytes);
}

/** The chunk at an offset; null where there is none that ends by `end`. */
export async function readChunk(pieces: PieceReader, at: number, end: number): Promise<Chunk | null> {
  if (at + chunkHeadBytes > end) return null;
  const bytes = Buffer.from(await pieces.read(at, Math.min(at + chunkHeadBytes + 4, end)));
  const code = bytes.toString('latin1', 0, 4);
  const isList = code === 'LIST' || code === 'RIFF';
  const chunk = {
    code: isList ? `${code}:${bytes.toString('latin1', 8, 12)}` : code,
    start: at + chunkHeadBytes,
    sizeBytes: bytes.readUInt32LE(4),
  };
  return chunk.start + chunk.sizeBytes > end ? null : chunk;
}

/** Where the next chunk begins. */
export function endOf({ start, sizeBytes }: Chunk): number {
  return start + sizeBytes + (sizeBytes % 2);
}
