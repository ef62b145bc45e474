import type { NumberRequirement, TextRequirement } from '@assay/domain/contracts/profile.ts';
import { type Property, properties, type PropertyName } from '@assay/domain/requirements.ts';
import { type Requirement, requiredText } from '@assay/domain/requirement-text.ts';
import type { Facts } from './facts.ts';

interface Remedy {
  action: string;
  description: string;
}

/** How ffmpeg codes a picture. A picture with more bits or another chroma format would lose them. */
interface VideoEncoder {
  options: string;
  maxBits: number;
  chroma: readonly string[];
}

const subsampled = ['4:2:0', '4:2:2'];
const videoEncoders: Readonly<Record<string, VideoEncoder>> = {
  h264: { options: '-c:V libx264 -crf 18', maxBits: 10, chroma: subsampled },
  hevc: { options: '-c:V libx265 -crf 20', maxBits: 10, chroma: subsampled },
  prores: { options: '-c:V prores_ks -profile:V hq', maxBits: 10, chroma: subsampled },
  dnxhd: { options: '-c:V dnxhd -profile:V dnxhr_hq', maxBits: 8, chroma: subsampled },
  mpeg2video: { options: '-c:V mpeg2video -q:V 2', maxBits: 8, chroma: subsampled },
  vp9: { options: '-c:V libvpx-vp9 -crf 24 -b:V 0', maxBits: 10, chroma: subsampled },
  av1: { options: '-c:V libsvtav1 -crf 24', maxBits: 10, chroma: ['4:2:0'] },
};
/** Profiles of H.264 by ffprobe's name, as libx264 names them. */
const h264Profiles: Readonly<Record<string, string>> = {
  'Constrained Baseline': 'baseline',
  Main: 'main',
  High: 'high',
  'High 10': 'high10',
  'High 4:2:2': 'high422',
};
/** ffmpeg's encoders of lossy sound. They are advised for `lossyRates` and at most `maxLossyChannels` only. */
const lossyEncoders: Readonly<Record<string, string>> = {
  aac: 'aac',
  mp3: 'libmp3lame',
  opus: 'libopus',
  vorbis: 'libvorbis',
  ac3: 'ac3',
  eac3: 'eac3',
};
const lossyRates: readonly unknown[] = [44_100, 48_000];
/** ffmpeg mixes down more channels than a codec has, without a warning. */
const maxLossyChannels = 2;
const pcmCodecs = ['pcm_s16le', 'pcm_s24le', 'pcm_s32le'];
const bigEndian = ['pcm_s16be', 'pcm_s24be', 'pcm_s32be'];
const losslessCodecs = [...pcmCodecs, ...bigEndian, 'flac', 'alac'];

/** The codecs that ffmpeg 5 writes into a container such that others read them. */
const permitted: Readonly<Record<string, { video: readonly string[]; sound: readonly string[] }>> = {
  mov: {
    video: ['h264', 'hevc', 'prores', 'dnxhd', 'mpeg2video', 'mpeg4', 'mjpeg'],
    sound: ['aac', 'ac3', 'alac', ...pcmCodecs, ...bigEndian],
  },
  mp4: {
    video: ['h264', 'hevc', 'mpeg2video', 'mpeg4', 'vp9', 'av1'],
    sound: ['aac', 'mp3', 'ac3', 'eac3', 'alac'],
  },
  matroska: {
    video: ['h264', 'hevc', 'prores', 'mpeg2video', 'mpeg4', 'vp8', 'vp9', 'av1'],
    sound: ['aac', 'mp3', 'ac3', 'eac3', 'flac', 'opus', 'vorbis', ...pcmCodecs],
  },
  webm: { video: ['vp8', 'vp9', 'av1'], sound: ['opus', 'vorbis'] },
  wav: { video: [], sound: pcmCodecs },
};

/**
 * Returns how to repair a property of a file with these facts. Options of ffmpeg contain only values of the requirement
 * that were checked. They keep all tracks, and change only what misses the requirement. Where no options can do this,
 * the remedy has none.
 */
