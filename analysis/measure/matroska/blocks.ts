import { type Element, elementAt, elementsIn, unsignedIn, variableInteger } from './ebml.ts';

// RFC 9559, 5.1.3: what clusters are made of.
const simpleBlock = 0xa3;
const blockGroup = 0xa0;
const block = 0xa1;
const blockDuration = 0x9b;
const padding = 0xec;

/** A track of pictures or sound. */
export interface Track {
  kind: 'video' | 'audio';
  /** What a frame lasts; null where that is not said. */
  frameNanoseconds: number | null;
  /** How much earlier than its blocks say it is presented. */
  delayNanoseconds: number;
}

/** When something is presented, from its head alone. */
export interface Block {
  track: number;
  /** From the time of its cluster. */
  ticks: number;
  /** Of all of it; null where only its track's frame duration tells. */
  durationTicks: number | null;
  frames: number;
}

export interface Span {
  startSeconds: number;
  endSeconds: number;
  /** How many blocks with pictures it was told by. */
  pictures: number;
}

/** The blocks of these tracks that lie side by side, as far as their heads can be seen. */
export function blocksFrom(bytes: Uint8Array, tracks: ReadonlyMap<number, Track>, start = 0): Block[] {
  const blocks: Block[] = [];
  for (const element of elementsIn(bytes, start)) {
    const found = blockIn(bytes, element);
    if (found !== null && tracks.has(found.track)) blocks.push(found);
  }
  return blocks;
}

/**
 * The last blocks of a cluster, by its last bytes alone: those in the longest chain of elements that ends where the
 * cluster does. Where a chain begins is chance, so its first element is left out.
 */
export function blocksAtEnd(bytes: Uint8Array, tracks: ReadonlyMap<number, Track>): Block[] {
  // For each offset, how many elements there are from it to the end; 0 where they do not lead there.
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

/** RFC 9559, 10.1 and 10.2: the track, 16 bits of time with a sign, flags, and how many frames less one if it is laced. */
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

/** From the first of the blocks to the end of the last, whichever track has it; null where there is none. */
export function spanOf(
  blocks: readonly Block[],
  clusterTicks: number,
  tickNanoseconds: number,
  tracks: ReadonlyMap<number, Track>,
): Span | null {
  let start = Infinity;
  let end = -Infinity;
  let pictures = 0;
  for (const [number, track] of tracks) {
    const own = blocks.filter((one) => one.track === number).sort((a, b) => a.ticks - b.ticks);
    const last = own.at(-1);
    if (last === undefined) continue;
    if (track.kind === 'video') pictures += own.length;
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
  return end === -Infinity ? null : { startSeconds: start / 1e9, endSeconds: end / 1e9, pictures };
}
