import { type BlockReader, headBytes } from '../block-reader.ts';
import { IndexUnusable } from '../format-errors.ts';
import type { Track } from './blocks.ts';
import { type Element, elementAt, elementsIn, floatIn, maxHeadBytes, unsignedIn } from './ebml.ts';

/** Size in bytes of the first read of the Cues. The Cues of a one-hour video have about 40 KiB. */
const expectedCuesBytes = 96 * 1024;
/**
 * Number of bytes before the Cues that are read together with the Cues. These bytes usually contain the end of the last
 * Cluster. The duration is computed from the end of this Cluster.
 */
export const tailBytes = 192 * 1024;
const maxBytes = 16 * 2 ** 20;
/** Maximum plausible CodecDelay. */
const maxCodecDelayNanoseconds = 1e9;
/** Maximum number of elements before the first Cluster. */
const maxElements = 64;

// Element IDs (RFC 9559, 5.1).
const ids = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  defaultDuration: 0x23e383,
  codecDelay: 0x56aa,
  trackTimestampScale: 0x23314f,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueClusterPosition: 0xf1,
};
export const clusterId = 0x1f43b675;
const kinds: Record<number, Track['kind']> = { 1: 'video', 2: 'audio' };

export interface Cue {
  /** Offset in the file of the Cluster that the cue points to. */
  cluster: number;
  ticks: number;
}

/** The metadata of a Segment (RFC 9559, 5.1). Offsets count from the start of the file. */
export interface Segment {
  end: number;
  /**
   * End offset of the media: the start of the Cues if they follow the last cue's Cluster, otherwise the end of the
   * Segment.
   */
  mediaEnd: number;
  /** TimestampScale: nanoseconds per tick. A tick is the unit of most times in the file. */
  tickNanoseconds: number;
  /** Duration in the Info element, in seconds; null if absent. */
  headerSeconds: number | null;
  /** Video and audio tracks by TrackNumber. */
  tracks: Map<number, Track>;
  firstCluster: Element;
  /** One cue for each Cluster listed in the Cues, in file order, with the earliest CueTime of the Cluster. */
  cues: Cue[];
}

/** Reads the Info, Tracks and Cues of a Segment. Throws `IndexUnusable` if the file has no Cues or is truncated. */
export async function readSegment(reader: BlockReader, sizeBytes: number): Promise<Segment> {
  await reader.read(0, Math.min(headBytes, sizeBytes));
  const header = await readElement(reader, 0, sizeBytes);
  const segment = await readElement(reader, header.end, sizeBytes);
  const isWhole = header.id === ids.ebml && segment.id === ids.segment && segment.end === sizeBytes;
  if (!isWhole) throw new IndexUnusable();

  const places = new Map<number, number>();
  let firstCluster: Element | null = null;
  let count = 0;
  for await (const element of elementsOf(reader, segment.dataStart, sizeBytes)) {
    if (element.id === clusterId) firstCluster = element;
    if (firstCluster !== null || ++count > maxElements) break;
    places.set(element.id, element.at);
    if (element.id === ids.seekHead) {
      for (const [id, position] of seeks(await dataOf(reader, element))) {
        if (!places.has(id)) places.set(id, segment.dataStart + position);
      }
    }
  }
  const describe = async (id: number): Promise<Uint8Array> => {
    const at = places.get(id);
    if (at === undefined) throw new IndexUnusable();
    // Reads ahead, so that one request usually returns both the header and the data of the element.
    if (at > headBytes && at < sizeBytes) {
      const before = id === ids.cues ? tailBytes : 0;
      await reader.read(Math.max(headBytes, at - before), Math.min(at + expectedCuesBytes, sizeBytes));
    }
    const element = await readElement(reader, at, sizeBytes);
    if (element.id !== id) throw new IndexUnusable();
    return dataOf(reader, element);
  };
  if (firstCluster === null) throw new IndexUnusable();
  const info = infoIn(await describe(ids.info));
  const tracks = tracksIn(await describe(ids.tracks));
  const cues = cuesIn(await describe(ids.cues), segment.dataStart);
  const lastCue = cues.at(-1);
  if (lastCue === undefined) throw new IndexUnusable();
  const cuesAt = places.get(ids.cues)!;
  const mediaEnd = cuesAt > lastCue.cluster ? cuesAt : segment.end;
  return { end: segment.end, mediaEnd, ...info, tracks, firstCluster, cues };
}

/** Yields the elements from `start` to `end`. Throws `IndexUnusable` if an element extends beyond `end`. */
export async function* elementsOf(reader: BlockReader, start: number, end: number): AsyncGenerator<Element> {
  for (let at = start; at < end;) {
    const element = await readElement(reader, at, end);
    yield element;
    at = element.end;
  }
}

