import {
  type AudioFacts,
  type MediaFacts,
  maxStreams,
  type StreamFacts,
  type VideoFacts,
} from '@assay/domain/media-facts.ts';
import { plainText } from '@assay/domain/lib/characters.ts';
import type { ProbeReport } from './ffprobe.ts';
import { frameLimit } from './image-limits.ts';
import { displayAspectRatio, examinedStreams, ratioOf, type Stream } from './streams.ts';

/**
 * Maximum relative difference between the mean and the declared frame rate. In a file with a constant rate, the two
 * rates differ slightly, because the last frame may have another duration.
 */
const rateTolerance = 0.005;

/** Returns the facts that the headers of a file state, such as duration, codecs and size, from ffprobe's report. */
export function mediaFacts(report: ProbeReport): MediaFacts {
  const { picture, sound } = examinedStreams(report);
  const isImage = frameLimit(report) !== null;
  return {
    durationSeconds: isImage ? null : (report.format.duration ?? null),
    startTimecode: startTimecode(report, picture?.stream),
    video: picture && videoFacts(picture.stream, isImage),
    audio: sound && audioFacts(sound.stream),
    streams: streamFacts(report),
  };
}

const maxLanguageCharacters = 40;

function streamFacts(report: ProbeReport): StreamFacts[] {
  const { picture, sound } = examinedStreams(report);
  return report.streams.slice(0, maxStreams).map(({ codec_type: type, codec_name: codec, tags }, index) => ({
    index,
    type: type ?? null,
    codec: codec ?? null,
    language: tags['language'] === undefined ? null : plainText(tags['language'], maxLanguageCharacters),
    examined: index === picture?.index || index === sound?.index,
  }));
}

function videoFacts(stream: Stream, isImage: boolean): VideoFacts | null {
  const { codec_name, profile, pix_fmt, width, height } = stream;
  if (codec_name === undefined || width === undefined || height === undefined) return null;
  return {
    codec: codec_name,
    profile: profile === 'unknown' ? null : (profile ?? null),
    pixelFormat: pix_fmt ?? null,
    width,
    height,
    displayAspectRatio: Number((displayAspectRatio(stream) ?? 16 / 9).toFixed(4)),
    frameRate: isImage ? null : constantRate(stream),
  };
}

function audioFacts({ codec_name, channels, sample_rate }: Stream): AudioFacts | null {
  if (codec_name === undefined || channels === undefined || sample_rate === undefined) return null;
  return { codec: codec_name, channels, sampleRate: sample_rate };
}

/** Returns the frame rate; null if it varies. For some interlaced videos, ffprobe declares twice the frame rate. */
export function constantRate({ r_frame_rate: declared, avg_frame_rate: mean }: Stream): string | null {
  const ratio = ratioOf(declared) / ratioOf(mean);
  const isNear = (value: number) => Math.abs(ratio / value - 1) <= rateTolerance;
  if (isNear(1)) return declared!;
  return isNear(2) ? mean! : null;
}

/** Returns the time code of the first frame; null if no tag has the form of a time code. Tags are untrusted. */
export function startTimecode({ format, streams }: ProbeReport, video: Stream | undefined): string | null {
  for (const { tags } of [...(video === undefined ? [] : [video]), format, ...streams]) {
    const text = Object.entries(tags).find(([name]) => name.toLowerCase() === 'timecode')?.[1];
    if (text !== undefined && /^\d\d:[0-5]\d:[0-5]\d[:;.]\d{2,3}$/.test(text)) return text;
  }
  return null;
}
