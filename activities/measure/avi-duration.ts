import type { RangedSource } from '../../domain/ranged-source.ts';
import { inPieces, type PieceReader } from './in-pieces.ts';
import { Unmeasurable } from './unmeasurable.ts';
import type { VideoDuration } from './video-duration.ts';

// AVI RIFF files (Microsoft, "AVI RIFF File Reference"): chunks of a four-letter code, a size and as many bytes, padded to
// an even number; lists are chunks that begin with a code of their own.

interface Chunk {
  code: string;
  /** Of what follows code and size. */
  start: number;
  sizeBytes: number;
}

interface Stream {
  isVideo: boolean;
  /** Seconds for each unit of its time. */
  unitSeconds: number;
  startSeconds: number;
  /** Bytes of a sample where all have the same size; 0 where each chunk is one. */
  sampleBytes: number;
  chunks: number;
  bytes: number;
}

const chunkHeaderBytes = 8;
const indexEntryBytes = 16;
/** An index of an hour and more; one that is longer is read by ffprobe with the rest. */
const maxIndexBytes = 32 * 2 ** 20;
/** How much of the media an index has to list to be believed; the rest is padding and lists of records. */
const leastListed = 0.98;

/**
 * The duration of an AVI video in seconds, by the chunks that its index lists, if it lists what is there. Null when that
 * cannot be told: no index, one in the newer style, or one that leaves something out. Throws `Unmeasurable` when it has
 * no picture.
 */
export async function aviDuration(source: RangedSource): Promise<VideoDuration | null> {
  const pieces = inPieces(source);
  const riff = await readChunk(pieces, 0, source.sizeBytes);
  // What goes on behind the first RIFF chunk is indexed in the newer style (OpenDML).
  if (riff === null || next(riff) + chunkHeaderBytes < source.sizeBytes) return null;
  const parts = await chunksOf(pieces, riff.start + 4, next(riff), source.sizeBytes);
  const header = parts.find(({ code }) => code === 'LIST:hdrl');
  const media = parts.find(({ code }) => code === 'LIST:movi');
  const index = parts.find(({ code }) => code === 'idx1');
  if (!header || !media || !index || index.sizeBytes > maxIndexBytes) return null;
  const streams = await readStreams(pieces, header, source.sizeBytes);
  if (!streams.some(({ isVideo }) => isVideo)) throw new Unmeasurable('it has no video stream');
  const listedBytes = count(streams, await pieces.read(index.start, index.start + index.sizeBytes));
  if (listedBytes < leastListed * (media.sizeBytes - 4)) return null;
  const seconds = Math.max(...streams.map(secondsOf));
  if (!(seconds > 0 && Number.isFinite(seconds))) return null;
  return { seconds, headerSeconds: await headerSecondsOf(pieces, header, source.sizeBytes) };
}

function secondsOf({ startSeconds, unitSeconds, sampleBytes, chunks, bytes }: Stream): number {
  return startSeconds + unitSeconds * (sampleBytes === 0 ? chunks : bytes / sampleBytes);
}

/** Counts what the index lists into the streams; answers the bytes that all of it takes in the file. */
function count(streams: Stream[], index: Uint8Array): number {
  const view = new DataView(index.buffer, index.byteOffset, index.byteLength);
  let listedBytes = 0;
  for (let at = 0; at + indexEntryBytes <= view.byteLength; at += indexEntryBytes) {
    const sizeBytes = view.getUint32(at + 12, true);
    listedBytes += chunkHeaderBytes + sizeBytes + (sizeBytes % 2);
    // `01wb`: the stream's number, and what it is.
    const stream = streams[(view.getUint8(at) - 0x30) * 10 + view.getUint8(at + 1) - 0x30];
    if (stream === undefined) continue;
    stream.chunks++;
    stream.bytes += sizeBytes;
  }
  return listedBytes;
}

/** AVIMAINHEADER: the microseconds of a frame, and how many there are said to be. */
async function headerSecondsOf(
  pieces: PieceReader,
  header: Chunk,
  sizeBytes: number,
): Promise<number | null> {
  const [avih] = await chunksOf(pieces, header.start + 4, next(header), sizeBytes);
  if (avih?.code !== 'avih' || avih.sizeBytes < 20) return null;
  const bytes = Buffer.from(await pieces.read(avih.start, avih.start + 20));
  return (bytes.readUInt32LE(0) * bytes.readUInt32LE(16)) / 1e6;
}

async function readStreams(pieces: PieceReader, header: Chunk, sizeBytes: number): Promise<Stream[]> {
  const streams: Stream[] = [];
  for (const list of await chunksOf(pieces, header.start + 4, next(header), sizeBytes)) {
    if (list.code !== 'LIST:strl') continue;
    const [strh] = await chunksOf(pieces, list.start + 4, next(list), sizeBytes);
    if (strh?.code !== 'strh' || strh.sizeBytes < 48) return [];
    const bytes = await pieces.read(strh.start, strh.start + 48);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const unitSeconds = view.getUint32(20, true) / view.getUint32(24, true);
    streams.push({
      isVideo: Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'vids',
      unitSeconds,
      startSeconds: view.getUint32(28, true) * unitSeconds,
      sampleBytes: view.getUint32(44, true),
      chunks: 0,
      bytes: 0,
    });
  }
  return streams;
}

/** The chunks between two offsets; those that are cut off end them. */
async function chunksOf(
  pieces: PieceReader,
  start: number,
  end: number,
  sizeBytes: number,
): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (let at = start; at + chunkHeaderBytes <= Math.min(end, sizeBytes);) {
    const chunk = await readChunk(pieces, at, sizeBytes);
    if (chunk === null || chunks.push(chunk) > 1_000) break;
    at = next(chunk);
  }
  return chunks;
}

/** Lists are given the code `LIST:` and their own. Null for what reaches beyond the file. */
async function readChunk(pieces: PieceReader, at: number, sizeBytes: number): Promise<Chunk | null> {
  if (at + 12 > sizeBytes) return null;
  const bytes = Buffer.from(await pieces.read(at, at + 12));
  const code = bytes.toString('latin1', 0, 4);
  const chunk = {
    code: code === 'LIST' ? `LIST:${bytes.toString('latin1', 8, 12)}` : code,
    start: at + chunkHeaderBytes,
    sizeBytes: bytes.readUInt32LE(4),
  };
  return chunk.start + chunk.sizeBytes > sizeBytes ? null : chunk;
}

function next({ start, sizeBytes }: Chunk): number {
  return start + sizeBytes + (sizeBytes % 2);
}