/** Reads the header of the element at offset `at`. Throws `IndexUnusable` if it is invalid or ends after `limit`. */
export async function readElement(reader: BlockReader, at: number, limit: number): Promise<Element> {
  if (!(at < limit)) throw new IndexUnusable();
  const element = elementAt(await reader.read(at, Math.min(at + maxHeadBytes, limit)), 0);
  if (element === null || !(at + element.end <= limit)) throw new IndexUnusable();
  return { id: element.id, at, dataStart: at + element.dataStart, end: at + element.end };
}

async function dataOf(reader: BlockReader, { dataStart, end }: Element): Promise<Uint8Array> {
  if (end - dataStart > maxBytes) throw new IndexUnusable();
  return reader.read(dataStart, end);
}

/** Yields the SeekID and SeekPosition of each entry of a SeekHead. */
function* seeks(bytes: Uint8Array): Generator<[id: number, position: number]> {
  for (const seek of elementsIn(bytes)) {
    if (seek.id !== ids.seek) continue;
    const found = new Map<number, number>();
    for (const child of childrenOf(bytes, seek)) found.set(child.id, unsignedIn(bytes, child));
    const id = found.get(ids.seekId);
    const position = found.get(ids.seekPosition);
    if (id !== undefined && position !== undefined) yield [id, position];
  }
}

/**
 * Maximum duration of a tick in nanoseconds. A block starts up to 32,767 ticks after its cluster: 33 s with the usual
 * tick of 1 ms. With much longer ticks, an earlier cluster could contain the block that is displayed last.
 */
const maxTickNanoseconds = 2e6;

function infoIn(bytes: Uint8Array): Pick<Segment, 'tickNanoseconds' | 'headerSeconds'> {
  let tickNanoseconds = 1e6;
  let headerTicks = NaN;
  for (const element of elementsIn(bytes)) {
    // An empty element has its default value (RFC 8794, section 7). Zero is not a valid scale, so it is treated like an
    // empty element.
    if (element.id === ids.timestampScale) tickNanoseconds = unsignedIn(bytes, element) || 1e6;
    if (element.id === ids.duration) headerTicks = floatIn(bytes, element);
  }
  if (tickNanoseconds > maxTickNanoseconds) throw new IndexUnusable();
  const headerSeconds = (headerTicks * tickNanoseconds) / 1e9;
  return { tickNanoseconds, headerSeconds: Number.isFinite(headerSeconds) ? headerSeconds : null };
}

function tracksIn(bytes: Uint8Array): Map<number, Track> {
  const tracks = new Map<number, Track>();
  for (const entry of elementsIn(bytes)) {
    if (entry.id !== ids.trackEntry) continue;
    const found = new Map<number, number>();
    for (const child of childrenOf(bytes, entry)) {
      const isFloat = child.id === ids.trackTimestampScale;
      found.set(child.id, isFloat ? floatIn(bytes, child) : unsignedIn(bytes, child));
    }
    const number = found.get(ids.trackNumber);
    const kind = kinds[found.get(ids.trackType) ?? 0];
    if (number === undefined || kind === undefined) continue;
    if ((found.get(ids.codecDelay) ?? 0) > maxCodecDelayNanoseconds) throw new IndexUnusable();
    // Players interpret TrackTimestampScale differently, so the duration is uncertain. The element is deprecated.
    if ((found.get(ids.trackTimestampScale) ?? 1) !== 1) throw new IndexUnusable();
    tracks.set(number, {
      kind,
      frameNanoseconds: found.get(ids.defaultDuration) || null,
      delayNanoseconds: found.get(ids.codecDelay) ?? 0,
    });
  }
  return tracks;
}

function cuesIn(bytes: Uint8Array, segmentStart: number): Cue[] {
  const earliest = new Map<number, number>();
  for (const point of elementsIn(bytes)) {
    if (point.id !== ids.cuePoint) continue;
    const children = [...childrenOf(bytes, point)];
    const time = children.find(({ id }) => id === ids.cueTime);
    const ticks = time === undefined ? 0 : unsignedIn(bytes, time);
    for (const child of children) {
      if (child.id !== ids.cueTrackPositions) continue;
      const place = [...childrenOf(bytes, child)].find(({ id }) => id === ids.cueClusterPosition);
      if (place === undefined) continue;
      const cluster = segmentStart + unsignedIn(bytes, place);
      earliest.set(cluster, Math.min(ticks, earliest.get(cluster) ?? Infinity));
    }
  }
  return [...earliest].map(([cluster, ticks]) => ({ cluster, ticks })).sort((a, b) => a.cluster - b.cluster);
}

function childrenOf(bytes: Uint8Array, { dataStart, end }: Element): Generator<Element> {
  return elementsIn(bytes, dataStart, Math.min(end, bytes.length));
}
