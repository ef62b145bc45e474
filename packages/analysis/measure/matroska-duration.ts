import { randomInt } from 'node:crypto';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { type BlockReader, createBlockReader, sparseBlockBytes } from '../formats/block-reader.ts';
import { IndexUnusable, Unmeasurable } from '../formats/format-errors.ts';
import { durationOf, maxTrustedStartSeconds, type VideoDuration } from './video-duration.ts';
import { type Block, blocksAtEnd, blocksFrom, type Span, spanOf } from '../formats/matroska/blocks.ts';
import { type Element, elementAt, elementsIn, maxHeadBytes, unsignedIn } from '../formats/matroska/ebml.ts';
import {
  clusterId,
  elementsOf,
  readElement,
  readSegment,
  type Segment,
  tailBytes,
} from '../formats/matroska/segment.ts';

/** Number of bytes read from the start of a Cluster's data. They include the Timestamp element of the Cluster. */
const clusterHeadBytes = 64;
const maxClusterBytes = 32 * 2 ** 20;
/** Maximum number of elements that are read one by one to find a Cluster without a cue (index entry). */
const maxElements = 64;
const timestampId = 0xe7;
const clusterIdBytes = Buffer.from(clusterId.toString(16), 'hex');
/** Size in bytes of the first read of the last Cluster. Most last Clusters are smaller, so one read is enough. */
const expectedClusterBytes = 64 * 1024;
/**
 * Maximum difference between a CueTime and the Timestamp of its Cluster, in ticks. A block stores its time within the
 * Cluster as a 16-bit number of ticks (RFC 9559, 10.1).
 */
const maxClusterTicks = 0x8000;
/**
 * Maximum size of the part of the file after the last cue (index entry), as a share of the file from 0 to 1. A part
 * of at most this size is searched for the last Cluster from the end of the file. In a larger part, the Clusters are
 * read one by one.
 */
const maxUncuedShare = 0.05;
/**
 * Maximum ratio of the largest gap to the median gap. A gap is the number of bytes between two successive Clusters with
 * cues. A larger gap is searched for Clusters without a cue.
 */
const maxGapToMedianRatio = 8;

// Conditions under which reading only the end of a Cluster is enough to find its last block.
/**
 * Minimum number of video blocks at the end of a Cluster. Frames are not stored in presentation order, so the last
 * block in the file may not be the last one displayed.
 */
const minTailPictures = 4;
/** Maximum difference between the measured duration and the duration in the header. */
const maxHeaderDifferenceSeconds = 0.5;
/** Maximum ratio of the Cluster's bytes per second to the bytes per second of the whole file. */
const maxDensityRatio = 2;

/**
 * Returns the duration of a Matroska video from the start of its first block to the end of its last block. The first
 * and the last block may belong to different video or audio tracks. The Cues, which are the index of the file, locate
 * the last Cluster. Elements after that Cluster are also read, because the Cues may be incomplete. The end of a large
 * last Cluster is read first. If its blocks agree with the duration in the header, the rest of the Cluster is not read.
 * Returns null if the duration cannot be trusted, for example if the Cues are missing or contradict the Clusters.
 * Throws `Unmeasurable` if there is no video track.
 */
export async function matroskaDuration(source: RangedSource): Promise<VideoDuration | null> {
  try {
    const reader = createBlockReader(source, sparseBlockBytes);
    const segment = await readSegment(reader, source.sizeBytes);
    if (![...segment.tracks.values()].some(({ kind }) => kind === 'video')) {
      throw new Unmeasurable('no video stream');
    }
    const startSeconds = await startOf(reader, segment);
    // If the first block starts this far from time zero, a block that was not read may be earlier.
    if (Math.abs(startSeconds) > maxTrustedStartSeconds) return null;
    const endSeconds = await endOf(reader, segment, startSeconds);
    const lastCueSeconds = (segment.cues.at(-1)!.ticks * segment.tickNanoseconds) / 1e9;
    if (endSeconds < lastCueSeconds) return null;
    await verifyCues(reader, segment);
    return durationOf(startSeconds, endSeconds, segment.headerSeconds);
  } catch (error) {
    if (error instanceof IndexUnusable) return null;
    throw error;
  }
}

