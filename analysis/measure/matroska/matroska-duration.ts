import { randomInt } from 'node:crypto';
import type { RangedSource } from '../../../lib/ranged-source.ts';
import { inPieces, type PieceReader, sparsePieceBytes } from '../block-reader.ts';
import { Unmeasurable } from '../unmeasurable.ts';
import { durationOf, usualStartSeconds, type VideoDuration } from '../video-duration.ts';
import { type Block, blocksAtEnd, blocksFrom, type Span, spanOf } from './blocks.ts';
import { type Element, elementAt, elementsIn, maxHeadBytes, unsignedIn } from './ebml.ts';
import {
  clusterId,
  elementsOf,
  NotToldByIndex,
  readElement,
  readSegment,
  type Segment,
  tailBytes,
} from './segment.ts';

/** The head of a cluster, with its time. */
const clusterHeadBytes = 64;
const maxClusterBytes = 32 * 2 ** 20;
/** How many elements may lie behind the last cluster that the cues know. */
const maxElements = 64;
const timestampId = 0xe7;
const clusterMark = Buffer.from(clusterId.toString(16), 'hex');
/** Most of the last clusters are smaller. */
const guessedClusterBytes = 64 * 1024;
/** Blocks have 16 bits for their time in a cluster (RFC 9559, 10.1), so that cues lie at most so much behind its. */
const longestClusterTicks = 0x8000;
/** What lies behind the last cue is passed over where it is no more than one of so many parts of the file. */
const leastShare = 20;
/** How many times as large as the usual gap between cues one may be without being looked into. */
const mostUnusual = 8;

/** The end of a cluster tells its time if it has so many pictures, as they are not stored in the order they are shown in. */
const leastPictures = 4;
/** … if the header says the same but for this, … */
const agreeSeconds = 0.5;
/** … and if the cluster has at most so many times the bytes a second of the whole file. */
const mostDense = 2;

/**
 * The duration of a Matroska video in seconds, from its first block to the end of the last, whichever track of pictures
 * or sound has it. Cues tell where the last cluster is; what follows it is looked at, so that cues which leave something
 * out are found out. Of a large last cluster the end is enough if it agrees with the header; if not, all of it is read.
 * Null when it cannot be told that way: without cues, or where the file is not as they say. Throws `Unmeasurable` when
 * there is no picture.
 */
export async function matroskaDuration(source: RangedSource): Promise<VideoDuration | null> {
  try {
    const pieces = inPieces(source, sparsePieceBytes);
    const segment = await readSegment(pieces, source.sizeBytes);
    if (![...segment.tracks.values()].some(({ kind }) => kind === 'video')) {
      throw new Unmeasurable('it has no video stream');
    }
    const startSeconds = await startOf(pieces, segment);
    // One that begins this late has to be the first of all blocks, and not of those that were looked at.
    if (Math.abs(startSeconds) > usualStartSeconds) return null;
    const endSeconds = await endOf(pieces, segment, startSeconds);
    const lastCueSeconds = (segment.cues.at(-1)!.ticks * segment.tickNanoseconds) / 1e9;
    if (endSeconds < lastCueSeconds) return null;
    await refuseLyingCues(pieces, segment);
    return durationOf(startSeconds, endSeconds, segment.headerSeconds);
  } catch (error) {
    if (error instanceof NotToldByIndex) return null;
    throw error;
  }
}

/** When the first block is presented. */
async function startOf(pieces: PieceReader, segment: Segment): Promise<number> {
  const { dataStart, end } = segment.firstCluster;
  const bytes = await pieces.read(dataStart, Math.min(end, dataStart + sparsePieceBytes));
  const span = spanIn(segment, bytes, blocksFrom(bytes, segment.tracks));
  return span.startSeconds;
}

/** When the last block of the last cluster ends. */
async function endOf(pieces: PieceReader, segment: Segment, startSeconds: number): Promise<number> {
  const { dataStart, end } = await lastClusterOf(pieces, segment);
  const sizeBytes = end - dataStart;
  if (sizeBytes > tailBytes) {
    const head = await pieces.read(dataStart, dataStart + clusterHeadBytes);
    const tail = await pieces.read(end - tailBytes, end);
    const span = spanIn(segment, head, blocksAtEnd(tail, segment.tracks));
    const clusterSeconds = span.endSeconds - (timestampIn(head) * segment.tickNanoseconds) / 1e9;
    const seconds = durationOf(startSeconds, span.endSeconds, segment.headerSeconds)?.seconds ?? 0;
    const isEnough =
      span.pictures >= leastPictures &&
      segment.headerSeconds !== null &&
      Math.abs(segment.headerSeconds - seconds) < agreeSeconds &&
      sizeBytes / clusterSeconds < (mostDense * segment.end) / seconds;
    if (isEnough) return span.endSeconds;
  }
  if (sizeBytes > maxClusterBytes) throw new NotToldByIndex();
  const bytes = await pieces.read(dataStart, end);
  // Players go on behind what is damaged.
  if ([...elementsIn(bytes)].at(-1)?.end !== bytes.length) throw new NotToldByIndex();
  return spanIn(segment, bytes, blocksFrom(bytes, segment.tracks)).endSeconds;
}

