import { type BlockReader, readView } from '../block-reader.ts';
import { IndexUnusable } from '../format-errors.ts';
import { type Chunk, chunkHeadBytes, readChunk } from './chunks.ts';

/** Maximum size of an index in bytes. The index of a one-hour video is smaller. */
const maxIndexBytes = 32 * 2 ** 20;
/** Maximum number of standard indexes of one stream. Writers use one for each GB, or for some thousands of chunks. */
const maxStandardIndexes = 1_000;

/** The entry of one media chunk in an index. */
export interface IndexEntry {
  stream: number;
  /** Offset of the chunk in the file, where its code and size start. */
  at: number;
  sizeBytes: number;
}

/** Reads an `idx1` index (AVIOLDINDEX), which lists the code, flags, offset and size of each chunk. */
export async function readIdx1(reader: BlockReader, index: Chunk, media: Chunk): Promise<IndexEntry[]> {
  const view = await dataOf(reader, index);
  const entries: IndexEntry[] = [];
  let base: number | null = null;
  for (let at = 0; at + 16 <= view.byteLength; at += 16) {
    const offset = view.getUint32(at + 8, true);
    // Offsets are relative to the list type of the `movi` list, but some writers use the start of the file.
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
 * Reads the OpenDML index of one stream (OpenDML AVI File Format Extensions 1.02). A super index (`indx`) lists
 * standard indexes (`ix00`). A standard index lists the offset and size of each chunk. Returns the entries, and the
 * size of all standard indexes as `indexBytes`. Throws `IndexUnusable` if the index is damaged or has more than
 * `maxStandardIndexes` standard indexes, because each of them needs a read.
 */
export async function readOpenDmlIndex(
  reader: BlockReader,
  superIndex: Chunk,
  fileBytes: number,
): Promise<{ entries: IndexEntry[]; indexBytes: number }> {
  const view = await dataOf(reader, superIndex);
  const entries: IndexEntry[] = [];
  let indexBytes = 0;
  // A super index has 4 as wLongsPerEntry and 0 (AVI_INDEX_OF_INDEXES) as bIndexType.
  if (view.byteLength < 24 || view.getUint16(0, true) !== 4 || view.getUint8(3) !== 0)
    throw new IndexUnusable();
  const count = view.getUint32(4, true);
  if (count > maxStandardIndexes || 24 + count * 16 > view.byteLength) throw new IndexUnusable();
  for (let index = 0; index < count; index++) {
    const chunk = await readChunk(reader, Number(view.getBigUint64(24 + index * 16, true)), fileBytes);
    indexBytes += chunkHeadBytes + (chunk?.sizeBytes ?? 0);
    if (chunk === null || indexBytes > maxIndexBytes) throw new IndexUnusable();
    for (const entry of entriesIn(await dataOf(reader, chunk))) entries.push(entry);
  }
  return { entries, indexBytes };
}

function* entriesIn(view: DataView): Generator<IndexEntry> {
  if (view.byteLength < 24 || view.getUint16(0, true) !== 2 || view.getUint8(3) !== 1)
    throw new IndexUnusable();
  const stream = streamIn(view, 8);
  const base = Number(view.getBigUint64(12, true));
  const end = Math.min(view.byteLength, 24 + view.getUint32(4, true) * 8);
  for (let at = 24; at + 8 <= end; at += 8) {
    // The entry stores the offset of the chunk's data, not of its header. The highest bit of the size is not part of
    // the size: it marks a frame that is not a key frame.
    const sizeBytes = view.getUint32(at + 4, true) & 0x7fff_ffff;
    yield { stream, at: base + view.getUint32(at, true) - chunkHeadBytes, sizeBytes };
  }
}

/** Returns the stream number in a chunk's code, such as 1 in `01wb`. */
function streamIn(view: DataView, at: number): number {
  return (view.getUint8(at) - 0x30) * 10 + view.getUint8(at + 1) - 0x30;
}

async function dataOf(reader: BlockReader, { start, sizeBytes }: Chunk): Promise<DataView> {
  if (sizeBytes > maxIndexBytes || sizeBytes === 0) throw new IndexUnusable();
  return readView(reader, start, start + sizeBytes);
}