/** Returns the presentation time of the first block, in seconds. */
async function startOf(reader: BlockReader, segment: Segment): Promise<number> {
  const { dataStart, end } = segment.firstCluster;
  const bytes = await reader.read(dataStart, Math.min(end, dataStart + sparseBlockBytes));
  const span = spanIn(segment, bytes, blocksFrom(bytes, segment.tracks));
  return span.startSeconds;
}

/** Returns the end time of the last block in the last Cluster, in seconds. */
async function endOf(reader: BlockReader, segment: Segment, startSeconds: number): Promise<number> {
  const { dataStart, end } = await lastClusterOf(reader, segment);
  const sizeBytes = end - dataStart;
  if (sizeBytes > tailBytes) {
    const head = await reader.read(dataStart, dataStart + clusterHeadBytes);
    const tail = await reader.read(end - tailBytes, end);
    const span = spanIn(segment, head, blocksAtEnd(tail, segment.tracks));
    const clusterSeconds = span.endSeconds - (timestampIn(head) * segment.tickNanoseconds) / 1e9;
    const seconds = durationOf(startSeconds, span.endSeconds, segment.headerSeconds)?.seconds ?? 0;
    const isEnough =
      span.videoBlocks >= minTailPictures &&
      segment.headerSeconds !== null &&
      Math.abs(segment.headerSeconds - seconds) < maxHeaderDifferenceSeconds &&
      sizeBytes / clusterSeconds < (maxDensityRatio * segment.end) / seconds;
    if (isEnough) return span.endSeconds;
  }
  if (sizeBytes > maxClusterBytes) throw new IndexUnusable();
  const bytes = await reader.read(dataStart, end);
  // Players skip a damaged element and play the blocks after it, but the code below would miss these blocks.
  if ([...elementsIn(bytes)].at(-1)?.end !== bytes.length) throw new IndexUnusable();
  return spanIn(segment, bytes, blocksFrom(bytes, segment.tracks)).endSeconds;
}

/**
 * Returns the last Cluster: the Cluster of the last cue, or a later one. Throws `IndexUnusable` if the last Cluster
 * does not have the latest Timestamp of the Clusters after the last cue.
 */
async function lastClusterOf(reader: BlockReader, segment: Segment): Promise<Element> {
  const { cues, end } = segment;
  const { cluster } = cues.at(-1)!;
  if (cluster >= end) throw new IndexUnusable();
  // One request usually returns both the header and the data of the Cluster.
  await reader.read(cluster, Math.min(cluster + expectedClusterBytes, end));
  const known = await readElement(reader, cluster, end);
  if (known.id !== clusterId) throw new IndexUnusable();
  let last = (await smallLastCluster(reader, segment, known)) ?? known;
  let latestTicks = -Infinity;
  let count = 0;
  for await (const element of elementsOf(reader, last.end, end)) {
    if (++count > maxElements) throw new IndexUnusable();
    if (element.id !== clusterId) continue;
    latestTicks = Math.max(latestTicks, await ticksAt(reader, last.at, end));
    last = element;
  }
  if (latestTicks > (await ticksAt(reader, last.at, end))) throw new IndexUnusable();
  return last;
}

/**
 * Returns the last Cluster if it lies in the last `tailBytes` of the media. Does not read the Clusters between the last
 * cue and that Cluster. Bytes inside a block may look like a Cluster, so returns null if the part of the file after the
 * last cue exceeds `maxUncuedShare`. Also returns null if no Cluster is found.
 */
async function smallLastCluster(
  reader: BlockReader,
  segment: Segment,
  known: Element,
): Promise<Element | null> {
  const { mediaEnd } = segment;
  const from = mediaEnd - tailBytes;
  if (known.end >= from || mediaEnd - known.at > maxUncuedShare * mediaEnd) return null;
  const found = clusterAtEnd(await reader.read(from, mediaEnd));
  return found && { ...found, at: from + found.at, dataStart: from + found.dataStart, end: mediaEnd };
}