/** The last cluster: what the last cue knows, or what follows. Throws `NotToldByIndex` when others are later than the last. */
async function lastClusterOf(pieces: PieceReader, segment: Segment): Promise<Element> {
  const { cues, end } = segment;
  const { cluster } = cues.at(-1)!;
  if (cluster >= end) throw new NotToldByIndex();
  // Head and data in one request, as far as that can be guessed.
  await pieces.read(cluster, Math.min(cluster + guessedClusterBytes, end));
  const known = await readElement(pieces, cluster, end);
  if (known.id !== clusterId) throw new NotToldByIndex();
  let last = (await smallLastCluster(pieces, segment, known)) ?? known;
  let latestTicks = -Infinity;
  let count = 0;
  for await (const element of elementsOf(pieces, last.end, end)) {
    if (++count > maxElements) throw new NotToldByIndex();
    if (element.id !== clusterId) continue;
    latestTicks = Math.max(latestTicks, await ticksAt(pieces, last.at, end));
    last = element;
  }
  if (latestTicks > (await ticksAt(pieces, last.at, end))) throw new NotToldByIndex();
  return last;
}

/**
 * A small cluster at the end of the media, found without a look at each one between it and the one that the last cue
 * knows. What looks like one may lie in a block of another; so the whole may only be a small part of the file. Null when
 * there is none.
 */
async function smallLastCluster(
  pieces: PieceReader,
  segment: Segment,
  known: Element,
): Promise<Element | null> {
  const { mediaEnd } = segment;
  const from = mediaEnd - tailBytes;
  if (known.end >= from || mediaEnd - known.at > mediaEnd / leastShare) return null;
  const found = clusterAtEnd(await pieces.read(from, mediaEnd));
  return found && { ...found, at: from + found.at, dataStart: from + found.dataStart, end: mediaEnd };
}

/** The cluster that ends where these bytes do; of several, the one that the others lie in. Null where none begins in them. */
function clusterAtEnd(bytes: Uint8Array): Element | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = buffer.indexOf(clusterMark); at !== -1; at = buffer.indexOf(clusterMark, at + 1)) {
    const element = elementAt(bytes, at);
    if (element?.end === bytes.length) return element;
  }
  return null;
}

/** What lies from one place that the cues know to the next. */
interface Gap {
  cluster: number;
  sizeBytes: number;
  fromTicks: number;
  toTicks: number;
}

/** From the first cluster to the first cue, and from each cue to the next. */
function gapsBetween({ cues, firstCluster }: Segment): Gap[] {
  return cues.map(({ cluster, ticks }, index) => {
    const before = cues[index - 1] ?? { cluster: firstCluster.at, ticks: 0 };
    const sizeBytes = cluster - before.cluster;
    return { cluster: before.cluster, sizeBytes, fromTicks: before.ticks, toTicks: ticks };
  });
}

/** Whether so much may lie behind a cue; where there are few, there is nothing to compare it with. */
function isUsual(sizeBytes: number, gaps: readonly Gap[]): boolean {
  if (gaps.length <= 2) return false;
  const sizes = gaps.map((gap) => gap.sizeBytes).sort((a, b) => a - b);
  return sizeBytes < mostUnusual * sizes[Math.floor(sizes.length / 2)]!;
}

/**
 * The last cluster is the latest only if times rise with offsets: the cues have to, one of them chosen at random has to be
 * true, and so have the clusters of a gap that is larger than the others. Throws `NotToldByIndex` when they are not.
 */
async function refuseLyingCues(pieces: PieceReader, segment: Segment): Promise<void> {
  const { cues, end } = segment;
  const gaps = gapsBetween(segment);
  if (gaps.some(({ fromTicks, toTicks }) => toTicks < fromTicks)) throw new NotToldByIndex();
  if (cues.length > 2) {
    const { cluster, ticks } = cues[randomInt(1, cues.length - 1)]!;
    const at = await ticksAt(pieces, cluster, end);
    if (ticks < at || ticks > at + longestClusterTicks) throw new NotToldByIndex();
  }
  const largest = gaps.reduce((most, gap) => (gap.sizeBytes > most.sizeBytes ? gap : most));
  if (isUsual(largest.sizeBytes, gaps)) return;
  let count = 0;
  for await (const element of elementsOf(pieces, largest.cluster, largest.cluster + largest.sizeBytes)) {
    if (++count > maxElements) throw new NotToldByIndex();
    if (element.id !== clusterId) continue;
    const ticks = await ticksAt(pieces, element.at, end);
    if (ticks > largest.toTicks) throw new NotToldByIndex();
  }
}

/** The time of the cluster at an offset. */
async function ticksAt(pieces: PieceReader, at: number, end: number): Promise<number> {
  // In one request, wherever the border between two pieces is.
  await pieces.read(at, Math.min(at + maxHeadBytes + clusterHeadBytes, end));
  const { id, dataStart, end: clusterEnd } = await readElement(pieces, at, end);
  if (id !== clusterId) throw new NotToldByIndex();
  return timestampIn(await pieces.read(dataStart, Math.min(dataStart + clusterHeadBytes, clusterEnd)));
}

function spanIn(segment: Segment, clusterHead: Uint8Array, blocks: readonly Block[]): Span {
  const span = spanOf(blocks, timestampIn(clusterHead), segment.tickNanoseconds, segment.tracks);
  if (span === null) throw new NotToldByIndex();
  return span;
}

/** A cluster's time in ticks; it comes before the blocks. */
function timestampIn(cluster: Uint8Array): number {
  const times = [...elementsIn(cluster)].filter(({ id }) => id === timestampId);
  const [time] = times;
  if (time === undefined || times.length > 1 || time.end === time.dataStart) throw new NotToldByIndex();
  return unsignedIn(cluster, time);
}
