import { inOrder, type Position, statedPositions } from './sound-layout.ts';
import type { Stream } from './ffprobe.ts';

interface IndexedStream {
  index: number;
  stream: Stream;
}

/** Several mono tracks, of which each is probably a channel of one programme. */
export interface SoundGroup {
  count: number;
  /** The tracks in the order of their positions; null if the file does not state how they belong together. */
  channels: readonly { index: number; position: Position }[] | null;
  /** Why `channels` is null, as the rest of a sentence about the tracks. */
  fault: string | null;
}

/** Maximum difference of the lengths of tracks that belong together, in seconds. */
const maxLengthDifference = 0.1;

/**
 * Returns the mono tracks that belong to a mono track: those that are not in another language. Returns null if there is
 * no other one. The tracks are channels of one programme if each states another loudspeaker, and left and right are
 * among them.
 */
export function groupMonoTracks(sound: IndexedStream, audios: readonly IndexedStream[]): SoundGroup | null {
  if (sound.stream.channels !== 1) return null;
  const tracks = audios.filter(({ stream }) => stream.channels === 1 && belongs(stream, sound.stream));
  if (tracks.length < 2) return null;
  const labelled = tracks.map(({ index, stream }) => ({
    index,
    stream,
    position: statedPositions(stream)?.[0] ?? null,
  }));
  // A stereo downmix repeats the programme.
  const channels = labelled.filter(({ position }) => position !== 'DL' && position !== 'DR');
  const fault = faultOf(channels);
  return {
    count: tracks.length,
    fault,
    channels:
      fault === null
        ? channels
            .map(({ index, position }) => ({ index, position: position! }))
            .sort((a, b) => inOrder(a.position, b.position))
        : null,
  };
}

/** Returns whether a track can belong to another one: it has no other language, and is no commentary on it. */
function belongs(track: Stream, other: Stream): boolean {
  const isAside = (track.disposition?.comment ?? 0) + (track.disposition?.visual_impaired ?? 0) > 0;
  const [one, two] = [languageOf(track), languageOf(other)];
  return track === other || (!isAside && (one === two || one === null || two === null));
}

/** Returns the language that a track declares; null if it declares none. */
function languageOf({ tags }: Stream): string | null {
  const language = tags['language'];
  return language === undefined || language === 'und' ? null : language;
}

function faultOf(channels: readonly { stream: Stream; position: Position | null }[]): string | null {
  const positions = new Set(channels.map(({ position }) => position));
  if (positions.has(null)) return 'do not state for which loudspeaker they are';
  if (positions.size < channels.length) return 'state the same loudspeaker more than once';
  if (!positions.has('FL') || !positions.has('FR')) return 'do not include a left and a right channel';
  if (new Set(channels.map(({ stream }) => stream.sample_rate)).size > 1)
    return 'have different sample rates';
  const lengths = channels.flatMap(({ stream }) => stream.duration ?? []);
  const isEqual = Math.max(...lengths) - Math.min(...lengths) <= maxLengthDifference;
  return lengths.length < 2 || isEqual ? null : 'have different lengths';
}