/** Returns the outermost Cluster that ends with the last byte of `bytes`; null if no Cluster does. */
function clusterAtEnd(bytes: Uint8Array): Element | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = buffer.indexOf(clusterIdBytes); at !== -1; at = buffer.indexOf(clusterIdBytes, at + 1)) {
    const element = elementAt(bytes, at);
    if (element?.end === bytes.length) return element;
  }
  return null;
}

/** The part of the file from one Cluster with a cue to the next Cluster with a cue. */
interface Gap {
  cluster: number;
  sizeBytes: number;
  fromTicks: number;
  toTicks: number;
}

/** Returns the gap from the first Cluster to the first cue, and the gaps between successive cues. */
function gapsBetween({ cues, firstCluster }: Segment): Gap[] {
  return cues.map(({ cluster, ticks }, index) => {
    const before = cues[index - 1] ?? { cluster: firstCluster.at, ticks: 0 };
    const sizeBytes = cluster - before.cluster;
    return { cluster: before.cluster, sizeBytes, fromTicks: before.ticks, toTicks: ticks };
  });
}

/** Returns whether a gap is not much larger than the median gap; false if there are fewer than three gaps. */
function isUsual(sizeBytes: number, gaps: readonly Gap[]): boolean {
  if (gaps.length <= 2) return false;
  const sizes = gaps.map((gap) => gap.sizeBytes).sort((a, b) => a - b);
  return sizeBytes < maxGapToMedianRatio * sizes[Math.floor(sizes.length / 2)]!;
}

/**
 * Throws `IndexUnusable` if the times of the Clusters do not increase with their offsets, because the last Cluster may
 * then not be the latest. Checks the order of all cues and the Timestamp of one random cue. Checks the Clusters in the
 * largest gap if that gap is unusually large.
 */
async function verifyCues(reader: BlockReader, segment: Segment): Promise<void> {
  const { cues, end } = segment;
  const gaps = gapsBetween(segment);
  if (gaps.some(({ fromTicks, toTicks }) => toTicks < fromTicks)) throw new IndexUnusable();
  if (cues.length > 2) {
    const { cluster, ticks } = cues[randomInt(1, cues.length - 1)]!;
    const at = await ticksAt(reader, cluster, end);
    if (ticks < at || ticks > at + maxClusterTicks) throw new IndexUnusable();
  }
  const largest = gaps.reduce((most, gap) => (gap.sizeBytes > most.sizeBytes ? gap : most));
  if (isUsual(largest.sizeBytes, gaps)) return;
  let count = 0;
  for await (const element of elementsOf(reader, largest.cluster, largest.cluster + largest.sizeBytes)) {
    if (++count > maxElements) throw new IndexUnusable();
    if (element.id !== clusterId) continue;
    const ticks = await ticksAt(reader, element.at, end);
    if (ticks > largest.toTicks) throw new IndexUnusable();
  }
}

/** Returns the Timestamp of the Cluster at an offset, in ticks. */
async function ticksAt(reader: BlockReader, at: number, end: number): Promise<number> {
  // One request returns both the header and the Timestamp of the Cluster, even across a block boundary.
  await reader.read(at, Math.min(at + maxHeadBytes + clusterHeadBytes, end));
  const { id, dataStart, end: clusterEnd } = await readElement(reader, at, end);
  if (id !== clusterId) throw new IndexUnusable();
  return timestampIn(await reader.read(dataStart, Math.min(dataStart + clusterHeadBytes, clusterEnd)));
}

function spanIn(segment: Segment, clusterHead: Uint8Array, blocks: readonly Block[]): Span {
  const span = spanOf(blocks, timestampIn(clusterHead), segment.tickNanoseconds, segment.tracks);
  if (span === null) throw new IndexUnusable();
  return span;
}

/** Returns the Timestamp of a Cluster in ticks. The Timestamp precedes the blocks (RFC 9559, 5.1.3.1). */
function timestampIn(cluster: Uint8Array): number {
  const times = [...elementsIn(cluster)].filter(({ id }) => id === timestampId);
  const [time] = times;
  if (time === undefined || times.length > 1 || time.end === time.dataStart) throw new IndexUnusable();
  return unsignedIn(cluster, time);
}
