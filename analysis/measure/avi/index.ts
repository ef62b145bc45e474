import { type PieceReader, readView } from '../block-reader.ts';
import { type Chunk, chunkHeadBytes, readChunk, UnreadableIndex } from './chunks.ts';

/** An index of an hour and more; one that is longer is not worth reading. */
const maxIndexBytes = 32 * 2 ** 20;

/** A chunk of media, as an index lists it. */
export interface IndexEntry {
  stream: number;
  /** Where its code and size are. */
  at: number;
  sizeBytes: number;
}

/** What the old style of index lists (`idx1`, AVIOLDINDEX): code, flags, offset and size of each chunk. */
export async function readOldIndex(pieces: PieceReader, index: Chunk, media: Chunk): Promise<IndexEntry[]> {
  const view = await dataOf(pieces, index);
  const entries: IndexEntry[] = [];
  let base: number | null = null;
  for (let at = 0; at + 16 <= view.byteLength; at += 16) {
    const offset = view.getUint32(at + 8, true);
    // From where the list's own code is, but some write where it is in the file.
    base ??= offset >= media.start ? 0 : media.start;
    entries.push({
      stream: streamIn(view, at),
      at: base + offset,
      sizeBytes: view.getUint32(at + 12, true),
    });
  }
  return entries;
}

/**
 * What the newer style lists for one stream (OpenDML AVI File Format Extensions 1.02): an index of where indexes are
 * (`indx`), each of which has offset and size of chunks (`ix00`). Answers the bytes that they take, too.
 */
export async function readNewIndex(
  pieces: PieceReader,
  superIndex: Chunk,
  fileBytes: number,
): Promise<{ entries: IndexEntry[]; ownBytes: number }> {
  const view = await dataOf(pieces, superIndex);
  const entries: IndexEntry[] = [];
  let ownBytes = 0;
  // Four long words an entry, and of indexes rather than of chunks.
  if (view.byteLength < 24 || view.getUint16(0, true) !== 4 || view.getUint8(3) !== 0)
    throw new UnreadableIndex();
  const count = view.getUint32(4, true);
  if (24 + count * 16 > view.byteLength) throw new UnreadableIndex();
  for (let index = 0; index < count; index++) {
    const chunk = await readChunk(pieces, Number(view.getBigUint64(24 + index * 16, true)), fileBytes);
    ownBytes += chunkHeadBytes + (chunk?.sizeBytes ?? 0);
    if (chunk === null || ownBytes > maxIndexBytes) throw new UnreadableIndex();
    for (const entry of entriesIn(await dataOf(pieces, chunk))) entries.push(entry);
  }
  return { entries, ownBytes };
}

function* entriesIn(view: DataView): Generator<IndexEntry> {
  if (view.byteLength < 24 || view.getUint16(0, true) !== 2 || view.getUint8(3) !== 1)
    throw new UnreadableIndex();
  const stream = streamIn(view, 8);
  const base = Number(view.getBigUint64(12, true));
  const end = Math.min(view.byteLength, 24 + view.getUint32(4, true) * 8);
  for (let at = 24; at + 8 <= end; at += 8) {
    // The offset is that of the data; the highest bit of the size tells that it is no key frame.
    const sizeBytes = view.getUint32(at + 4, true) & 0x7fff_ffff;
    yield { stream, at: base + view.getUint32(at, true) - chunkHeadBytes, sizeBytes };
  }
}

/** `01wb`: the stream's number, and what it is. */
function streamIn(view: DataView, at: number): number {
  return (view.getUint8(at) - 0x30) * 10 + view.getUint8(at + 1) - 0x30;
}

async function dataOf(pieces: PieceReader, { start, sizeBytes }: Chunk): Promise<DataView> {
  if (sizeBytes > maxIndexBytes || sizeBytes === 0) throw new UnreadableIndex();
  return readView(pieces, start, start + sizeBytes);
}