export function remedyOf(name: PropertyName, requirement: Requirement, facts: Facts): Remedy {
  const property: Property = properties[name];
  const wanted = requiredText(property, requirement);
  const own = remedies[name]?.(requirement, wanted, facts);
  return (
    own ?? { action: 'replace', description: `Export the file again with this ${property.name}: ${wanted}.` }
  );
}

/** Returns the only permitted text if there is one, for an option of ffmpeg; otherwise null. */
function onlyText(requirement: Requirement): string | null {
  const { oneOf } = requirement as TextRequirement;
  return oneOf.length === 1 ? oneOf[0]! : null;
}

/** Returns the only permitted number if there is one; otherwise null. */
function onlyNumber(requirement: Requirement): number | null {
  const { oneOf, least, most } = requirement as NumberRequirement;
  if (oneOf !== undefined) return oneOf.length === 1 ? oneOf[0]! : null;
  return least !== undefined && least === most ? least : null;
}

/** Returns a sentence with the options of ffmpeg that copy all tracks besides `changes`; empty if it is null. */
function withOption(changes: string | null, { container }: Facts, note = ''): string {
  if (changes === null) return '';
  // ffmpeg cannot copy data tracks, but it writes those of time code and chapters anew.
  const isMov = container === 'mov' || container === 'mp4';
  const options = `-map 0 -c copy${isMov ? ' -dn' : ''} ${changes}`;
  const left = isMov ? ' Data tracks are lost, except time code and chapters.' : '';
  const chunks = container === 'wav' ? ' Other chunks, such as bext, are lost.' : '';
  return ` With ffmpeg: \`${options}\`.${note}${left}${chunks}`;
}
const fromMaster = ' Use the master, because coding again loses quality.';

type ToRemedy = (requirement: Requirement, wanted: string, facts: Facts) => Remedy;

function permits(container: string | null, kind: 'video' | 'sound', codec: string): boolean {
  return permitted[container ?? '']?.[kind].includes(codec) === true;
}

/** Returns whether ffmpeg keeps what a picture declares when it codes it: not fields and not the marks of HDR. */
function isPlain({ scan, colourTransfer, frameRate }: Facts): boolean {
  return (
    scan === 'progressive' &&
    typeof frameRate === 'number' &&
    !['smpte2084', 'arib-std-b67'].includes(colourTransfer ?? '')
  );
}

/** Returns the options that code the picture with another codec; null if the picture would lose more than that. */
function codePicture(codec: string | null, facts: Facts): string | null {
  const encoder = videoEncoders[codec ?? ''];
  const { chroma, videoBitDepth: bits, container } = facts;
  if (encoder === undefined || chroma === null || bits === null || !isPlain(facts)) return null;
  const isKept = bits <= encoder.maxBits && encoder.chroma.includes(chroma);
  if (!isKept || !permits(container, 'video', codec!)) return null;
  // Players of Apple need this tag.
  const tag = codec === 'hevc' && container !== 'matroska' ? ' -tag:V hvc1' : '';
  return `${encoder.options}${tag}`;
}

/**
 * Returns the options that code the picture again with its codec, profile and level; null for codecs other than H.264,
 * whose encoders do not keep these.
 */
function codeAgain({ videoCodec, videoProfile, videoLevel, container }: Facts): string | null {
  const profile = h264Profiles[videoProfile ?? ''];
  const isKept = videoCodec === 'h264' && profile !== undefined && videoLevel !== null;
  if (!isKept || !permits(container, 'video', videoCodec)) return null;
  return `-c:V libx264 -profile:V ${profile} -level:V ${videoLevel}`;
}

/**
 * Returns the options for each audio track that has another value than the wanted one; null if some values are unknown,
 * or if a track has no options. Tracks that cannot have the property are copied.
 */
