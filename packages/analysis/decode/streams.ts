import type { StreamKind } from '../formats/container/container-report.ts';
import type { ProbeReport, Stream } from './ffprobe.ts';
import { groupMonoTracks, type SoundGroup } from './mono-tracks.ts';

export type { Stream };

/** The streams of a file that are examined. `index` is the number of the stream in the file, from 0. */
export interface ExaminedStreams {
  /**
   * The video stream; null if the file has none, or if it is encrypted. Cover art is also stored as a video stream, but
   * is ignored.
   */
  picture: { index: number; stream: Stream } | null;
  /** The audio stream; null if the file has none, if it is encrypted, or if its sample rate is too low. */
  sound: { index: number; stream: Stream } | null;
  /** The mono tracks to which `sound` belongs; null if `sound` is a programme of its own. */
  soundGroup: SoundGroup | null;
  /** Number of video streams and number of audio streams in the file, without cover art. */
  counts: { video: number; audio: number };
  /** Sample rate in Hz of the audio stream that players select, if it is below `minSampleRate`; otherwise null. */
  lowSampleRate: number | null;
  /** The streams that players select, but that cannot be decoded because they are encrypted. */
  encrypted: readonly StreamKind[];
}

/**
 * Minimum sample rate in Hz of decoded sound. Telephones use 8,000. At 10, a small file could contain hours of sound.
 */
export const minSampleRate = 4_000;

/**
 * Returns the video and the audio stream that players select. Streams with the default disposition are preferred, then
 * the largest picture or the most channels, then the first stream in the file. ffmpeg selects in the same way.
 */
export function examinedStreams({ streams }: Pick<ProbeReport, 'streams'>): ExaminedStreams {
  const ofType = (wanted: string) =>
    streams.flatMap((stream, index) =>
      stream.codec_type === wanted && stream.disposition?.attached_pic !== 1 ? [{ index, stream }] : [],
    );
  const videos = ofType('video');
  const audios = ofType('audio');
  const selectedPicture = firstOf(videos, ({ width = 0, height = 0 }) => width * height);
  const selectedSound = firstOf(audios, ({ channels = 0 }) => channels);
  const picture = unlessEncrypted(selectedPicture);
  const sound = unlessEncrypted(selectedSound);
  // ffprobe reports 0 Hz if it could not decode any sound.
  const sampleRate = sound?.stream.sample_rate ?? 0;
  const isLow = sampleRate > 0 && sampleRate < minSampleRate;
  return {
    picture,
    sound: isLow ? null : sound,
    soundGroup: isLow || sound === null ? null : groupMonoTracks(sound, audios),
    counts: { video: videos.length, audio: audios.length },
    lowSampleRate: isLow ? sampleRate : null,
    encrypted: [
      ...(picture === selectedPicture ? [] : ['picture' as const]),
      ...(sound === selectedSound ? [] : ['sound' as const]),
    ],
  };
}

/** Returns a stream; null if it is encrypted. The pictures of an encrypted stream would be garbage. */
function unlessEncrypted<T extends { stream: Stream }>(selected: T | null): T | null {
  return selected?.stream.is_encrypted === true ? null : selected;
}

/** The transfer functions of high dynamic range (ITU-R BT.2100), by ffprobe's names. */
const hdrTransfers = new Map<string, 'pq' | 'hlg'>([
  ['smpte2084', 'pq'],
  ['arib-std-b67', 'hlg'],
]);

/** Returns the transfer function that a video declares if it is one of high dynamic range; otherwise null. */
export function hdrTransferOf({ color_transfer = '' }: Stream): 'pq' | 'hlg' | null {
  return hdrTransfers.get(color_transfer) ?? null;
}

/**
 * Returns a video's displayed ratio of width to height, after pixel aspect and rotation; null if the size is missing.
 */
export function displayAspectRatio(stream: Stream): number | null {
  const { width, height, sample_aspect_ratio, side_data_list } = stream;
  const shape =
    ratioOf(`${width}/${height}`) * (ratioOf(sample_aspect_ratio?.replace(':', '/')) || 1) || null;
  const isRotated = side_data_list?.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90) ?? false;
  return isRotated && shape !== null ? 1 / shape : shape;
}

/** Returns the value of a fraction such as `30000/1001`; 0 if the text is not a fraction or divides by 0. */
export function ratioOf(text = ''): number {
  const [, over, under] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const value = Number(over) / Number(under);
  return Number.isFinite(value) ? value : 0;
}

function firstOf(
  candidates: readonly { index: number; stream: Stream }[],
  size: (stream: Stream) => number,
): { index: number; stream: Stream } | null {
  const isDefault = ({ disposition }: Stream) => disposition?.default ?? 0;
  const [first = null] = candidates.toSorted(
    (a, b) => isDefault(b.stream) - isDefault(a.stream) || size(b.stream) - size(a.stream),
  );
  return first;
}
