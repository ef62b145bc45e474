import type { ProbeReport } from '../../../decode/ffprobe.ts';
import { isImage } from '../../../decode/image-limits.ts';
import { soundInput } from '../../../decode/sound-input.ts';
import { examinedStreams } from '../../../decode/streams.ts';
import type { StreamKind } from '../../../formats/container/container-report.ts';
import type { Watch } from '../../../contract/watch.ts';
import { findTaggedPlaces, type TaggedPlaces } from '../location/tagged-places.ts';
import { clockSeconds, clusterFaults, type FaultCluster, type FaultLine } from './fault-clusters.ts';
import { type Fault, faultOf } from './fault-messages.ts';

export interface DecodingMeasurements {
  faults: FaultCluster[];
  /** The first log line that reports missing content; null if there is none. */
  truncation: string | null;
  /** True if neither a picture nor sound was decoded. */
  isEmpty: boolean;
  decodedSeconds: number;
  /** ffmpeg's name for the container. */
  container: string;
  hasPicture: boolean;
  /** The major brand of an ISO or QuickTime file (ISO/IEC 14496-12, 4.3); null for other formats. */
  brand: string | null;
  places: TaggedPlaces;
  streams: StreamCounts;
}

/** Numbers of video and audio streams in a file. At most one programme of each kind is decoded. */
export interface StreamCounts {
  video: number;
  audio: number;
  /** Indexes of the decoded streams in the file. Several mono streams may be decoded as one programme. */
  decoded: { video: number | null; audio: readonly number[] };
  /** Sample rate in Hz of sound that was not decoded because the rate is too low; otherwise null. */
  lowSampleRate: number | null;
  /** The picture and the sound, if they were not decoded because they are encrypted. */
  encrypted: readonly StreamKind[];
}

const maxLines = 10_000;
const tick = `isnan(prev_selected_t)+gte(t-prev_selected_t,${clockSeconds})`;
// The log lines of decoders have no time. On a separate branch, these filters log the time every `clockSeconds`.
const pictureClock = `split[clock][clocked];[clock]select='${tick}',showinfo=checksum=0,nullsink;[clocked]null`;
const soundClock = `asplit[tone][toned];[tone]aselect='${tick}',ashowinfo,anullsink;[toned]anull`;

/** Collects the errors that decoders and demuxers log for the examined streams. Returns null without any stream. */
export function watchDecoding(media: ProbeReport): Watch<DecodingMeasurements> | null {
  const { streams, format } = media;
  const { picture, sound, counts, lowSampleRate, encrypted } = examinedStreams({ streams });
  if (counts.video + counts.audio === 0) return null;
  const hasPicture = picture !== null;
  const hasSound = sound !== null;
  const lines: FaultLine[] = [];
  let truncation: string | null = null;
  let isEmpty = false;
  let pictureSeconds: number | null = null;
  let soundSeconds: number | null = null;
  const isOfSound = soundLines(streams);
  return {
    pictureFilters: !hasPicture ? [] : [isImage(format) ? 'null' : pictureClock],
    soundFilters: hasSound ? [soundClock] : [],
    onMessage: (from, level, text) => {
      const seconds = /^Parsed_a?showinfo_\d+$/.test(from) ? / pts_time:([\d.]+)/.exec(text)?.[1] : undefined;
      if (seconds !== undefined && from.startsWith('Parsed_a'))
        soundSeconds = Math.max(soundSeconds ?? 0, Number(seconds));
      else if (seconds !== undefined) pictureSeconds = Math.max(pictureSeconds ?? 0, Number(seconds));
      if (from === 'ffmpeg' && text.startsWith('Output file is empty')) isEmpty = true;
      const fault = faultIn(format, faultOf(from, level, text), text);
      const message = withoutAddresses(text);
      if (fault === 'truncation') truncation ??= message;
      else if (fault !== null && lines.length < maxLines) {
        // Decoding of sound and picture may be at different times, depending on how the file interleaves them. So a
        // fault of the sound gets the time of the sound, and every other fault the time of the picture.
        const atSeconds = !hasPicture || isOfSound(from, text) ? soundSeconds : pictureSeconds;
        lines.push({ fault, text: message, atSeconds });
      }
    },
    seen: (decodedSeconds) => {
      const endSeconds = Math.max(pictureSeconds ?? 0, soundSeconds ?? 0, decodedSeconds);
      return {
        faults: clusterFaults(lines, endSeconds),
        truncation,
        isEmpty,
        decodedSeconds: endSeconds,
        container: format.format_name,
        hasPicture: hasPicture || encrypted.includes('picture'),
        brand: format.tags['major_brand'] ?? null,
        places: findTaggedPlaces(media),
        streams: {
          ...counts,
          decoded: { video: picture?.index ?? null, audio: soundInput({ streams })?.streams ?? [] },
          lowSampleRate,
          encrypted,
        },
      };
    },
  };
}

/**
 * Returns a function that returns whether a log line concerns sound. Such a line comes from an audio decoder, or from
 * ffmpeg with the number of an audio stream.
 */
function soundLines(streams: ProbeReport['streams']): (from: string, text: string) => boolean {
  const isSound = (stream: ProbeReport['streams'][number] | undefined) => stream?.codec_type === 'audio';
  return (from, text) => {
    const named = /\bstream #?(?:0:)?(\d+)/.exec(text)?.[1];
    if (from === 'ffmpeg' && named !== undefined) return isSound(streams[Number(named)]);
    return streams.some(
      (stream) => isSound(stream) && stream.codec_name !== undefined && from.startsWith(stream.codec_name),
    );
  };
}

/**
 * Adjusts a fault of the kind `echo` to the container format. In images, an echo is ignored, because the decoder
 * reports the reason. In MP3, trailing bytes cause echoes. In Ogg, the echo "Invalid argument" is ignored: ffmpeg logs
 * it for the empty packet with which VLC ends Ogg files, and damage of Ogg is found by its checksums.
 */
function faultIn(format: ProbeReport['format'], fault: Fault | null, text: string): Fault | null {
  if (fault !== 'echo') return fault;
  if (format.format_name === 'ogg' && text.endsWith(': Invalid argument')) return null;
  return isImage(format) ? null : format.format_name === 'mp3' ? 'trailing' : 'echo';
}

/** Removes memory addresses and the path of the file from a log line, because they differ between runs. */
function withoutAddresses(text: string): string {
  return text.replace(/ ?\(0x[0-9a-f]+\)/g, '').replace(/^\.\/[^:]*: /, '');
}