function perTrack(
  name: 'soundCodec' | 'sampleRate' | 'soundBitDepth' | 'languages',
  wanted: string | number | null,
  facts: Facts,
  optionsOf: (track: number, codec: string) => string | null,
): string | null {
  const values = facts[name]?.tracks ?? [];
  const options = values.flatMap((value, track) => {
    if (value === false || value === wanted) return [];
    const codec = facts.soundCodec?.tracks[track] || null;
    const isUnknown = value === null && name !== 'languages';
    return [isUnknown || codec === null ? null : optionsOf(track, codec)];
  });
  return wanted === null || options.length === 0 || options.includes(null) ? null : options.join(' ');
}

/** Returns the options that code an audio track with a codec; null if it would lose more than the codec loses. */
function codeTrack(codec: string, track: number, { container, channels, sampleRate }: Facts): string | null {
  if (!permits(container, 'sound', codec)) return null;
  if (pcmCodecs.includes(codec)) return `-c:a:${track} ${codec}`;
  const encoder = lossyEncoders[codec];
  const count = channels?.tracks[track] || Infinity;
  const rate = sampleRate?.tracks[track];
  const isKept =
    count <= maxLossyChannels && lossyRates.includes(rate) && (codec !== 'opus' || rate === 48_000);
  return encoder !== undefined && isKept ? `-c:a:${track} ${encoder} -b:a:${track} ${96 * count}k` : null;
}

/** Returns whether a container permits all tracks of a file that has no unknown tracks. */
function permitsAll(container: string, { videoCodec, soundCodec }: Facts): boolean {
  const sound = soundCodec?.tracks ?? [];
  const isFull = container === 'wav' && sound.length !== 1;
  return (
    !isFull &&
    (videoCodec === null || permits(container, 'video', videoCodec)) &&
    sound.every((codec) => permits(container, 'sound', codec || ''))
  );
}

