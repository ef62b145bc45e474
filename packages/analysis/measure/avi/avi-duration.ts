import { randomInt } from 'node:crypto';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { type BlockReader, createBlockReader, readView, sparseBlockBytes } from '../block-reader.ts';
import { Unmeasurable } from '../format-errors.ts';
import { IndexUnusable } from '../format-errors.ts';
import { durationOf, type VideoDuration } from '../video-duration.ts';
import { type Chunk, chunkHeadBytes, chunksIn, chunksOf } from './chunks.ts';
import { type IndexEntry, readIdx1, readOpenDmlIndex } from './index.ts';

const fourcc = { vids: 0x76696473, auds: 0x61756473 };
/** Maximum ratio between the two byte rates that an audio stream declares in `strh` and `strf`. */
const maxRateRatio = 1.25;

interface Stream {
  isVideo: boolean;
  /** Length of the stream's time unit in seconds: dwScale / dwRate. */
  unitSeconds: number;
  startSeconds: number;
  /** Size of a sample in bytes (dwSampleSize); 0 if each chunk is one sample. */
  sampleBytes: number;
  /** Chunk with the stream's OpenDML super index; undefined if the stream has none. */
  superIndex: Chunk | undefined;
}

// An index may leave out a few bytes of the media: padding, and the headers of `rec ` lists.
/** Maximum share of the media bytes that the index may leave out, from 0 to 1. */
const maxUnlistedShare = 0.02;
const maxUnlistedBytes = 64 * 1024;
const maxUnlistedBytesPerEntry = 24;
/** Number of index entries that are compared with the chunks in the file. */
const checkedChunks = 8;
/** Maximum ratio of a stream's largest chunk to its mean chunk. A larger chunk may contain other chunks. */
const maxChunkToMeanRatio = 64;
/**
 * Codes of the chunks that may occur in a RIFF chunk. If the file has a chunk with another code, the index is not used,
 * because some players search unknown chunks for media.
 */
const knownChunk = /^(?:LIST:(?:hdrl|INFO|movi|odml|ncdt)|idx1|JUNK|PAD |IDIT|ISMP|strn|vprp)$/;

/**
 * Returns the duration of an AVI video from the chunks listed in its index (`idx1` or OpenDML `indx`). The index must
 * list nearly all bytes of the media. The largest chunk and some random chunks are compared with the file. Returns
 * null if the index is missing, incomplete or wrong. Throws `Unmeasurable` if there is no video stream.
 */
export async function aviDuration(source: RangedSource): Promise<VideoDuration | null> {
  try {
    return await durationByIndex(createBlockReader(source, sparseBlockBytes), source.sizeBytes);
  } catch (error) {
    if (error instanceof IndexUnusable) return null;
    throw error;
  }
}

async function durationByIndex(reader: BlockReader, fileBytes: number): Promise<VideoDuration | null> {
  // An OpenDML file consists of RIFF chunks of 1 GB each. `chunksOf` leaves out a truncated chunk. Only the last chunk
  // can be truncated.
  const files = await chunksOf(reader, 0, fileBytes);
  const parts: Chunk[] = [];
  for (const { code, start, sizeBytes } of files) {
    if (code.startsWith('RIFF:')) parts.push(...(await chunksOf(reader, start + 4, start + sizeBytes)));
  }
  if (!parts.every(({ code }) => knownChunk.test(code))) return null;
  const header = parts.find(({ code }) => code === 'LIST:hdrl');
  const media = parts.filter(({ code }) => code === 'LIST:movi');
  const last = files.at(-1);
  if (!header || !last || last.start + last.sizeBytes + chunkHeadBytes < fileBytes) return null;
  const { streams, headerSeconds } = await readHeader(reader, header);
  if (!streams.some(({ isVideo }) => isVideo)) throw new Unmeasurable('no video stream');

  const { entries, indexBytes } = await readIndex(reader, parts, media, streams, fileBytes);
  const listedBytes = entries.reduce((sum, { sizeBytes }) => sum + paddedBytes(sizeBytes), indexBytes);
  const mediaBytes = media.reduce((sum, { sizeBytes }) => sum + sizeBytes - 4, 0);
  const unlistedBytes = Math.max(0, mediaBytes - listedBytes);
  const allowedBytes = Math.min(maxUnlistedBytes, maxUnlistedShare * mediaBytes);
  if (unlistedBytes > allowedBytes + maxUnlistedBytesPerEntry * entries.length) return null;
  const totals = totalsOf(entries, streams.length);
  if (totals === null || totals.some(couldHideChunks)) return null;
  if (!(await chunksMatchIndex(reader, entries, fileBytes))) return null;
  const seconds = Math.max(...streams.map((stream, number) => secondsOf(stream, totals[number]!)));
  return seconds > 0 ? durationOf(0, seconds, headerSeconds) : null;
}

function paddedBytes(sizeBytes: number): number {
  return chunkHeadBytes + sizeBytes + (sizeBytes % 2);
}

