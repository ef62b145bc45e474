import { EncodedPacketSink, type InputTrack, MP4, QTFF } from 'mediabunny';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { withMediaInput } from '../formats/media-input.ts';
import { Unmeasurable } from '../formats/format-errors.ts';
import {
  durationOf,
  maxHiddenSeconds,
  maxTrustedStartSeconds,
  type VideoDuration,
} from './video-duration.ts';
import { readLastFragments } from '../formats/iso/fragment-index.ts';
import { type Movie, readMovie, type Track } from '../formats/iso/movie.ts';

/**
 * Number of samples read to find the earliest sample. In an open group of pictures, the first stored sample is not the
 * first one shown.
 */
const leadingSamples = 32;
/**
 * Number of samples read to find the earliest sample of a fragmented track. This number is lower than `leadingSamples`,
 * because the samples may be in several fragments, which are fetched one after the other.
 */
const leadingSamplesOfFragments = 16;
/** Maximum length in seconds of encoder padding that an edit list may remove from the end of audio. */
const maxPaddingSeconds = 1;

/**
 * Returns the duration of an MP4 or QuickTime video from its first sample to the end of its longest track. Uses the
 * sample tables (stts) or movie fragments (moof), not the duration in a header. An edit list (elst) may remove encoder
 * padding and the samples before a cut. Longer hidden parts count toward the duration, because the file contains them.
 * Returns null if the tables are incomplete or contradictory. Throws `Unmeasurable` if there is no video track or if
 * samples lie beyond the end of the file.
 */
export async function isoDuration(source: RangedSource): Promise<VideoDuration | null> {
  return withMediaInput(source, [MP4, QTFF], async (input, reader) => {
    const tracks = await input.getTracks();
    if (tracks.length === 0) return null;
    if ((await input.getPrimaryVideoTrack()) === null) throw new Unmeasurable('no video stream');
    const movie = await readMovie(reader, source.sizeBytes);
    if (movie === null || movie.isPartlyFragmented || !tablesAreComplete(movie, tracks)) return null;
    const isInFragments = [...movie.tracks.values()].every(({ samples }) => samples === 0);
    // Without an index, all fragments would have to be read to find the last one.
    const lastFragments = isInFragments ? await readLastFragments(reader, source.sizeBytes) : [];
    if (lastFragments === null) return null;
    const spans = await Promise.all(tracks.map((track) => spanOf(track, movie)));
    const startSeconds = Math.min(...spans.map((span) => span.startSeconds));
    // If the first sample starts this far from time zero, a sample that was not read may be earlier.
    if (Math.abs(startSeconds) > maxTrustedStartSeconds) return null;
    const endSeconds = Math.max(...spans.map((span) => span.endSeconds));
    const duration = durationOf(startSeconds, endSeconds, movie.headerSeconds);
    if (duration === null || duration.seconds === 0) return null;
    const timescaleOf = (track: number) => movie.tracks.get(track)?.timescale ?? 0;
    if (lastFragments.some(({ track, time }) => time > endSeconds * timescaleOf(track))) return null;
    // The sample tables of a truncated file still list the samples that are missing.
    const missingBytes =
      Math.max(...tracks.map(({ id }) => movie.tracks.get(id)?.dataEnd ?? 0)) - source.sizeBytes;
    if (missingBytes > 0) {
      const missing = `${missingBytes} ${missingBytes === 1 ? 'byte' : 'bytes'}`;
      throw new Unmeasurable(
        `truncated file: by its sample tables it lacks at least ${missing}; transfer or export it again`,
      );
    }
    return duration;
  });
}

/** Handler types of tracks that do not count toward the duration of a video: text, time codes, hints, metadata. */
const handlersWithoutDuration = new Set(['text', 'subt', 'sbtl', 'clcp', 'tmcd', 'hint', 'meta', 'mdir']);
/**
 * Sample entry types of tracks that do not count toward the duration of a video. They are checked besides the handler
 * type: ffmpeg and some players choose the decoder by the sample entry, so a video track can have any handler type.
 */
const entriesWithoutDuration = new Set([
  ...['text', 'tx3g', 'c608', 'c708', 'stpp', 'sbtt', 'stxt', 'wvtt', 'mp4s', 'subp'],
  ...['tmcd', 'rtp ', 'srtp', 'fdp ', 'mett', 'metx', 'urim', 'mebx', 'gpmd', 'camm', 'rtmd', 'djmd', 'dbgi'],
]);
/** Sample durations from this value on are negative 32-bit numbers that are read as unsigned numbers. */
const minNegativeDuration = 2 ** 31;

/**
 * Returns whether the sample tables describe every track completely. Each edit list may show only one part of its
 * track, at normal speed, and may skip at most `maxHiddenSeconds` at the start.
 */
function tablesAreComplete({ tracks }: Movie, readable: readonly InputTrack[]): boolean {
  const ids = new Set(readable.map(({ id }) => id));
  return [...tracks].every(([id, track]) => {
    if (track.samples === 0) return true;
    if (!ids.has(id))
      return handlersWithoutDuration.has(track.handler) && entriesWithoutDuration.has(track.sampleEntry);
    const shown = track.edits.filter(({ mediaTime }) => mediaTime !== -1);
    return (
      track.timedSamples === track.samples &&
      track.longestSample < minNegativeDuration &&
      shown.length <= 1 &&
      shown.every(({ rate, mediaTime }) => rate === 1 && mediaTime <= maxHiddenSeconds * track.timescale)
    );
  });
}

/** Returns the start and end of a track in seconds; `Infinity` and `-Infinity` if the track has no samples. */
async function spanOf(
  track: InputTrack,
  movie: Movie,
): Promise<{ startSeconds: number; endSeconds: number }> {
  const described = movie.tracks.get(track.id);
  const sink = new EncodedPacketSink(track);
  let startSeconds = Infinity;
  let packet = await sink.getFirstPacket({ metadataOnly: true });
  if (packet === null) return { startSeconds, endSeconds: -Infinity };
  const samplesToRead =
    described !== undefined && described.samples > 0 ? leadingSamples : leadingSamplesOfFragments;
  for (let count = 0; packet !== null && count < samplesToRead; count++) {
    startSeconds = Math.min(startSeconds, packet.timestamp);
    packet = await sink.getNextPacket(packet, { metadataOnly: true });
  }
  const endSeconds = await track.computeDuration();
  const shownUntil = endOfEdit(described, movie);
  const isPadding = shownUntil < endSeconds && endSeconds - shownUntil < maxPaddingSeconds;
  return { startSeconds, endSeconds: isPadding ? shownUntil : endSeconds };
}

/** Returns the time in seconds at which the edit list ends; `Infinity` unless it shows one part at normal speed. */
function endOfEdit(track: Track | undefined, { timescale }: Movie): number {
  if (track === undefined || track.samples === 0 || timescale === 0) return Infinity;
  const shown = track.edits.at(-1);
  const before = track.edits.slice(0, -1);
  const isOnePiece = shown?.rate === 1 && before.every(({ mediaTime }) => mediaTime === -1);
  if (!isOnePiece || shown.duration === 0) return Infinity;
  return before.reduce((sum, { duration }) => sum + duration, shown.duration) / timescale;
}
