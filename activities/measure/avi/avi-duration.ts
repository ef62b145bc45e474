import { randomInt } from 'node:crypto';
import type { RangedSource } from '../../../domain/ranged-source.ts';
import { inPieces, type PieceReader, sparsePieceBytes } from '../in-pieces.ts';
import { Unmeasurable } from '../unmeasurable.ts';
import type { VideoDuration } from '../video-duration.ts';
import { type Chunk, chunkHeadBytes, chunksIn, chunksOf } from './chunks.ts';
import { type IndexEntry, readNewIndex, readOldIndex, UnreadableIndex } from './index.ts';

interface Stream {
  isVideo: boolean;
  /** Seconds for each unit of its time. */
  unitSeconds: number;
  startSeconds: number;
  /** Bytes of a sample where all have the same size; 0 where each chunk is one. */
  sampleBytes: number;
  /** Where its indexes are, in the newer style. */
  superIndex: Chunk | undefined;
}

/** How much of the media an index has to list to be believed; the rest is padding and lists of records. */
const leastListed = 0.98;
/** How many of the chunks that an index lists are looked at. */
const chunksLookedAt = 4;

/**
 * The duration of an AVI video in seconds, by the chunks that its index lists, if it lists what is there: nearly all of
 * the media by their sizes, and the largest and some others are looked at. Null when that cannot be told: without an
 * index, or by one that leaves something out or lies. Throws `Unmeasurable` when there is no picture.
 */
export async function aviDuration(source: RangedSource): Promise<VideoDuration | null> {
  try {
    return await durationByIndex(inPieces(source, sparsePieceBytes), source.sizeBytes);
  } catch (error) {
    if (error instanceof UnreadableIndex) return null;
    throw error;
  }
}

async function durationByIndex(pieces: PieceReader, fileBytes: number): Promise<VideoDuration | null> {
  // A gigabyte each; only the last may be cut off, and then it is not among them.
  const files = await chunksOf(pieces, 0, fileBytes);
  const parts: Chunk[] = [];
  for (const { code, start, sizeBytes } of files) {
    if (code.startsWith('RIFF:')) parts.push(...(await chunksOf(pieces, start + 4, start + sizeBytes)));
  }
  const header = parts.find(({ code }) => code === 'LIST:hdrl');
  const media = parts.filter(({ code }) => code === 'LIST:movi');
  const last = files.at(-1);
  if (!header || !last || last.start + last.sizeBytes + chunkHeadBytes < fileBytes) return null;
  const { streams, headerSeconds } = await readHeader(pieces, header);
  if (!streams.some(({ isVideo }) => isVideo)) throw new Unmeasurable('it has no video stream');

  const { entries, ownBytes } = await readIndex(pieces, parts, media, streams, fileBytes);
  const listedBytes = entries.reduce((sum, { sizeBytes }) => sum + paddedBytes(sizeBytes), ownBytes);
  const mediaBytes = media.reduce((sum, { sizeBytes }) => sum + sizeBytes - 4, 0);
  if (listedBytes < leastListed * mediaBytes) return null;
  if (!(await isAsListed(pieces, entries, fileBytes))) return null;
  const seconds = Math.max(...streams.map((stream, number) => secondsOf(stream, entries, number)));
  return seconds > 0 && Number.isFinite(seconds) ? { seconds, headerSeconds } : null;
}

function paddedBytes(sizeBytes: number): number {
  return chunkHeadBytes + sizeBytes + (sizeBytes % 2);
}