/** The remedies of properties that need more than another export. */
const remedies: Partial<Record<PropertyName, ToRemedy>> = {
  fileName: (_, wanted) => ({ action: 'rename', description: `Give the file ${wanted}.` }),
  fileSizeBytes: (_, wanted) => ({
    action: 'replace',
    description: `Export the file again so that it has ${wanted}, for example with another bit rate or compression.`,
  }),
  container: (requirement, wanted, facts) => {
    const format = onlyText(requirement);
    // AVI has no times of frames.
    const isKnown = facts.container !== null && facts.container !== 'avi';
    const option = format !== null && isKnown && permitsAll(format, facts) ? `-f ${format}` : null;
    const note = ' This copies the tracks without coding them again.';
    const hint = option === null ? ' The container must permit their codecs.' : '';
    return {
      action: 'convert',
      description: `Put the tracks into ${wanted}.${withOption(option, facts, note)}${hint}`,
    };
  },
  videoCodec: (requirement, wanted, facts) => {
    const option = codePicture(onlyText(requirement), facts);
    return {
      action: 'convert',
      description: `Code the picture as ${wanted}.${withOption(option, facts)}${fromMaster}`,
    };
  },
  frameRate: (_, wanted) => ({
    action: 'convert',
    description: `Export the video at ${wanted} from the edit. The option \`-r\` of ffmpeg drops or repeats frames, so movement becomes uneven; convert with motion compensation if there is no edit.`,
  }),
  scan: (requirement, wanted, facts) => {
    const coding = onlyText(requirement) === 'progressive' && facts.scan !== null ? codeAgain(facts) : null;
    const option = coding && `${coding} -crf 18 -filter:V bwdif=mode=send_frame`;
    const note =
      ' This removes interlacing; first make sure that the picture is interlaced and not only marked so.';
    return {
      action: 'convert',
      description: `Export the video as ${wanted}, or mark it so if only the mark is wrong.${withOption(option, facts, note)}`,
    };
  },
  pixelAspect: (_, wanted) => ({
    action: 'convert',
    description: `Scale the picture to pixels of ${wanted}, or mark them so if only the mark is wrong.`,
  }),
  displayAspect: (_, wanted) => ({
    action: 'replace',
    description: `Export the picture at ${wanted}. Scaling alone distorts it, and cropping loses content.`,
  }),
  colourPrimaries: colourRemedy,
  colourTransfer: colourRemedy,
  colourMatrix: colourRemedy,
  colourRange: (requirement, wanted, facts) => {
    const range = onlyText(requirement);
    const coding = range !== null && facts.colourRange !== null && isPlain(facts) ? codeAgain(facts) : null;
    const option = coding && `${coding} -crf 18 -filter:V scale=out_range=${range === 'full' ? 'pc' : 'tv'}`;
    return {
      action: 'convert',
      description: `Convert the levels to ${wanted} range. If the present mark is wrong, only correct the mark.${withOption(option, facts)}`,
    };
  },
  videoBitRate: (requirement, wanted, facts) => {
    const { least = 0, most } = requirement as NumberRequirement;
    // A lower target leaves space for the parts that need more. A least rate cannot be promised.
    const target = most === undefined ? null : Math.floor(0.9 * most);
    const coding = target !== null && target >= 1.5 * least && isPlain(facts) ? codeAgain(facts) : null;
    const option = coding && `${coding} -b:V ${target}k -maxrate:V ${target}k -bufsize:V ${target}k`;
    return {
      action: 'convert',
      description: `Code the picture with ${wanted}.${withOption(option, facts)}${fromMaster}`,
    };
  },
  soundBitRate: (_, wanted) => ({
    action: 'convert',
    description: `Code the sound with ${wanted}.${fromMaster}`,
  }),
  keyFrameSeconds: (requirement, wanted, facts) => {
    const frames = keyFrameDistance(requirement as NumberRequirement, facts);
    const coding = frames !== null && isPlain(facts) ? codeAgain(facts) : null;
    const { videoBitRate } = facts;
    const rate = videoBitRate === null ? '-crf 18' : `-b:V ${Math.round(videoBitRate)}k`;
    const option = coding && `${coding} ${rate} -g:V ${frames} -keyint_min:V ${frames} -sc_threshold:V 0`;
    return {
      action: 'convert',
      description: `Code the picture again with key frames ${wanted} apart.${withOption(option, facts)}${fromMaster}`,
    };
  },
  durationSeconds: (_, wanted) => ({
    action: 'replace',
    description: `Edit the programme so that it lasts ${wanted}. Do not change its speed.`,
  }),
  startTimecode: (requirement, wanted, facts) => {
    const start = onlyText(requirement);
    const option = start !== null && canStartAt(start, facts) ? `-timecode ${start}` : null;
    return {
      action: 'mark',
      description: `Set the start time code to ${wanted}.${withOption(option, facts)}`,
    };
  },
  leadSeconds: (_, wanted) => ({
    action: 'replace',
    description: `Export the file with ${wanted} of black, or of a slate, before the programme.`,
  }),
  tailSeconds: (_, wanted) => ({
    action: 'replace',
    description: `Export the file with ${wanted} of black, or of still picture, after the programme.`,
  }),
  soundCodec: (requirement, wanted, facts) => {
    const codec = onlyText(requirement);
    const option = perTrack('soundCodec', codec, facts, (track) => codeTrack(codec!, track, facts));
    const note = codec !== null && pcmCodecs.includes(codec) ? '' : fromMaster;
    return {
      action: 'convert',
      description: `Code the sound as ${wanted}.${withOption(option, facts)}${note}`,
    };
  },
  sampleRate: (requirement, wanted, facts) => {
    const rate = onlyNumber(requirement);
    const option = perTrack('sampleRate', rate, facts, (track, codec) => {
      const isLossless = permits(facts.container, 'sound', codec) && losslessCodecs.includes(codec);
      return isLossless ? `-c:a:${track} ${codec} -ar:a:${track} ${rate}` : null;
    });
    return {
      action: 'convert',
      description: `Convert the sound to ${wanted}.${withOption(option, facts)}${option === null ? fromMaster : ''}`,
    };
  },
  soundBitDepth: (requirement, wanted, facts) => {
    const bits = onlyNumber(requirement);
    const option = perTrack('soundBitDepth', bits, facts, (track, codec) => {
      const other = codec.replace(/\d+/, String(bits));
      const isKnown = [...pcmCodecs, ...bigEndian].includes(other);
      return isKnown && permits(facts.container, 'sound', other) ? `-c:a:${track} ${other}` : null;
    });
    return {
      action: 'convert',
      description: `Export the sound with ${wanted} a sample.${withOption(option, facts)}`,
    };
  },
  channels: (_, wanted) => ({
    action: 'replace',
    description: `Export the sound with this number of channels from the mix: ${wanted}. The option \`-ac\` of ffmpeg mixes channels, which changes the loudness.`,
  }),
  channelLayout: (_, wanted) => ({
    action: 'replace',
    description: `Export the sound as ${wanted} from the mix, or mark its layout if only the mark is wrong.`,
  }),
  languages: (requirement, wanted, facts) => {
    const language = onlyText(requirement);
    const canMark = ['mov', 'mp4', 'matroska'].includes(facts.container ?? '');
    const isTag = language !== null && /^[a-z]{3}$/.test(language);
    const option =
      isTag && canMark
        ? perTrack('languages', language, facts, (track) => `-metadata:s:a:${track} language=${language}`)
        : null;
    return {
      action: 'mark',
      description: `Mark the audio tracks with the language ${wanted}, if it is theirs.${withOption(option, facts)}`,
    };
  },
  alpha: (requirement) => ({
    action: 'convert',
    description:
      'is' in requirement && requirement.is
        ? 'Export the image with an alpha channel.'
        : 'Export the image without transparency, on the background that it needs.',
  }),
  resolutionDpi: (_, wanted) => ({
    action: 'convert',
    description: `Export the image with ${wanted}. The number of pixels must suffice for the printed size; a larger number alone does not add detail.`,
  }),
  imageResolutionDpi: (_, wanted) => ({
    action: 'replace',
    description: `Replace the image with one that has ${wanted} at its printed size. Scaling up does not add detail.`,
  }),
  pages: (_, wanted) => ({
    action: 'replace',
    description: `Export the document with this number of pages: ${wanted}.`,
  }),
  pageSize: (_, wanted) => ({
    action: 'replace',
    description: `Export the pages at ${wanted}. Fitting pages in the print dialogue changes the size of the content.`,
  }),
  conformance: (_, wanted) => ({
    action: 'replace',
    description: `Export the document as ${wanted} and validate it. The declaration alone does not make it conform.`,
  }),
  fontsEmbedded: () => ({ action: 'replace', description: 'Export the document with all fonts embedded.' }),
};

