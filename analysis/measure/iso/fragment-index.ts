import { type PieceReader, readView } from '../block-reader.ts';
import { typeAt } from './boxes.ts';

/** How much of a file may lie between two fragments that the index knows: what that is, nothing would tell. */
const leastGapBytes = 64 * 2 ** 20;
const mostGapShare = 0.05;
const maxIndexBytes = 16 * 2 ** 20;

/** The last fragment of a track that an index knows. */
export interface LastFragment {
  track: number;
  /** In units of the track's own time. */
  time: number;
}

/**
 * What the index of a file in fragments (ISO/IEC 14496-12, 8.8.9 to 8.8.11) knows last of each track. Null where it does not
 * tell which that is: there is none, its times do not rise with its offsets, or it leaves large gaps.
 */
export async function readLastFragments(
  pieces: PieceReader,
  fileBytes: number,
): Promise<LastFragment[] | null> {
  const view = await readIndex(pieces, fileBytes);
  if (view === null) return null;
  const mostGap = Math.max(leastGapBytes, mostGapShare * fileBytes);
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
  const hasGap = [...offsets, fileBytes].some(
    (offset, index) => offset - (offsets[index - 1] ?? 0) > mostGap,
  );
  return offsets.length === 0 || hasGap ? null : known;
}

/** The movie fragment random access box, which the last box of the file tells the size of. */
async function readIndex(pieces: PieceReader, fileBytes: number): Promise<DataView | null> {
  if (fileBytes < 16) return null;
  const tail = await readView(pieces, fileBytes - 16, fileBytes);
  const sizeBytes = tail.getUint32(12);
  if (typeAt(tail, 4) !== 'mfro' || sizeBytes < 24 || sizeBytes > Math.min(maxIndexBytes, fileBytes))
    return null;
  const view = await readView(pieces, fileBytes - sizeBytes, fileBytes);
  return typeAt(view, 4) === 'mfra' ? view : null;
}

interface FragmentEntries {
  track: number;
  list: { time: number; offset: number }[];
}

/** 8.8.10, from its version on. */
function entriesIn(view: DataView): FragmentEntries | null {
  if (view.byteLength < 16) return null;
  const isLong = view.getUint8(0) === 1;
  const lengths = view.getUint32(8);
  // The numbers of track fragment, run and sample have one to four bytes each.
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
