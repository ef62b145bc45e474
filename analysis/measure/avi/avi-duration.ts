import { randomInt } from 'node:crypto';
import type { RangedSource } from '../../../lib/ranged-source.ts';
import { inPieces, type PieceReader, readView, sparsePieceBytes } from '../block-reader.ts';
import { Unmeasurable } from '../unmeasurable.ts';
import { durationOf, type VideoDuration } from '../video-duration.ts';
import { type Chunk, chunkHeadBytes, chunksIn, chunksOf, UnreadableIndex } from './chunks.ts';
import { type IndexEntry, readNewIndex, readOldIndex } from './index.ts';

const fourcc = { vids: 0x76696473, auds: 0x61756473 };
/** How much the two rates of a stream of sound may differ for either to be believed. */
const mostApart = 1.25;

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

/** How much of the media an index may leave out to be believed: padding, and the heads of lists of records. */
const mostUnlisted = 0.02;
const mostUnlistedBytes = 64 * 1024;
const mostUnlistedBytesForEntry = 24;
/** How many of the chunks that an index lists are looked at. */
const chunksLookedAt = 8;
/** A chunk that is larger than the others of its stream by more than this may hide some. */
const mostLarger = 64;
/** What RIFF chunks have besides media; players look for media in what they do not know. */
const known = /^(?:LIST:(?:hdrl|INFO|movi|odml|ncdt)|idx1|JUNK|PAD |IDIT|ISMP|strn|vprp)$/;

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
  if (!parts.every(({ code }) => known.test(code))) return null;
  const header = parts.find(({ code }) => code === 'LIST:hdrl');
  const media = parts.filter(({ code }) => code === 'LIST:movi');
  const last = files.at(-1);
  if (!header || !last || last.start + last.sizeBytes + chunkHeadBytes < fileBytes) return null;
  const { streams, headerSeconds } = await readHeader(pieces, header);
  if (!streams.some(({ isVideo }) => isVideo)) throw new Unmeasurable('it has no video stream');

  const { entries, ownBytes } = await readIndex(pieces, parts, media, streams, fileBytes);
  const listedBytes = entries.reduce((sum, { sizeBytes }) => sum + paddedBytes(sizeBytes), ownBytes);
  const mediaBytes = media.reduce((sum, { sizeBytes }) => sum + sizeBytes - 4, 0);
  const unlistedBytes = Math.max(0, mediaBytes - listedBytes);
  const allowedBytes = Math.min(mostUnlistedBytes, mostUnlisted * mediaBytes);
  if (unlistedBytes > allowedBytes + mostUnlistedBytesForEntry * entries.length) return null;
  const totals = totalsOf(entries, streams.length);
  if (totals === null || totals.some(mayHideSome)) return null;
  if (!(await isAsListed(pieces, entries, fileBytes))) return null;
  const seconds = Math.max(...streams.map((stream, number) => secondsOf(stream, totals[number]!)));
  return seconds > 0 ? durationOf(0, seconds, headerSeconds) : null;
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
  // Where there are both, some writers let the old one end early.
  if (streams.some(({ superIndex }) => superIndex === undefined)) {
    if (media.length !== 1 || old === undefined) throw new UnreadableIndex();
    return { entries: await readOldIndex(pieces, old, media[0]!), ownBytes: 0 };
  }
  let entries: IndexEntry[] = [];
  let ownBytes = 0;
  for (const { superIndex } of streams) {
    const found = await readNewIndex(pieces, superIndex!, fileBytes);
    entries = entries.concat(found.entries);
    ownBytes += found.ownBytes;
  }
  return { entries, ownBytes };
}

/** What an index lists of a stream. */
interface Total {
  chunks: number;
  bytes: number;
  largest: number;
}

