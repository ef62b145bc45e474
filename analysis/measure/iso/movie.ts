import { type PieceReader, readView } from '../block-reader.ts';
import { type Box, boxAt, boxesIn, typeAt, uint32 } from './boxes.ts';

// Clauses are those of ISO/IEC 14496-12.

/** A moov of an hour has some 2 MiB. */
const maxMovieBytes = 64 * 2 ** 20;
const maxBoxes = 64;

/** What is shown of a track, and when (8.6.6). */
export interface Edit {
  /** In units of the movie's time scale. */
  duration: number;
  /** Where in the track it begins; -1 where nothing is shown. */
  mediaTime: number;
  /** 1 for the speed that it was recorded at. */
  rate: number;
}

export interface Track {
  /** Of what it is: `vide`, `soun` (8.4.3). */
  handler: string;
  /** Units of its own time in a second. */
  timescale: number;
  edits: Edit[];
  /** How many the tables list; those in fragments come on top. */
  samples: number;
  /** How many the table of durations has; where these differ, players go by either. */
  timedSamples: number;
  /** The longest that a sample is said to last, in its own units. */
  longestSample: number;
  /** Behind the last byte of the last chunk that the tables list, or of the furthest; 0 where they list none. */
  dataEnd: number;
}

/** What the movie box says. */
export interface Movie {
  /** Units of its time in a second. */
  timescale: number;
  /** By the header's word; null where it says nothing. */
  headerSeconds: number | null;
  /** By track number. */
  tracks: Map<number, Track>;
  /** Whether samples lie both in its tables and in fragments behind it. */
  isPartlyFragmented: boolean;
}

/** Reads a file's movie box; null when it has none, or one that is too large. */
export async function readMovie(pieces: PieceReader, fileBytes: number): Promise<Movie | null> {
  let movie: Omit<Movie, 'isPartlyFragmented'> | null = null;
  let mayHaveFragments = false;
  let count = 0;
  for (let at = 0; at < fileBytes;) {
    if (++count > maxBoxes) return null;
    const head = await readView(pieces, at, Math.min(at + 16, fileBytes));
    const box = boxAt(head, 0, fileBytes - at);
    if (box === null) break;
    if (box.type === 'moof' && movie !== null) {
      const hasSamples = [...movie.tracks.values()].some(({ samples }) => samples > 0);
      return { ...movie, isPartlyFragmented: hasSamples };
    }
    if (box.type === 'moov' && movie === null) {
      if (box.end - box.dataStart > maxMovieBytes) return null;
      const view = await readView(pieces, at + box.dataStart, at + box.end);
      movie = movieIn(view);
      mayHaveFragments = [...boxesIn(view)].some(({ type }) => type === 'mvex');
    }
    // What lies behind matters only where it may be fragments.
    if (movie !== null && !mayHaveFragments) break;
    at += box.end;
  }
  return movie && { ...movie, isPartlyFragmented: false };
}

function movieIn(view: DataView): Omit<Movie, 'isPartlyFragmented'> {
  const tracks = new Map<number, Track>();
  let timescale = 0;
  let headerSeconds: number | null = null;
  for (const box of boxesIn(view)) {
    if (box.type === 'mvhd') {
      timescale = fieldAfterTimes(view, box);
      headerSeconds = headerDurationIn(view, box) / timescale;
    }
    if (box.type !== 'trak') continue;
    const track: Track = {
      handler: '',
      timescale: 0,
      edits: [],
      samples: 0,
      timedSamples: 0,
      longestSample: 0,
      dataEnd: 0,
    };
    let number = 0;
    const tables = new Map<string, Box>();
    for (const inner of descendants(view, box)) {
      tables.set(inner.type, inner);
      if (inner.type === 'tkhd') number = fieldAfterTimes(view, inner);
      if (inner.type === 'elst') track.edits = editsIn(view, inner);
      if (inner.type === 'mdhd') track.timescale = fieldAfterTimes(view, inner);
      // The first is the media's; QuickTime has one for the data, too.
      if (inner.type === 'hdlr' && track.handler === '') track.handler = typeAt(view, inner.dataStart + 8);
      if (inner.type === 'stts') Object.assign(track, timesIn(view, inner));
      // 8.7.3: after version, flags and the size of all.
      if (inner.type === 'stsz' || inner.type === 'stz2') track.samples = uint32(view, inner.dataStart + 8);
    }
    track.dataEnd = dataEndIn(view, tables);
    tracks.set(number, track);
  }
  const isSaid = headerSeconds !== null && headerSeconds > 0 && Number.isFinite(headerSeconds);
  return { timescale, headerSeconds: isSaid ? headerSeconds : null, tracks };
}

