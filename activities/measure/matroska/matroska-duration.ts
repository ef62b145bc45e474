import type { RangedSource } from '../../../domain/ranged-source.ts';
import { inPieces, type PieceReader, sparsePieceBytes } from '../in-pieces.ts';
import { Unmeasurable } from '../unmeasurable.ts';
import type { VideoDuration } from '../video-duration.ts';
import { type Block, blocksAtEnd, blocksFrom, type Span, spanOf } from './blocks.ts';
import { type Element, elementsIn, unsignedIn } from './ebml.ts';
import { clusterId, elementsOf, NotToldByIndex, readElement, readSegment, type Segment } from './segment.ts';

/** How much of a file is read where the end of its last cluster is enough. */
const cheapBytes = 480 * 1024;
/** The head of a cluster, with its time. */
const clusterHeadBytes = 64;
const maxClusterBytes = 32 * 2 ** 20;
/** How many elements may lie behind the last cluster that the cues know. */
const maxElements = 64;
const timestampId = 0xe7;

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
    const endSeconds = await endOf(pieces, segment, startSeconds);
    const seconds = endSeconds - startSeconds;
    return seconds > 0 && endSeconds > segment.lastCueSeconds
      ? { seconds, headerSeconds: segment.headerSeconds }
      : null;
  } catch (error) {
    if (error instanceof NotToldByIndex) return null;
    throw error;
  }
}

/** When the first block is presented. What is before zero is not shown. */
async function startOf(pieces: PieceReader, segment: Segment): Promise<number> {
  const { dataStart, end } = segment.firstCluster;
  const bytes = await pieces.read(dataStart, Math.min(end, dataStart + sparsePieceBytes));
  const span = spanIn(segment, bytes, blocksFrom(bytes, segment.tracks));
  return Math.max(0, span.startSeconds);
}

/** When the last block of the last cluster ends. */
async function endOf(pieces: PieceReader, segment: Segment, startSeconds: number): Promise<number> {
  const { dataStart, end } = await lastClusterOf(pieces, segment);
  const sizeBytes = end - dataStart;
  const tailBytes = cheapBytes - pieces.bytesRead;
  if (sizeBytes > tailBytes && tailBytes > 0) {
    const head = await pieces.read(dataStart, dataStart + clusterHeadBytes);
    const tail = await pieces.read(end - tailBytes, end);
    const span = spanIn(segment, head, blocksAtEnd(tail, segment.tracks));
    const clusterSeconds = span.endSeconds - (timestampIn(head) * segment.tickNanoseconds) / 1e9;
    const seconds = span.endSeconds - startSeconds;
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

async function lastClusterOf(pieces: PieceReader, { lastCuedCluster, end }: Segment): Promise<Element> {
  let last = await readElement(pieces, lastCuedCluster, end);
  if (last.id !== clusterId) throw new NotToldByIndex();
  let count = 0;
  for await (const element of elementsOf(pieces, last.end, end)) {
    if (++count > maxElements) throw new NotToldByIndex();
    if (element.id === clusterId) last = element;
  }
  return last;
}

function spanIn(segment: Segment, clusterHead: Uint8Array, blocks: readonly Block[]): Span {
  const span = spanOf(blocks, timestampIn(clusterHead), segment.tickNanoseconds, segment.tracks);
  if (span === null) throw new NotToldByIndex();
  return span;
}

/** A cluster's time in ticks; it comes before the blocks. */
function timestampIn(cluster: Uint8Array): number {
  for (const element of elementsIn(cluster)) {
    if (element.id === timestampId) return unsignedIn(cluster, element);
  }
  throw new NotToldByIndex();
}