/** For each stream; null where there are chunks of one that the header does not know. */
function totalsOf(entries: readonly IndexEntry[], streams: number): Total[] | null {
  const totals = Array.from({ length: streams }, () => ({ chunks: 0, bytes: 0, largest: 0 }));
  for (const { stream, sizeBytes } of entries) {
    const own = totals[stream];
    if (own === undefined) return null;
    own.chunks++;
    own.bytes += sizeBytes;
    own.largest = Math.max(own.largest, sizeBytes);
  }
  return totals;
}

/** Whether there is a chunk of a size that others may be hidden in. */
function mayHideSome({ chunks, bytes, largest }: Total): boolean {
  return largest > 4096 && largest * chunks > mostLarger * bytes;
}

/** Whether the largest chunk and some others are where and as large as they are listed; by bytes, so that large ones count. */
async function isAsListed(
  pieces: PieceReader,
  entries: readonly IndexEntry[],
  fileBytes: number,
): Promise<boolean> {
  const [first] = entries;
  if (first === undefined) return false;
  let looked = entries.reduce((most, entry) => (entry.sizeBytes > most.sizeBytes ? entry : most), first);
  const totalBytes = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  for (let count = 0; count < chunksLookedAt; count++) {
    const { at, sizeBytes } = looked;
    if (at < 0 || at + chunkHeadBytes > fileBytes) return false;
    const head = Buffer.from(await pieces.read(at, at + chunkHeadBytes));
    if (head.readUInt32LE(4) !== sizeBytes) return false;
    looked = entryAt(entries, randomInt(Math.max(1, totalBytes)));
  }
  return true;
}

/** The entry that a byte is in, of all that are listed one behind the other. */
function entryAt(entries: readonly IndexEntry[], byte: number): IndexEntry {
  let end = 0;
  return entries.find(({ sizeBytes }) => (end += sizeBytes) > byte) ?? entries[0]!;
}

function secondsOf({ startSeconds, unitSeconds, sampleBytes }: Stream, { chunks, bytes }: Total): number {
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
      const view = await readView(pieces, chunk.start, chunk.start + 20);
      frameSeconds = view.getUint32(0, true) / 1e6;
      frames = view.getUint32(16, true);
    }
    if (chunk.code === 'LIST:strl') streams.push(await readStream(pieces, chunk));
    if (chunk.code === 'LIST:odml') {
      // Of all gigabytes; the other number is that of the first.
      const total = (await chunksIn(pieces, chunk)).find(({ code }) => code === 'dmlh');
      if (total !== undefined && total.sizeBytes >= 4) {
        frames = (await readView(pieces, total.start, total.start + 4)).getUint32(0, true);
      }
    }
  }
  return { streams, headerSeconds: frames > 0 ? frames * frameSeconds : null };
}

async function readStream(pieces: PieceReader, list: Chunk): Promise<Stream> {
  const parts = await chunksIn(pieces, list);
  const strh = parts.find(({ code }) => code === 'strh');
  if (strh === undefined || strh.sizeBytes < 48) throw new UnreadableIndex();
  const view = await readView(pieces, strh.start, strh.start + 48);
  const unitSeconds = view.getUint32(20, true) / view.getUint32(24, true);
  // Each chunk of a picture is one, whatever is said of its samples.
  const sampleBytes = view.getUint32(0, false) === fourcc.auds ? view.getUint32(44, true) : 0;
  const strf = parts.find(({ code }) => code === 'strf');
  if (sampleBytes > 0 && strf !== undefined && strf.sizeBytes >= 12) {
    // WAVEFORMATEX.nAvgBytesPerSec: players go by either.
    const bytesPerSecond = (await readView(pieces, strf.start, strf.start + 12)).getUint32(8, true);
    const share = (bytesPerSecond * unitSeconds) / sampleBytes;
    if (share > mostApart || share < 1 / mostApart) throw new UnreadableIndex();
  }
  return {
    isVideo: view.getUint32(0, false) === fourcc.vids,
    unitSeconds,
    startSeconds: view.getUint32(28, true) * unitSeconds,
    sampleBytes,
    superIndex: parts.find(({ code }) => code === 'indx'),
  };
}
