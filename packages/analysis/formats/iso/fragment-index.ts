import { type BlockReader, readView } from '../block-reader.ts';
import { typeAt } from './boxes.ts';

// Maximum distance in bytes between two fragments in the index: the larger of `maxGapBytes` and `maxGapShare` (0 to 1)
// of the file size. A larger gap could contain fragments that the index lacks.
const maxGapBytes = 64 * 2 ** 20;
const maxGapShare = 0.05;
const maxIndexBytes = 16 * 2 ** 20;

/** The last fragment of one track according to the index. */
export interface LastFragment {
  track: number;
  /** Start time in units of the track's time scale. */
  time: number;
}

/**
 * Returns the last fragment of each track in the index of a fragmented file (mfra: ISO/IEC 14496-12, 8.8.9 to 8.8.11).
 * Returns null if there is no index, if its times do not increase with its offsets, or if two indexed fragments are too
 * far apart.
 */
export async function readLastFragments(
  reader: BlockReader,
  fileBytes: number,
): Promise<LastFragment[] | null> {
  const view = await readIndex(reader, fileBytes);
  if (view === null) return null;
  const maxGap = Math.max(maxGapBytes, maxGapShare * fileBytes);
  const known: LastFragment[] = [];
  const offsets: number[] = [];
  for (let at = 8; at + 8 <= view.byteLength;) {
    const size = view.getUint32(at);
    if (size < 8 || at + size > view.byteLength) return null;
    if (typeAt(view, at + 4) === 'tfra') {
      const entries = entriesIn(new DataView(view.buffer, view.byteOffset + at + 8, size - 8));
      if (entries === null) return null;
      const isRising = entries.list.every((entry, index) => {
        const before = entries.list[index - 1];
        return before === undefined || (entry.time >= before.time && entry.offset >= before.offset);
      });
      const last = entries.list.at(-1);
      if (!isRising || last === undefined) return null;
      known.push({ track: entries.track, time: last.time });
      offsets.push(...entries.list.map(({ offset }) => offset));
    }
    at += size;
  }
  offsets.sort((a, b) => a - b);
  const hasGap = [...offsets, fileBytes].some((offset, index) => offset - (offsets[index - 1] ?? 0) > maxGap);
  return offsets.length === 0 || hasGap ? null : known;
}

/** Returns the mfra box (8.8.9), whose size is in the last box, mfro (8.8.11); null if there is none. */
async function readIndex(reader: BlockReader, fileBytes: number): Promise<DataView | null> {
  if (fileBytes < 16) return null;
  const tail = await readView(reader, fileBytes - 16, fileBytes);
  const sizeBytes = tail.getUint32(12);
  if (typeAt(tail, 4) !== 'mfro' || sizeBytes < 24 || sizeBytes > Math.min(maxIndexBytes, fileBytes))
    return null;
  const view = await readView(reader, fileBytes - sizeBytes, fileBytes);
  return typeAt(view, 4) === 'mfra' ? view : null;
}

interface FragmentEntries {
  track: number;
  list: { time: number; offset: number }[];
}

/**
 * Returns the entries of a tfra box (8.8.10), whose version field is at the start of `view`; null if it is truncated.
 */
function entriesIn(view: DataView): FragmentEntries | null {
  if (view.byteLength < 16) return null;
  const isLong = view.getUint8(0) === 1;
  const lengths = view.getUint32(8);
  // The fields traf_number, trun_number and sample_number have one to four bytes each.
  const numbers = ((lengths >> 4) & 3) + ((lengths >> 2) & 3) + (lengths & 3) + 3;
  const entryBytes = (isLong ? 16 : 8) + numbers;
  const count = view.getUint32(12);
  if (16 + count * entryBytes > view.byteLength) return null;
  const list = Array.from({ length: count }, (_, index) => {
    const at = 16 + index * entryBytes;
    return isLong
      ? { time: Number(view.getBigUint64(at)), offset: Number(view.getBigUint64(at + 8)) }
      : { time: view.getUint32(at), offset: view.getUint32(at + 4) };
  });
  return { track: view.getUint32(4), list };
}
