import { plainText } from '@assay/domain/lib/characters.ts';
import { combineWatches } from '../../contract/combine-watches.ts';
import { intersect, lengthOf, type TimeRange, unite } from '../../contract/time-ranges.ts';
import type { Watch } from '../../contract/watch.ts';
import type { ProbeReport, Stream, StreamPackets } from '../../decode/ffprobe.ts';
import { frameLimit } from '../../decode/image-limits.ts';
import { constantRate, startTimecode } from '../../decode/media-facts.ts';
import { needsPackets } from '../../decode/packet-totals.ts';
import { displayAspectRatio, examinedStreams, ratioOf } from '../../decode/streams.ts';
import { measuredRate, unevenPercent } from '../video-qc/judge-rate.ts';
import { type DarknessMeasurements, watchDarkness } from '../video-qc/watch-darkness.ts';
import { type PictureMeasurements, watchPictures } from '../video-qc/watch-pictures.ts';
import { watchSoundSpan } from '../video-qc/watch-sound-span.ts';
import { type Facts, rounded } from './facts.ts';
import { pixelFormatOf } from './pixel-format.ts';

const maxTracks = 64;
/** Maximum length of a name that a file declares, in characters. */
const maxNameCharacters = 100;
/** Maximum seconds by which the padding of a sound codec makes the sound longer than the picture. */
const maxPaddingSeconds = 0.25;
/** Maximum seconds between two black or still stretches that belong together, such as a slate and black. */
const maxGapSeconds = 0.2;
/** Minimum percentage of intervals between frames that differ from the others in a variable frame rate. */
const minUnevenPercent = 1;
/**
 * Maximum relative difference of the measured frame rate from the declared one, and the seconds by which containers
 * round the first and the last time.
 */
const rateTolerance = 0.0003;
const roundingSeconds = 0.002;

/** The properties of a recording or an image that ffmpeg reports. */
export interface RecordingFacts {
  /** Facts from the headers and the packets. */
  declared: Partial<Facts>;
  /** Facts from the decoding. They replace those from the headers if the whole file was decoded. */
  decoded: Partial<Facts>;
  /** Present if the packets were not read, because the profile did not require any of `packetProperties`. */
  withoutPackets?: true;
}

/** Returns filters that measure the properties of a recording. For an image, the headers state all of them. */
export function watchRecording(media: ProbeReport): Watch<RecordingFacts> {
  if (frameLimit(media) !== null) return { seen: () => ({ declared: pictureFacts(media), decoded: {} }) };
  const { picture, sound } = examinedStreams(media);
  const watch = combineWatches({
    // The sound is not examined for silence.
    darkness: picture === null ? null : watchDarkness(false),
    pictures: picture === null ? null : watchPictures(),
    span: sound === null ? null : watchSoundSpan(sound.stream),
  });
  return {
    ...watch,
    seen: (decodedSeconds) => {
      const { darkness, pictures, span } = watch.seen(decodedSeconds);
      return {
        declared: {
          ...soundFacts(media),
          ...pictureFacts(media),
          container: containerOf(media),
          startTimecode: startTimecode(media, picture?.stream),
          durationSeconds: rounded(media.format.duration ?? null),
        },
        decoded: {
          ...(darkness === null || pictures === null ? {} : programmeFacts(darkness, pictures)),
          ...(picture === null || pictures === null ? {} : rateFacts(picture.stream, pictures)),
          ...durationFacts(pictures, span),
        },
        ...(media.packetTotals === undefined && needsPackets(media) ? { withoutPackets: true as const } : {}),
      };
    },
  };
}

const containers: Readonly<Record<string, string>> = {
  avi: 'avi',
  wav: 'wav',
  w64: 'wav',
  mp3: 'mp3',
  aac: 'aac',
  ogg: 'ogg',
};

/** Returns the container. A Matroska file may be WebM, which only its document type shows. */
function containerOf({ format }: ProbeReport): string | null {
  const names = format.format_name.split(',');
  if (names.includes('mov')) {
    const brand = format.tags['major_brand'];
    // QuickTime files from before the file type box have no brand (QuickTime File Format, Movie files).
    return brand === undefined || brand.trim() === 'qt' ? 'mov' : 'mp4';
  }
  if (names.includes('matroska')) return 'matroska';
  return containers[names[0]!] ?? null;
}

/** Returns a name that a stream declares; null if it declares none. */
function declared(name: string | undefined): string | null {
  const isNothing = name === undefined || ['unknown', 'unspecified', 'reserved', 'und', ''].includes(name);
  return isNothing ? null : plainText(name, maxNameCharacters);
}