/** Returns the index entries of all streams, and the total size of the indexes inside the `movi` lists. */
async function readIndex(
  reader: BlockReader,
  parts: readonly Chunk[],
  media: readonly Chunk[],
  streams: readonly Stream[],
  fileBytes: number,
): Promise<{ entries: IndexEntry[]; indexBytes: number }> {
  const old = parts.find(({ code }) => code === 'idx1');
  // A file may have both indexes. OpenDML is preferred, because some writers end `idx1` early in these files.
  if (streams.some(({ superIndex }) => superIndex === undefined)) {
    if (media.length !== 1 || old === undefined) throw new IndexUnusable();
    return { entries: await readIdx1(reader, old, media[0]!), indexBytes: 0 };
  }
  let entries: IndexEntry[] = [];
  let indexBytes = 0;
  for (const { superIndex } of streams) {
    const found = await readOpenDmlIndex(reader, superIndex!, fileBytes);
    entries = entries.concat(found.entries);
    indexBytes += found.indexBytes;
  }
  return { entries, indexBytes };
}

/** Totals of one stream over all its chunks that the index lists. */
interface Total {
  chunks: number;
  bytes: number;
  largest: number;
}

/** Returns the totals of each stream; null if the index lists a stream that is missing from the header. */
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

/** Returns whether a stream's largest chunk is large enough to contain chunks that are missing from the index. */
function couldHideChunks({ chunks, bytes, largest }: Total): boolean {
  return largest > 4096 && largest * chunks > maxChunkToMeanRatio * bytes;
}

/**
 * Returns whether the largest chunk and some random chunks have the offset and size that the index states. The
 * probability of choosing a chunk is proportional to its size.
 */
async function chunksMatchIndex(
  reader: BlockReader,
  entries: readonly IndexEntry[],
  fileBytes: number,
): Promise<boolean> {
  const [first] = entries;
  if (first === undefined) return false;
  let checked = entries.reduce((most, entry) => (entry.sizeBytes > most.sizeBytes ? entry : most), first);
  const totalBytes = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  for (let count = 0; count < checkedChunks; count++) {
    const { at, sizeBytes } = checked;
    if (at < 0 || at + chunkHeadBytes > fileBytes) return false;
    const head = Buffer.from(await reader.read(at, at + chunkHeadBytes));
    if (head.readUInt32LE(4) !== sizeBytes) return false;
    checked = entryAt(entries, randomInt(Math.max(1, totalBytes)));
  }
  return true;
}

/**
 * Returns the index entry whose chunk contains byte number `byte`. Bytes are counted over the data of all chunks,
 * without the chunk headers.
 */
function entryAt(entries: readonly IndexEntry[], byte: number): IndexEntry {
  let end = 0;
  return entries.find(({ sizeBytes }) => (end += sizeBytes) > byte) ?? entries[0]!;
}

function secondsOf({ startSeconds, unitSeconds, sampleBytes }: Stream, { chunks, bytes }: Total): number {
  return startSeconds + unitSeconds * (sampleBytes === 0 ? chunks : bytes / sampleBytes);
}

/**
 * Returns the header of each stream (AVISTREAMHEADER) and the duration in the file header: frame duration × number of
 * frames.
 */
async function readHeader(
  reader: BlockReader,
  header: Chunk,
): Promise<{ streams: Stream[]; headerSeconds: number | null }> {
  const streams: Stream[] = [];
  let frameSeconds = 0;
  let frames = 0;
  for (const chunk of await chunksIn(reader, header)) {
    if (chunk.code === 'avih' && chunk.sizeBytes >= 20) {
      const view = await readView(reader, chunk.start, chunk.start + 20);
      frameSeconds = view.getUint32(0, true) / 1e6;
      frames = view.getUint32(16, true);
    }
    if (chunk.code === 'LIST:strl') streams.push(await readStream(reader, chunk));
    if (chunk.code === 'LIST:odml') {
      // dwTotalFrames in `dmlh` counts the frames of the whole file; dwTotalFrames in `avih` counts only the first
      // RIFF chunk.
      const total = (await chunksIn(reader, chunk)).find(({ code }) => code === 'dmlh');
      if (total !== undefined && total.sizeBytes >= 4) {
        frames = (await readView(reader, total.start, total.start + 4)).getUint32(0, true);
      }
    }
  }
  return { streams, headerSeconds: frames > 0 ? frames * frameSeconds : null };
}

async function readStream(reader: BlockReader, list: Chunk): Promise<Stream> {
  const parts = await chunksIn(reader, list);
  const strh = parts.find(({ code }) => code === 'strh');
  if (strh === undefined || strh.sizeBytes < 48) throw new IndexUnusable();
  const view = await readView(reader, strh.start, strh.start + 48);
  const unitSeconds = view.getUint32(20, true) / view.getUint32(24, true);
  // A video chunk always contains one frame, so dwSampleSize is ignored.
  const sampleBytes = view.getUint32(0, false) === fourcc.auds ? view.getUint32(44, true) : 0;
  const strf = parts.find(({ code }) => code === 'strf');
  if (sampleBytes > 0 && strf !== undefined && strf.sizeBytes >= 12) {
    // Some players use nAvgBytesPerSec of WAVEFORMATEX instead of the byte rate in `strh`. If the two differ too much,
    // the duration depends on the player.
    const bytesPerSecond = (await readView(reader, strf.start, strf.start + 12)).getUint32(8, true);
    const share = (bytesPerSecond * unitSeconds) / sampleBytes;
    if (share > maxRateRatio || share < 1 / maxRateRatio) throw new IndexUnusable();
  }
  return {
    isVideo: view.getUint32(0, false) === fourcc.vids,
    unitSeconds,
    startSeconds: view.getUint32(28, true) * unitSeconds,
    sampleBytes,
    superIndex: parts.find(({ code }) => code === 'indx'),
  };
}