/** 8.2.2 and 8.3.2: after version, flags and two times come the time scale, or the track's number. */
function fieldAfterTimes(view: DataView, { dataStart }: Box): number {
  return uint32(view, dataStart + (view.getUint8(dataStart) === 1 ? 20 : 12));
}

/** The movie's duration; NaN where it is said to be unknown, all bits being set. */
function headerDurationIn(view: DataView, { dataStart }: Box): number {
  const isLong = view.getUint8(dataStart) === 1;
  const unknown = isLong ? 2 ** 64 : 2 ** 32 - 1;
  const duration = isLong ? Number(view.getBigUint64(dataStart + 24)) : view.getUint32(dataStart + 16);
  return duration === unknown ? NaN : duration;
}

function editsIn(view: DataView, { dataStart, end }: Box): Edit[] {
  const isLong = view.getUint8(dataStart) === 1;
  const entryBytes = isLong ? 20 : 12;
  const edits: Edit[] = [];
  for (let at = dataStart + 8; at + entryBytes <= end; at += entryBytes) {
    if (edits.length === uint32(view, dataStart + 4)) break;
    edits.push({
      duration: isLong ? Number(view.getBigUint64(at)) : view.getUint32(at),
      mediaTime: isLong ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4),
      rate: view.getInt32(at + entryBytes - 4) / 0x1_0000,
    });
  }
  return edits;
}

/** 8.6.1.2: after version, flags and the number of entries come counts of samples and what each of them lasts. */
function timesIn(view: DataView, box: Box): Pick<Track, 'timedSamples' | 'longestSample'> {
  const { dataStart, end } = box;
  let timedSamples = 0;
  let longestSample = 0;
  const last = Math.min(end, dataStart + 8 + countIn(view, box) * 8);
  for (let at = dataStart + 8; at + 8 <= last; at += 8) {
    timedSamples += view.getUint32(at);
    longestSample = Math.max(longestSample, view.getUint32(at + 4));
  }
  return { timedSamples, longestSample };
}

/** By where chunks begin (8.7.5), how many samples the last of them has (8.7.4), and their sizes (8.7.3). */
function dataEndIn(view: DataView, tables: ReadonlyMap<string, Box>): number {
  const offsets = tables.get('co64') ?? tables.get('stco');
  const perChunk = tables.get('stsc');
  const sizes = tables.get('stsz');
  if (offsets === undefined || perChunk === undefined || sizes === undefined) return 0;
  const offsetBytes = offsets.type === 'co64' ? 8 : 4;
  let last = 0;
  let furthest = 0;
  const end = Math.min(offsets.end, offsets.dataStart + 8 + countIn(view, offsets) * offsetBytes);
  for (let at = offsets.dataStart + 8; at + offsetBytes <= end; at += offsetBytes) {
    last = offsetBytes === 8 ? Number(view.getBigUint64(at)) : view.getUint32(at);
    furthest = Math.max(furthest, last);
  }
  const samplesInLast = uint32(view, perChunk.dataStart + 8 + countIn(view, perChunk) * 12 - 8);
  return Math.max(furthest, last + lastSizesIn(view, sizes, samplesInLast));
}

/** The bytes of the last samples; 0 where they are not said. */
function lastSizesIn(view: DataView, { dataStart, end }: Box, samples: number): number {
  const common = uint32(view, dataStart + 4);
  // QuickTime says 1 of compressed sound, whatever its samples have.
  if (common !== 0) return common === 1 ? 0 : common * samples;
  const listed = Math.min(uint32(view, dataStart + 8), Math.floor((end - dataStart - 12) / 4));
  let sum = 0;
  for (let index = Math.max(0, listed - samples); index < listed; index++)
    sum += view.getUint32(dataStart + 12 + index * 4);
  return sum;
}

/** Most tables begin with version, flags and how many entries they have. */
function countIn(view: DataView, { dataStart }: Box): number {
  return uint32(view, dataStart + 4);
}

const containers = new Set(['edts', 'mdia', 'minf', 'stbl']);

function* descendants(view: DataView, parent: Box): Generator<Box> {
  for (const box of boxesIn(view, parent.dataStart, parent.end)) {
    yield box;
    if (containers.has(box.type)) yield* descendants(view, box);
  }
}