function pictureFacts(media: ProbeReport): Partial<Facts> {
  const { picture } = examinedStreams(media);
  if (picture === null) return {};
  const { stream } = picture;
  const isStill = frameLimit(media) !== null;
  const { chroma, bits } = pixelFormatOf(stream.pix_fmt);
  const [width, height] = displayed(stream);
  const shape = { width, height, chroma, videoBitDepth: bits };
  if (isStill) return { ...shape, displayAspect: width === null || height === null ? null : width / height };
  const packets = media.packetTotals?.get(picture.index) ?? null;
  return {
    ...shape,
    videoCodec: declared(stream.codec_name),
    videoProfile: declared(stream.profile),
    videoLevel: levelOf(stream),
    displayAspect: width === null ? null : displayAspectRatio(stream),
    pixelAspect: pixelAspectOf(stream),
    frameRate: declaredRate(stream),
    scan: scanOf(stream),
    colourPrimaries: declared(stream.color_primaries),
    colourTransfer: declared(stream.color_transfer),
    colourMatrix: declared(stream.color_space),
    colourRange: rangeOf(stream),
    videoBitRate: bitRateOf(packets),
    keyFrameSeconds: rounded(packets?.keyFrameSeconds ?? null),
  };
}

/** Returns the size of the stored picture after rotation. ffprobe reports 0 if it could not decode a picture. */
function displayed({ width, height, side_data_list: data }: Stream): [number | null, number | null] {
  const isTurned = data?.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90) ?? false;
  const size = [width || null, height || null] as const;
  return isTurned ? [size[1], size[0]] : [size[0], size[1]];
}

/** Returns the level that a stream declares. ffprobe reports it in the coding of each codec. */
export function levelOf({ codec_name: codec, level = -99 }: Stream): number | null {
  if (level <= 0 && codec !== 'av1') return null;
  switch (codec) {
    case 'h264':
      // Level 1b has the code 9 (ITU-T H.264, A.3.2).
      return level === 9 ? 1 : level / 10;
    case 'hevc':
      return rounded(level / 30);
    case 'vp9':
      return level / 10;
    case 'av1':
      // The code 31 stands for no limit (AV1, A.3).
      return level >= 0 && level < 31 ? 2 + (level >> 2) + (level & 3) / 10 : null;
    default:
      return null;
  }
}

function pixelAspectOf({ sample_aspect_ratio: ratio }: Stream): number {
  return ratioOf(ratio?.replace(':', '/')) || 1;
}

/**
 * Scan types by ffprobe's field order. `tb` and `bt` are the codes 9 and 14 of QuickTime and Matroska: interleaved
 * fields whose top, or bottom, field is displayed first (RFC 9559, FieldOrder). ffmpeg writes and reads them so.
 */
const scanTypes: Readonly<Record<string, string>> = {
  progressive: 'progressive',
  tt: 'top field first',
  tb: 'top field first',
  bb: 'bottom field first',
  bt: 'bottom field first',
};
/** Codecs whose pictures are frames. In HEVC, fields are coded as pictures of their own, of half the height. */
const frameCodecs: readonly string[] = ['hevc', 'vp8', 'vp9', 'av1'];

export function scanOf({ codec_name: codec = '', field_order: order = 'unknown' }: Stream): string | null {
  return scanTypes[order] ?? (frameCodecs.includes(codec) ? 'progressive' : null);
}

function rangeOf({ color_range: range, pix_fmt: format = '' }: Stream): string | null {
  if (range === 'pc' || format.startsWith('yuvj')) return 'full';
  return range === 'tv' ? 'limited' : null;
}

/** Returns the mean bit rate in kbit/s of the packets of a stream. */
function bitRateOf(packets: StreamPackets | null): number | null {
  if (packets === null) return null;
  const { bytes, startSeconds, endSeconds } = packets;
  return endSeconds > startSeconds ? rounded((bytes * 8) / 1000 / (endSeconds - startSeconds)) : null;
}

/** Returns the constant bit rate of PCM in kbit/s; null for other codecs. */
function pcmBitRate({ codec_name: codec, sample_rate, channels, bits_per_sample }: Stream): number | null {
  if (codec?.startsWith('pcm_') !== true) return null;
  return rounded(((sample_rate ?? NaN) * (channels ?? NaN) * (bits_per_sample ?? NaN)) / 1000) || null;
}