/** All that is listed, and the bytes of indexes that lie among the media. */
async function readIndex(
  pieces: PieceReader,
  parts: readonly Chunk[],
  media: readonly Chunk[],
  streams: readonly Stream[],
  fileBytes: number,
): Promise<{ entries: IndexEntry[]; ownBytes: number }> {
  const old = parts.find(({ code }) => code === 'idx1');
  if (media.length === 1 && old !== undefined) {
    return { entries: await readOldIndex(pieces, old, media[0]!), ownBytes: 0 };
  }
  let entries: IndexEntry[] = [];
  let ownBytes = 0;
  for (const { superIndex } of streams) {
    if (superIndex === undefined) throw new UnreadableIndex();
    const found = await readNewIndex(pieces, superIndex, fileBytes);
    entries = entries.concat(found.entries);
    ownBytes += found.ownBytes;
  }
  return { entries, ownBytes };
}

/** Whether chunks are where and as large as they are listed: one that is said to be larger hides others. */
async function isAsListed(
  pieces: PieceReader,
  entries: readonly IndexEntry[],
  fileBytes: number,
): Promise<boolean> {
  const largest = entries.reduce<IndexEntry | undefined>(
    (most, entry) => (most === undefined || entry.sizeBytes > most.sizeBytes ? entry : most),
    undefined,
  );
  if (largest === undefined) return false;
  const others = Array.from({ length: chunksLookedAt - 1 }, () => entries[randomInt(entries.length)]!);
  for (const { at, sizeBytes } of [largest, ...others]) {
    if (at + chunkHeadBytes > fileBytes) return false;
    const head = Buffer.from(await pieces.read(at, at + chunkHeadBytes));
    if (head.readUInt32LE(4) !== sizeBytes) return false;
  }
  return true;
}

function secondsOf(
  { startSeconds, unitSeconds, sampleBytes }: Stream,
  entries: readonly IndexEntry[],
  number: number,
): number {
  let chunks = 0;
  let bytes = 0;
  for (const { stream, sizeBytes } of entries) {
    if (stream !== number) continue;
    chunks++;
    bytes += sizeBytes;
  }
  return startSeconds + unitSeconds * (sampleBytes === 0 ? chunks : bytes / sampleBytes);
}

/** What is said of each stream (AVISTREAMHEADER), and of the duration: what a frame lasts, and how many there are. */
async function readHeader(
  pieces: PieceReader,
  header: Chunk,
): Promise<{ streams: Stream[]; headerSeconds: number | null }> {
  const streams: Stream[] = [];
  let frameSeconds = 0;
  let frames = 0;
  for (const chunk of await chunksIn(pieces, header)) {
    if (chunk.code === 'avih' && chunk.sizeBytes >= 20) {
      const view = await viewOf(pieces, chunk.start, 20);
      frameSeconds = view.getUint32(0, true) / 1e6;
      frames = view.getUint32(16, true);
    }
    if (chunk.code === 'LIST:strl') streams.push(await readStream(pieces, chunk));
    if (chunk.code === 'LIST:odml') {
      // Of all gigabytes; the other number is that of the first.
      const total = (await chunksIn(pieces, chunk)).find(({ code }) => code === 'dmlh');
      if (total !== undefined && total.sizeBytes >= 4) {
        frames = (await viewOf(pieces, total.start, 4)).getUint32(0, true);
      }
    }
  }
  return { streams, headerSeconds: frames > 0 ? frames * frameSeconds : null };
}

async function readStream(pieces: PieceReader, list: Chunk): Promise<Stream> {
  const parts = await chunksIn(pieces, list);
  const strh = parts.find(({ code }) => code === 'strh');
  if (strh === undefined || strh.sizeBytes < 48) throw new UnreadableIndex();
  const view = await viewOf(pieces, strh.start, 48);
  const unitSeconds = view.getUint32(20, true) / view.getUint32(24, true);
  return {
    isVideo: view.getUint32(0, false) === 0x76696473, // vids
    unitSeconds,
    startSeconds: view.getUint32(28, true) * unitSeconds,
    sampleBytes: view.getUint32(44, true),
    superIndex: parts.find(({ code }) => code === 'indx'),
  };
}

async function viewOf(pieces: PieceReader, start: number, sizeBytes: number): Promise<DataView> {
  const bytes = await pieces.read(start, start + sizeBytes);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
