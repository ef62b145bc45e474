import type { NumberRequirement, TextRequirement } from '@assay/domain/contracts/profile.ts';
import { type Property, properties, type PropertyName } from '@assay/domain/requirements.ts';
import { type Requirement, requiredText } from '@assay/domain/requirement-text.ts';

interface Remedy {
  action: string;
  description: string;
}

/** ffmpeg's encoders by codec. Other codecs are named without options. */
const videoEncoders: Readonly<Record<string, string>> = {
  h264: 'libx264',
  hevc: 'libx265',
  prores: 'prores_ks',
  dnxhd: 'dnxhd',
  mpeg2video: 'mpeg2video',
  vp9: 'libvpx-vp9',
  av1: 'libsvtav1',
};
const soundEncoders: Readonly<Record<string, string>> = {
  aac: 'aac',
  mp3: 'libmp3lame',
  opus: 'libopus',
  vorbis: 'libvorbis',
  flac: 'flac',
  ac3: 'ac3',
  eac3: 'eac3',
  pcm_s16le: 'pcm_s16le',
  pcm_s24le: 'pcm_s24le',
  pcm_s32le: 'pcm_s32le',
};
const muxers: readonly string[] = ['mov', 'mp4', 'matroska', 'webm', 'wav'];

/** Returns how to repair a property. Options of ffmpeg contain only values of the requirement that were checked. */
export function remedyOf(name: PropertyName, requirement: Requirement): Remedy {
  const property: Property = properties[name];
  const wanted = requiredText(property, requirement);
  const own = remedies[name]?.(requirement, wanted);
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

const withOption = (option: string | null, note = '') =>
  option === null ? '' : ` With ffmpeg: \`${option}\`.${note}`;
const fromMaster = ' Use the master, because coding again loses quality.';

type ToRemedy = (requirement: Requirement, wanted: string) => Remedy;

/** The remedies of properties that need more than another export. */
const remedies: Partial<Record<PropertyName, ToRemedy>> = {
  fileName: (_, wanted) => ({ action: 'rename', description: `Give the file ${wanted}.` }),
  fileSizeBytes: (_, wanted) => ({
    action: 'replace',
    description: `Export the file again so that it has ${wanted}, for example with another bit rate or compression.`,
  }),
  container: (requirement, wanted) => {
    const format = onlyText(requirement);
    const option = format !== null && muxers.includes(format) ? `-map 0 -c copy -f ${format}` : null;
    const note =
      ' This copies the streams without coding them again; the container must permit their codecs.';
    return { action: 'convert', description: `Put the streams into ${wanted}.${withOption(option, note)}` };
  },
  videoCodec: (requirement, wanted) => {
    const encoder = videoEncoders[onlyText(requirement) ?? ''];
    return {
      action: 'convert',
      description: `Code the picture as ${wanted}.${withOption(encoder === undefined ? null : `-c:v ${encoder}`)}${fromMaster}`,
    };
  },
  frameRate: (_, wanted) => ({
    action: 'convert',
    description: `Export the video at ${wanted} from the edit. The option \`-r\` of ffmpeg drops or repeats frames, so movement becomes uneven; convert with motion compensation if there is no edit.`,
  }),
  scan: (requirement, wanted) => {
    const option = onlyText(requirement) === 'progressive' ? '-vf bwdif=mode=send_frame' : null;
    const note =
      ' This removes interlacing; first make sure that the picture is interlaced and not only marked so.';
    return {
      action: 'convert',
      description: `Export the video as ${wanted}, or mark it so if only the mark is wrong.${withOption(option, note)}`,
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
  colourRange: (requirement, wanted) => {
    const range = onlyText(requirement);
    const option = range === null ? null : `-vf scale=out_range=${range === 'full' ? 'pc' : 'tv'}`;
    return {
      action: 'convert',
      description: `Convert the levels to ${wanted} range.${withOption(option, ' Only if the present mark is right; otherwise correct the mark.')}`,
    };
  },
  videoBitRate: (requirement, wanted) => bitRateRemedy('v', requirement, wanted),
  soundBitRate: (requirement, wanted) => bitRateRemedy('a', requirement, wanted),
  keyFrameSeconds: (requirement, wanted) => {
    const { most } = requirement as NumberRequirement;
    const option = most === undefined ? null : `-force_key_frames "expr:gte(t,n_forced*${most})"`;
    return {
      action: 'convert',
      description: `Code the picture again with key frames ${wanted} apart.${withOption(option)}${fromMaster}`,
    };
  },
  durationSeconds: (_, wanted) => ({
    action: 'replace',
    description: `Edit the programme so that it lasts ${wanted}. Do not change its speed.`,
  }),
  startTimecode: (requirement, wanted) => {
    const start = onlyText(requirement);
    const isTimecode = start !== null && /^\d\d:[0-5]\d:[0-5]\d[:;]\d\d$/.test(start);
    return {
      action: 'mark',
      description: `Set the start time code to ${wanted}.${withOption(isTimecode ? `-c copy -timecode ${start}` : null)}`,
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
  soundCodec: (requirement, wanted) => {
    const encoder = soundEncoders[onlyText(requirement) ?? ''];
    return {
      action: 'convert',
      description: `Code the sound as ${wanted}.${withOption(encoder === undefined ? null : `-c:v copy -c:a ${encoder}`)}`,
    };
  },
  sampleRate: (requirement, wanted) => {
    const rate = onlyNumber(requirement);
    return {
      action: 'convert',
      description: `Convert the sound to ${wanted}.${withOption(rate === null ? null : `-c:v copy -ar ${rate}`)}`,
    };
  },
  soundBitDepth: (requirement, wanted) => {
    const bits = onlyNumber(requirement);
    const option = [16, 24, 32].includes(bits ?? 0) ? `-c:v copy -c:a pcm_s${bits}le` : null;
    return {
      action: 'convert',
      description: `Export the sound with ${wanted} a sample.${withOption(option, ' This is for PCM.')}`,
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
  languages: (requirement, wanted) => {
    const language = onlyText(requirement);
    const isTag = language !== null && /^[a-z]{2,3}$/.test(language);
    return {
      action: 'mark',
      description: `Mark the audio tracks with the language ${wanted}.${withOption(isTag ? `-map 0 -c copy -metadata:s:a language=${language}` : null, ' This is for all tracks.')}`,
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

function bitRateRemedy(stream: 'v' | 'a', requirement: Requirement, wanted: string): Remedy {
  const { least, most } = requirement as NumberRequirement;
  const target = onlyNumber(requirement) ?? most ?? least;
  const option = target === undefined ? null : `-b:${stream} ${target}k`;
  const what = stream === 'v' ? 'picture' : 'sound';
  return {
    action: 'convert',
    description: `Code the ${what} with ${wanted}.${withOption(option)}${fromMaster}`,
  };
}