/** Lossless codecs besides PCM. Other codecs have no bit depth. */
const losslessCodecs: readonly string[] = ['flac', 'alac', 'wavpack', 'tta', 'ape', 'truehd', 'mlp'];

function soundFacts(media: ProbeReport): Partial<Facts> {
  const all = media.streams.flatMap((stream, index) =>
    stream.codec_type === 'audio' ? [{ stream, index }] : [],
  );
  const tracks = all.slice(0, maxTracks);
  const each = <Value extends string | number>(
    valueOf: (stream: Stream, index: number) => Value | false | null | undefined,
  ) => {
    const values = tracks.map(({ stream, index }) => {
      const value = valueOf(stream, index);
      return value === false ? false : value || null;
    });
    // The values of further tracks are unknown.
    return { tracks: all.length > maxTracks ? [...values, null] : values };
  };
  return {
    soundTracks: all.length,
    soundCodec: each(({ codec_name: codec }) => declared(codec)),
    sampleRate: each(({ sample_rate: rate }) => rate),
    soundBitDepth: each(soundBitsOf),
    channels: each(({ channels }) => channels),
    channelLayout: each(({ channel_layout: layout }) => declared(layout)),
    languages: each(({ tags }) => declared(tags['language'])),
    soundBitRate: each(
      (stream, index) => pcmBitRate(stream) ?? bitRateOf(media.packetTotals?.get(index) ?? null),
    ),
  };
}

function soundBitsOf({
  codec_name: codec = '',
  bits_per_raw_sample: raw,
  bits_per_sample: stored,
}: Stream): number | false | null {
  if (!codec.startsWith('pcm_') && !losslessCodecs.includes(codec)) return false;
  return raw || stored || null;
}

/** Returns the seconds of black or still picture at the start and at the end; nothing if it has no frames. */
function programmeFacts(
  { black, frozen, still }: DarknessMeasurements,
  pictures: PictureMeasurements,
): Partial<Facts> {
  const picture = spanOf(pictures);
  if (picture === null) return {};
  const unchanging = intersect(frozen, still);
  const empty = unite([...black, ...unchanging, ...pictures.held], maxGapSeconds);
  const [first, last] = [empty[0], empty.at(-1)];
  const startsEmpty = first !== undefined && first.startSeconds <= picture.startSeconds + maxGapSeconds;
  const endsEmpty = last !== undefined && last.endSeconds >= picture.endSeconds - maxGapSeconds;
  return {
    leadSeconds: startsEmpty
      ? rounded(Math.min(first.endSeconds, picture.endSeconds) - picture.startSeconds)
      : 0,
    tailSeconds: endsEmpty
      ? rounded(picture.endSeconds - Math.max(last.startSeconds, picture.startSeconds))
      : 0,
  };
}

/** Returns the time from the start of the first frame to the end of the last; null without frames. */
function spanOf(pictures: PictureMeasurements): TimeRange | null {
  const rate = measuredRate(pictures);
  if (rate === null) return null;
  return { startSeconds: pictures.firstSeconds, endSeconds: pictures.lastSeconds + 1 / rate };
}

function declaredRate(stream: Stream): number | null {
  return ratioOf(constantRate(stream) ?? '') || null;
}

/** Returns the measured frame rate; nothing if there is only one frame. */
function rateFacts(stream: Stream, pictures: PictureMeasurements): Partial<Facts> {
  const measured = measuredRate(pictures);
  if (measured === null) return {};
  if (unevenPercent(pictures) >= minUnevenPercent) return { frameRate: 'variable' };
  const stated = declaredRate(stream);
  const spanSeconds = pictures.lastSeconds - pictures.firstSeconds;
  // The times of frames are often rounded to milliseconds, so the declared rate is exact if it fits.
  const isStated =
    stated !== null && Math.abs(measured / stated - 1) <= rateTolerance + roundingSeconds / spanSeconds;
  return { frameRate: isStated ? stated : measured };
}

/** Returns the decoded duration; nothing if neither a picture with a duration nor sound was decoded. */
function durationFacts(pictures: PictureMeasurements | null, span: TimeRange | null): Partial<Facts> {
  const picture = pictures === null ? null : spanOf(pictures);
  const soundSeconds = span === null ? null : lengthOf(span);
  if (picture === null) return soundSeconds === null ? {} : { durationSeconds: rounded(soundSeconds) };
  const pictureSeconds = lengthOf(picture);
  const isLonger = soundSeconds !== null && soundSeconds > pictureSeconds + maxPaddingSeconds;
  return { durationSeconds: rounded(isLonger ? soundSeconds : pictureSeconds) };
}
