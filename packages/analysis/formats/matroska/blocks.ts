import { type Element, elementAt, elementsIn, unsignedIn, variableInteger } from './ebml.ts';

// IDs of the elements of a Cluster (RFC 9559, 5.1.3).
const simpleBlock = 0xa3;
const blockGroup = 0xa0;
const block = 0xa1;
const blockDuration = 0x9b;
const padding = 0xec;

export interface Track {
  kind: 'video' | 'audio';
  /** DefaultDuration: duration of one frame; null if absent. */
  frameNanoseconds: number | null;
  /** CodecDelay, which is subtracted from the timestamps of the track's blocks. */
  delayNanoseconds: number;
}

/** Timing of a SimpleBlock or BlockGroup. The duration of a tick is stored in the Info element (TimestampScale). */
export interface Block {
  track: number;
  /** Timestamp of the block, relative to the Timestamp of its Cluster. */
  ticks: number;
  /** BlockDuration: total duration of all frames in the block; null if absent. */
  durationTicks: number | null;
  frames: number;
}

export interface Span {
  startSeconds: number;
  endSeconds: number;
  /** Number of video blocks from which the span was computed. */
  videoBlocks: number;
}

/** Returns the blocks of the given tracks among the sibling elements that start at `start` or later. */
export function blocksFrom(bytes: Uint8Array, tracks: ReadonlyMap<number, Track>, start = 0): Block[] {
  const blocks: Block[] = [];
  for (const element of elementsIn(bytes, start)) {
    const found = blockIn(bytes, element);
    if (found !== null && tracks.has(found.track)) blocks.push(found);
  }
  return blocks;
}

/**
 * Returns the last blocks of a Cluster, given only the last `bytes` of the Cluster. Finds the longest chain of adjacent
 * elements that ends with the Cluster. Leaves out the first element of the chain, because unrelated bytes may look like
 * an element.
 */
export function blocksAtEnd(bytes: Uint8Array, tracks: ReadonlyMap<number, Track>): Block[] {
  // For each offset, one plus the number of adjacent elements from the offset to the end of `bytes`. The value is 0 if
  // no chain of elements from the offset ends exactly at the end of `bytes`.
  const chain = new Int32Array(bytes.length + 1);
  chain[bytes.length] = 1;
  let longest = bytes.length;
  for (let at = bytes.length - 1; at >= 0; at--) {
    const id = bytes[at];
    if (id !== simpleBlock && id !== blockGroup && id !== padding) continue;
    const element = elementAt(bytes, at);
    if (element === null || !(element.end <= bytes.length) || chain[element.end] === 0) continue;
    if (id !== padding && blockIn(bytes, element) === null) continue;
    chain[at] = chain[element.end]! + 1;
    if (chain[at]! > chain[longest]!) longest = at;
  }
  const first = elementAt(bytes, longest);
  return first === null ? [] : blocksFrom(bytes, tracks, first.end);
}

function blockIn(bytes: Uint8Array, element: Element): Block | null {
  if (element.id === simpleBlock) return blockHead(bytes, element.dataStart);
  if (element.id !== blockGroup) return null;
  let head: Block | null = null;
  let durationTicks: number | null = null;
  for (const child of elementsIn(bytes, element.dataStart, Math.min(element.end, bytes.length))) {
    if (child.id === block) head = blockHead(bytes, child.dataStart);
    if (child.id === blockDuration) durationTicks = unsignedIn(bytes, child);
  }
  return head && { ...head, durationTicks };
}

/** Reads the track number, timestamp, flags and, with lacing, the frame count of a block (RFC 9559, 10.1 and 10.2). */
function blockHead(bytes: Uint8Array, at: number): Block | null {
  const track = variableInteger(bytes, at, 8, false);
  if (track === null) return null;
  const timeAt = at + track.bytes;
  if (timeAt + 4 > bytes.length) return null;
  const unsigned = bytes[timeAt]! * 256 + bytes[timeAt + 1]!;
  const isLaced = (bytes[timeAt + 2]! & 0x06) !== 0;
  return {
    track: track.value,
    ticks: unsigned < 0x8000 ? unsigned : unsigned - 0x10000,
    durationTicks: null,
    frames: isLaced ? bytes[timeAt + 3]! + 1 : 1,
  };
}

/**
 * Returns the start of the first block and the end of the last block, over all tracks; null if there are no blocks.
 * @param clusterTicks Timestamp of the Cluster that contains the blocks
 */
export function spanOf(
  blocks: readonly Block[],
  clusterTicks: number,
  tickNanoseconds: number,
  tracks: ReadonlyMap<number, Track>,
): Span | null {
  let start = Infinity;
  let end = -Infinity;
  let videoBlocks = 0;
  for (const [number, track] of tracks) {
    const own = blocks.filter((one) => one.track === number).sort((a, b) => a.ticks - b.ticks);
    const last = own.at(-1);
    if (last === undefined) continue;
    if (track.kind === 'video') videoBlocks += own.length;
    const at = ({ ticks }: Block) => (clusterTicks + ticks) * tickNanoseconds - track.delayNanoseconds;
    const untilLast = own.length > 1 ? at(last) - at(own.at(-2)!) : 0;
    const duration =
      last.durationTicks !== null
        ? last.durationTicks * tickNanoseconds
        : track.frameNanoseconds !== null
          ? track.frameNanoseconds * last.frames
          : untilLast;
    start = Math.min(start, at(own[0]!));
    end = Math.max(end, at(last) + duration);
  }
  return end === -Infinity ? null : { startSeconds: start / 1e9, endSeconds: end / 1e9, videoBlocks };
}