function colourRemedy(_: Requirement, wanted: string): Remedy {
  return {
    action: 'convert',
    description: `Convert the colours to ${wanted} and mark them so. If the picture already has these colours, only correct the mark.`,
  };
}

/** Returns the distance of key frames as a number of frames; null if no whole number meets the requirement. */
function keyFrameDistance(requirement: NumberRequirement, { frameRate }: Facts): number | null {
  const { least = 0, most } = requirement;
  const only = onlyNumber(requirement);
  const target = only ?? most;
  if (target === undefined || typeof frameRate !== 'number') return null;
  const frames = Math.floor(target * frameRate + 1e-6);
  const seconds = frames / frameRate;
  const isMet = only === null ? seconds >= least : Math.abs(seconds - only) <= 0.001;
  return frames >= 1 && isMet ? frames : null;
}

/** Returns whether ffmpeg can set a start time code. Drop-frame time codes exist only at some rates. */
function canStartAt(start: string, { container, frameRate }: Facts): boolean {
  const [, mark, frame] = /^\d\d:[0-5]\d:[0-5]\d([:;])(\d\d)$/.exec(start) ?? [];
  if (mark === undefined || typeof frameRate !== 'number') return false;
  const canDrop = [30_000 / 1001, 60_000 / 1001].some((rate) => Math.abs(rate - frameRate) < 0.001);
  const canHave = container === 'mov' || container === 'mp4';
  return canHave && Number(frame) < Math.round(frameRate) && (mark === ':' || canDrop);
}
