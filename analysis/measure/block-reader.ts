import type { RangedSource } from '../../lib/ranged-source.ts';

/** What is read of a file to tell what it is. */
export const headBytes = 64 * 1024;
/** Small enough that little is read for nothing, large enough that an index is in few of them. */
export const pieceBytes = 32 * 1024;
/** Where what is looked for lies in few places that are far apart. */
export const sparsePieceBytes = 16 * 1024;

export interface PieceReader {
  /** How much has been fetched so far. */
  readonly bytesRead: number;
  read(start: number, end: number): Promise<Uint8Array>;
}

/**
 * Reads a source in aligned pieces and keeps them, since an index is many small reads side by side. Pieces that
 * are missing next to each other are fetched in one request.
 */
export function inPieces(source: RangedSource, sizeBytes = pieceBytes): PieceReader {
  const pieces = new Map<number, Promise<Uint8Array>>();
  let bytesRead = 0;

  function fetch(first: number, last: number): void {
    const from = first * sizeBytes;
    const to = Math.min((last + 1) * sizeBytes, source.sizeBytes);
    bytesRead += to - from;
    const run = source.read(from, to);
    for (let piece = first; piece <= last; piece++) {
      const offset = (piece - first) * sizeBytes;
      const part = run.then((bytes) => bytes.subarray(offset, offset + sizeBytes));
      // Whoever needs the piece sees the fault; a piece that nobody waits for must not end the process.
      part.catch(() => undefined);
      pieces.set(piece, part);
    }
  }

  return {
    get bytesRead() {
      return bytesRead;
    },
    async read(start, end) {
      const first = Math.floor(start / sizeBytes);
      const last = Math.floor((end - 1) / sizeBytes);
      for (let piece = first; piece <= last; piece++) {
        if (pieces.has(piece)) continue;
        let until = piece;
        while (until < last && !pieces.has(until + 1)) until++;
        fetch(piece, until);
      }
      const parts: Uint8Array[] = [];
      for (let piece = first; piece <= last; piece++) {
        const bytes = await pieces.get(piece)!;
        const from = piece * sizeBytes;
        parts.push(bytes.subarray(Math.max(0, start - from), Math.min(sizeBytes, end - from)));
      }
      return parts.length === 1 ? parts[0]! : new Uint8Array(Buffer.concat(parts));
    },
  };
}

/** A source that keeps the pieces that were read of it, for readers that look at much the same places. */
export function keepingPieces(source: RangedSource): RangedSource {
  const pieces = inPieces(source);
  return { ...source, read: (start, end) => pieces.read(start, end) };
}

/** The bytes from `start` to before `end`, for reading numbers of them. */
export async function readView(pieces: PieceReader, start: number, end: number): Promise<DataView> {
  const bytes = await pieces.read(start, end);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
