import { type BlockReader, readView } from '../block-reader.ts';
import { type Box, boxAt, boxesIn, typeAt, uint32 } from './boxes.ts';

// Clause numbers in this file refer to ISO/IEC 14496-12.

/** Maximum size of a moov box in bytes. The moov box of a one-hour video has about 2 MiB. */
export const maxMovieBytes = 64 * 2 ** 20;
const maxBoxes = 64;

/** An entry of an edit list (elst, 8.6.6). */
export interface Edit {
  /** Duration in units of the movie's time scale. */
  duration: number;
  /** Start within the track, in units of the track's time scale; -1 for an empty edit. */
  mediaTime: number;
  /** Playback speed; 1 is normal speed. */
  rate: number;
}

export interface Track {
  /** Handler type, such as `vide` or `soun` (8.4.3). */
  handler: string;
  /** Type of the first sample entry (8.5.2), such as `avc1`; empty if there is none. */
  sampleEntry: string;
  /** Time scale of the track in units per second (mdhd). */
  timescale: number;
  edits: Edit[];
  /** Number of samples in the size table (stsz or stz2), not counting samples in fragments. */
  samples: number;
  /** Number of samples in the duration table (stts). If it differs from `samples`, players disagree on which to use. */
  timedSamples: number;
  /** Longest sample duration in stts, in units of the track's time scale. */
  longestSample: number;
  /** Minimum file offset at which the data of the listed samples end; 0 if the chunk tables are missing. */
  dataEnd: number;
}

/** The fields of the moov box that are needed to compute the duration. */
export interface Movie {
  /** Time scale of the movie in units per second (mvhd). */
  timescale: number;
  /** Duration in mvhd, in seconds; null if mvhd is missing, or declares no duration or 0. */
  headerSeconds: number | null;
  tracks: Map<number, Track>;
  /** True if the file has samples both in the sample tables and in movie fragments (moof). */
  isPartlyFragmented: boolean;
}

/** Returns the moov box of a file; null if it is missing, too large, or if there are more than `maxBoxes` boxes. */
export async function readMovie(reader: BlockReader, fileBytes: number): Promise<Movie | null> {
  let movie: Omit<Movie, 'isPartlyFragmented'> | null = null;
  let mayHaveFragments = false;
  let count = 0;
  for (let at = 0; at < fileBytes;) {
    if (++count > maxBoxes) return null;
    const head = await readView(reader, at, Math.min(at + 16, fileBytes));
    const box = boxAt(head, 0, fileBytes - at);
    if (box === null) break;
    if (box.type === 'moof' && movie !== null) {
      const hasSamples = [...movie.tracks.values()].some(({ samples }) => samples > 0);
      return { ...movie, isPartlyFragmented: hasSamples };
    }
    if (box.type === 'moov' && movie === null) {
      if (box.end - box.dataStart > maxMovieBytes) return null;
      const view = await readView(reader, at + box.dataStart, at + box.end);
      movie = movieIn(view);
      mayHaveFragments = [...boxesIn(view)].some(({ type }) => type === 'mvex');
    }
    // After moov, only fragments (moof) are needed. A moov box without mvex announces that the file has none.
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
      sampleEntry: '',
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
      // Only the first hdlr describes the media. QuickTime adds a second hdlr for the data handler.
      if (inner.type === 'hdlr' && track.handler === '') track.handler = typeAt(view, inner.dataStart + 8);
      // The first sample entry follows version, flags and entry_count, and its type follows its size.
      if (inner.type === 'stsd') track.sampleEntry = typeAt(view, inner.dataStart + 12);
      if (inner.type === 'stts') Object.assign(track, timesIn(view, inner));
      // The sample count follows version, flags and sample_size (8.7.3).
      if (inner.type === 'stsz' || inner.type === 'stz2') track.samples = uint32(view, inner.dataStart + 8);
    }
    track.dataEnd = dataEndIn(view, tables);
    tracks.set(number, track);
  }
  const isKnown = headerSeconds !== null && headerSeconds > 0 && Number.isFinite(headerSeconds);
  return { timescale, headerSeconds: isKnown ? headerSeconds : null, tracks };
}

/** Returns the field after the times: the time scale in mvhd and mdhd (8.2.2, 8.4.2), the track ID in tkhd (8.3.2). */
function fieldAfterTimes(view: DataView, { dataStart }: Box): number {
  return uint32(view, dataStart + (view.getUint8(dataStart) === 1 ? 20 : 12));
}

/** Returns the duration field of mvhd; NaN if all its bits are set, which means unknown. */
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

/** Reads the stts box (8.6.1.2), a list of pairs: a sample count and the duration of each of these samples. */
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

/** Computes `Track.dataEnd` from the chunk offsets (8.7.5), samples per chunk (8.7.4) and sample sizes (8.7.3). */
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

/** Returns the total size in bytes of the last `samples` samples in a size table; 0 if the table has a placeholder. */
function lastSizesIn(view: DataView, { dataStart, end }: Box, samples: number): number {
  const common = uint32(view, dataStart + 4);
  // QuickTime writes 1 as the size of compressed audio samples, whatever their real size is.
  if (common !== 0) return common === 1 ? 0 : common * samples;
  const listed = Math.min(uint32(view, dataStart + 8), Math.floor((end - dataStart - 12) / 4));
  let sum = 0;
  for (let index = Math.max(0, listed - samples); index < listed; index++)
    sum += view.getUint32(dataStart + 12 + index * 4);
  return sum;
}

/** Returns the entry count of a table in which the count follows version and flags. */
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

/**
 * Types of encrypted sample entries: common encryption (ISO/IEC 14496-12, 8.12, and ISO/IEC 23001-7), and the
 * protection of iTunes.
 */
const encryptedEntries = new Set(['encv', 'enca', 'enct', 'encs', 'encm', 'drmi', 'drms']);

/** Yields the handler types of the tracks that have an encrypted sample entry, such as `vide`. */
export function* encryptedHandlers(movie: DataView): Generator<string> {
  for (const track of boxesIn(movie)) {
    if (track.type !== 'trak') continue;
    let handler = '';
    let isEncrypted = false;
    for (const box of descendants(movie, track)) {
      if (box.type === 'hdlr' && handler === '') handler = typeAt(movie, box.dataStart + 8);
      // The sample entries follow version, flags and entry_count.
      if (box.type === 'stsd')
        for (const { type } of boxesIn(movie, box.dataStart + 8, box.end))
          isEncrypted ||= encryptedEntries.has(type);
    }
    if (isEncrypted) yield handler;
  }
}
