import { headBytes, type PieceReader } from '../block-reader.ts';
import type { Track } from './blocks.ts';
import { type Element, elementAt, elementsIn, floatIn, maxHeadBytes, unsignedIn } from './ebml.ts';

/** An hour of cues has some 40 KiB. */
const guessedBytes = 96 * 1024;
/** How much of the media before the cues is read with them: mostly, that is the end of the last cluster. */
export const tailBytes = 192 * 1024;
const maxBytes = 16 * 2 ** 20;
/** What decoders need before they have something to show. */
const mostDelayNanoseconds = 1e9;
/** How many elements may lie before the first cluster. */
const maxElements = 64;

// RFC 9559, 5.1.
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

/** The file has no index, or is not as its index says. */
export class NotToldByIndex extends Error {}

export interface Cue {
  /** The file's offset of a cluster. */
  cluster: number;
  ticks: number;
}

/** What is said around the media (RFC 9559, 5.1). Offsets are the file's. */
export interface Segment {
  end: number;
  /** Where the media end, if nothing but the cues comes behind them. */
  mediaEnd: number;
  /** Nanoseconds of a tick, the unit of most times in the file. */
  tickNanoseconds: number;
  /** By the header's word; null where it says nothing. */
  headerSeconds: number | null;
  /** Of pictures and sound, by their numbers. */
  tracks: Map<number, Track>;
  firstCluster: Element;
  /** Where clusters begin that the cues know, in order, and the earliest time in ticks that they know of each. */
  cues: Cue[];
}

/** Reads what describes a Matroska file. Throws `NotToldByIndex` when it has no cues, or was cut off. */
export async function readSegment(pieces: PieceReader, sizeBytes: number): Promise<Segment> {
  await pieces.read(0, Math.min(headBytes, sizeBytes));
  const header = await readElement(pieces, 0, sizeBytes);
  const segment = await readElement(pieces, header.end, sizeBytes);
  const isWhole = header.id === ids.ebml && segment.id === ids.segment && segment.end === sizeBytes;
  if (!isWhole) throw new NotToldByIndex();

  const places = new Map<number, number>();
  let firstCluster: Element | null = null;
  let count = 0;
  for await (const element of elementsOf(pieces, segment.dataStart, sizeBytes)) {
    if (element.id === clusterId) firstCluster = element;
    if (firstCluster !== null || ++count > maxElements) break;
    places.set(element.id, element.at);
    if (element.id === ids.seekHead) {
      for (const [id, position] of seeks(await dataOf(pieces, element))) {
        if (!places.has(id)) places.set(id, segment.dataStart + position);
      }
    }
  }
  const describe = async (id: number): Promise<Uint8Array> => {
    const at = places.get(id);
    if (at === undefined) throw new NotToldByIndex();
    // Head and data in one request, as far as that can be guessed.
    if (at > headBytes && at < sizeBytes) {
      const before = id === ids.cues ? tailBytes : 0;
      await pieces.read(Math.max(headBytes, at - before), Math.min(at + guessedBytes, sizeBytes));
    }
    const element = await readElement(pieces, at, sizeBytes);
    if (element.id !== id) throw new NotToldByIndex();
    return dataOf(pieces, element);
  };
  if (firstCluster === null) throw new NotToldByIndex();
  const info = infoIn(await describe(ids.info));
  const tracks = tracksIn(await describe(ids.tracks));
  const cues = cuesIn(await describe(ids.cues), segment.dataStart);
  const lastCue = cues.at(-1);
  if (lastCue === undefined) throw new NotToldByIndex();
  const cuesAt = places.get(ids.cues)!;
  const mediaEnd = cuesAt > lastCue.cluster ? cuesAt : segment.end;
  return { end: segment.end, mediaEnd, ...info, tracks, firstCluster, cues };
}

/** The elements side by side between two offsets. Throws `NotToldByIndex` when one reaches beyond. */
export async function* elementsOf(pieces: PieceReader, start: number, end: number): AsyncGenerator<Element> {
  for (let at = start; at < end;) {
    const element = await readElement(pieces, at, end);
    yield element;
    at = element.end;
  }
}

/** The head of the element at an offset. Throws `NotToldByIndex` when there is none that ends by `limit`. */
export async function readElement(pieces: PieceReader, at: number, limit: number): Promise<Element> {
  if (!(at < limit)) throw new NotToldByIndex();
  const element = elementAt(await pieces.read(at, Math.min(at + maxHeadBytes, limit)), 0);
  if (element === null || !(at + element.end <= limit)) throw new NotToldByIndex();
  return { id: element.id, at, dataStart: at + element.dataStart, end: at + element.end };
}

async function dataOf(pieces: PieceReader, { dataStart, end }: Element): Promise<Uint8Array> {
  if (end - dataStart > maxBytes) throw new NotToldByIndex();
  return pieces.read(dataStart, end);
}

/** What a SeekHead says is where: identifiers and offsets in the segment. */
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

function infoIn(bytes: Uint8Array): Pick<Segment, 'tickNanoseconds' | 'headerSeconds'> {
  let tickNanoseconds = 1e6;
  let headerTicks = NaN;
  for (const element of elementsIn(bytes)) {
    // RFC 8794, 7: without data, it is what it would be if it were not there; zero is no scale.
    if (element.id === ids.timestampScale) tickNanoseconds = unsignedIn(bytes, element) || 1e6;
    if (element.id === ids.duration) headerTicks = floatIn(bytes, element);
  }
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
    if ((found.get(ids.codecDelay) ?? 0) > mostDelayNanoseconds) throw new NotToldByIndex();
    // Deprecated, and read by each player in its own way.
    if ((found.get(ids.trackTimestampScale) ?? 1) !== 1) throw new NotToldByIndex();
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
