import { EncodedPacketSink, type InputTrack, MP4, QTFF } from 'mediabunny';
import type { RangedSource } from '../../../lib/ranged-source.ts';
import { withMediaInput } from '../media-input.ts';
import { Unmeasurable } from '../unmeasurable.ts';
import { durationOf, mostHiddenSeconds, usualStartSeconds, type VideoDuration } from '../video-duration.ts';
import { readLastFragments } from './fragment-index.ts';
import { type Movie, readMovie, type Track } from './movie.ts';

/** Pictures that are shown before the first one that is stored are among so many (open groups of pictures). */
const leadingSamples = 32;
/** Fragments have to be fetched one after the other. */
const leadingSamplesOfFragments = 16;
/** What an encoder adds to the end of sound, and what is left of a frame. */
const mostPaddingSeconds = 1;

/**
 * The duration of an MP4 or QuickTime video in seconds, from what is in it: from the first sample to the end of the
 * longest track by the sample tables or fragments, never by the word of a header. An edit list takes off padding and what
 * a cut leaves before its first picture, but no more than that: what it hides is in the file all the same. Null when it
 * cannot be told that way. Throws `Unmeasurable` when the samples lie beyond the end of the file.
 */
export async function isoDuration(source: RangedSource): Promise<VideoDuration | null> {
  return withMediaInput(source, [MP4, QTFF], async (input, pieces) => {
    const tracks = await input.getTracks();
    if (tracks.length === 0) return null;
    if ((await input.getPrimaryVideoTrack()) === null) throw new Unmeasurable('it has no video stream');
    const movie = await readMovie(pieces, source.sizeBytes);
    if (movie === null || movie.isPartlyFragmented || !isTold(movie, tracks)) return null;
    const isInFragments = [...movie.tracks.values()].every(({ samples }) => samples === 0);
    // Without an index, the last of them would be looked for from the first on.
    const lastFragments = isInFragments ? await readLastFragments(pieces, source.sizeBytes) : [];
    if (lastFragments === null) return null;
    const spans = await Promise.all(tracks.map((track) => spanOf(track, movie)));
    const startSeconds = Math.min(...spans.map((span) => span.startSeconds));
    // One that begins this late has to be the first of all samples, and not of those that were looked at.
    if (Math.abs(startSeconds) > usualStartSeconds) return null;
    const endSeconds = Math.max(...spans.map((span) => span.endSeconds));
    const duration = durationOf(startSeconds, endSeconds, movie.headerSeconds);
    if (duration === null || duration.seconds === 0) return null;
    const timescaleOf = (track: number) => movie.tracks.get(track)?.timescale ?? 0;
    if (lastFragments.some(({ track, time }) => time > endSeconds * timescaleOf(track))) return null;
    // The index of a file that was cut off still names the samples that are missing.
    if (tracks.some(({ id }) => (movie.tracks.get(id)?.dataEnd ?? 0) > source.sizeBytes)) {
      throw new Unmeasurable('it is cut off: samples that it lists lie beyond its end');
    }
    return duration;
  });
}

/** What is not shown by itself: text, time codes, hints, descriptions. */
const withoutDuration = new Set(['text', 'subt', 'sbtl', 'clcp', 'tmcd', 'hint', 'meta', 'mdir']);
/** What lasts longer is a way of writing less than nothing. */
const longestSample = 2 ** 31;

/** Whether the tables tell of all tracks when they are shown: each once, in one piece, at the speed it was recorded at. */
function isTold({ tracks }: Movie, readable: readonly InputTrack[]): boolean {
  const ids = new Set(readable.map(({ id }) => id));
  return [...tracks].every(([id, track]) => {
    if (track.samples === 0) return true;
    if (!ids.has(id)) return withoutDuration.has(track.handler);
    const shown = track.edits.filter(({ mediaTime }) => mediaTime !== -1);
    return (
      track.timedSamples === track.samples &&
      track.longestSample < longestSample &&
      shown.length <= 1 &&
      shown.every(({ rate, mediaTime }) => rate === 1 && mediaTime <= mostHiddenSeconds * track.timescale)
    );
  });
}

/** When a track begins and ends; Infinity and its opposite where it has no samples. */
async function spanOf(
  track: InputTrack,
  movie: Movie,
): Promise<{ startSeconds: number; endSeconds: number }> {
  const described = movie.tracks.get(track.id);
  const sink = new EncodedPacketSink(track);
  let startSeconds = Infinity;
  let packet = await sink.getFirstPacket({ metadataOnly: true });
  if (packet === null) return { startSeconds, endSeconds: -Infinity };
  const looked =
    described !== undefined && described.samples > 0 ? leadingSamples : leadingSamplesOfFragments;
  for (let count = 0; packet !== null && count < looked; count++) {
    startSeconds = Math.min(startSeconds, packet.timestamp);
    packet = await sink.getNextPacket(packet, { metadataOnly: true });
  }
  const endSeconds = await track.computeDuration();
  const shownUntil = endOfEdit(described, movie);
  const isPadding = shownUntil < endSeconds && endSeconds - shownUntil < mostPaddingSeconds;
  return { startSeconds, endSeconds: isPadding ? shownUntil : endSeconds };
}

/** When the edit list stops showing a track whose samples the tables list; Infinity where it does not, or has pieces. */
function endOfEdit(track: Track | undefined, { timescale }: Movie): number {
  if (track === undefined || track.samples === 0 || timescale === 0) return Infinity;
  const shown = track.edits.at(-1);
  const before = track.edits.slice(0, -1);
  const isOnePiece = shown?.rate === 1 && before.every(({ mediaTime }) => mediaTime === -1);
  if (!isOnePiece || shown.duration === 0) return Infinity;
  return before.reduce((sum, { duration }) => sum + duration, shown.duration) / timescale;
}
