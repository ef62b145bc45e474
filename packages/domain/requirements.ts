import type { AssetType } from './asset-type.ts';

// The properties of a file that a profile can require. `packages/analysis/sidekicks/requirements` measures them.

/** A property that a profile can require. */
export interface Property {
  /** Name for people to read, in lower case. For example `frame rate`. */
  name: string;
  assetTypes: readonly AssetType[];
  /**
   * Form of the requirement. `number`: `least`, `most`, `oneOf` and `tolerance`. `text`: `oneOf`. `ratio`: `oneOf`
   * with ratios such as `16:9`. `rate`: `oneOf` with frame rates such as `25` or `30000/1001`. `glob`: a pattern for
   * the file name. `flag`: whether the file must have the property. `pageSize`: sizes in millimetres.
   */
  kind: 'number' | 'text' | 'ratio' | 'rate' | 'glob' | 'flag' | 'pageSize';
  /** Unit of a number. Null if it has none. */
  unit: string | null;
  /** Smallest and largest number that a profile can require. Absent for other kinds. */
  range?: readonly [least: number, most: number];
  /** The values that a text can have. Absent if the values are names of codecs, profiles or languages. */
  values?: readonly string[];
  /** The form of a text, and what the message says about another one. Absent: any text. */
  form?: { pattern: RegExp; message: string };
  /** How the property is measured, as a sentence. */
  meaning: string;
}

const all = ['video', 'audio', 'image', 'document'] as const;
const recordings = ['video', 'audio'] as const;
const pictures = ['video', 'image'] as const;

const number = (
  name: string,
  assetTypes: readonly AssetType[],
  unit: string | null,
  range: readonly [number, number],
  meaning: string,
): Property & { kind: 'number' } => ({ name, assetTypes, kind: 'number', unit, range, meaning });

const text = (
  name: string,
  assetTypes: readonly AssetType[],
  meaning: string,
  values?: readonly string[],
): Property & { kind: 'text' } => ({
  name,
  assetTypes,
  kind: 'text',
  unit: null,
  meaning,
  ...(values && { values }),
});

const codec = (
  name: string,
  assetTypes: readonly AssetType[],
  meaning: string,
): Property & { kind: 'text' } => ({
  ...text(name, assetTypes, meaning),
  form: {
    // `h265` and the like are common names that ffmpeg does not use for codecs.
    pattern: /^(?!(?:h265|x26[45]|avc|mpeg-?2|vp09|pcm)$)[a-z0-9][a-z0-9_]*$/,
    message: 'must be the name of a codec in ffmpeg, such as hevc, h264, ac3 or pcm_s24le',
  },
});

/** Largest duration in seconds that a profile can name: 100 hours. */
const maxSeconds = 360_000;

/** The properties by their names in a profile. */
export const properties = {
  fileName: {
    name: 'file name',
    assetTypes: all,
    kind: 'glob',
    unit: null,
    meaning: 'The name of the file without folders. `*` stands for any characters, and `?` for one.',
  },
  fileSizeBytes: number(
    'file size',
    all,
    'bytes',
    [1, 2 ** 43],
    'The number of bytes of the file. 1 MB has 1,000,000 bytes, and 1 MiB has 1,048,576.',
  ),

  container: text('container', recordings, 'The format of the file, as its first bytes and its brand say.', [
    'mov',
    'mp4',
    'matroska',
    'webm',
    'avi',
    'wav',
    'mp3',
    'aac',
    'ogg',
  ]),
  videoCodec: codec(
    'video codec',
    ['video'],
    'Name of the codec in ffmpeg, such as `h264`, `hevc` or `prores`.',
  ),
  videoProfile: text(
    'codec profile',
    ['video'],
    'Name of the profile in ffmpeg, such as `High`, `Main 10` or `HQ`.',
  ),
  videoLevel: number(
    'codec level',
    ['video'],
    null,
    [1, 10],
    'The level that the stream declares, such as 4.1. Only H.264, HEVC, VP9 and AV1 have one that is a number.',
  ),
  width: number(
    'width',
    pictures,
    'pixels',
    [1, 65_535],
    'Width of the stored picture, after rotation and before the pixel aspect ratio. An SVG has the width that it declares in pixels.',
  ),
  height: number(
    'height',
    pictures,
    'pixels',
    [1, 65_535],
    'Height of the stored picture, after rotation and before the pixel aspect ratio. An SVG has the height that it declares in pixels.',
  ),
  displayAspect: {
    name: 'display aspect ratio',
    assetTypes: pictures,
    kind: 'ratio',
    unit: null,
    meaning: 'Width to height as displayed, within 1 %.',
  },
  pixelAspect: {
    name: 'pixel aspect ratio',
    assetTypes: ['video'],
    kind: 'ratio',
    unit: null,
    meaning: 'Width to height of a pixel, within 0.1 %. A file that declares none has square pixels.',
  },
  frameRate: {
    name: 'frame rate',
    assetTypes: ['video'],
    kind: 'rate',
    unit: 'frames/s',
    meaning: 'The constant frame rate. A variable frame rate meets no requirement.',
  },
  scan: text(
    'scan type',
    ['video'],
    'The scan type that the stream or its first frame declares, and the field that is displayed first. HEVC, VP8, VP9 and AV1 that declare none are progressive.',
    ['progressive', 'top field first', 'bottom field first'],
  ),
  chroma: text('chroma format', pictures, 'The chroma subsampling of the stored pixels.', [
    '4:0:0',
    '4:1:1',
    '4:2:0',
    '4:2:2',
    '4:4:0',
    '4:4:4',
    'RGB',
  ]),
  videoBitDepth: number(
    'bit depth of the picture',
    pictures,
    'bits',
    [1, 32],
    'Bits of each component of a pixel.',
  ),
  colourPrimaries: text(
    'colour primaries',
    ['video'],
    'The primaries that the stream declares, by their names in ffmpeg.',
    [
      ...['bt709', 'bt470m', 'bt470bg', 'smpte170m', 'smpte240m', 'film', 'bt2020', 'smpte428', 'smpte431'],
      ...['smpte432', 'ebu3213'],
    ],
  ),
  colourTransfer: text(
    'transfer characteristics',
    ['video'],
    'The transfer that the stream declares, by its name in ffmpeg.',
    [
      ...[
        'bt709',
        'bt470m',
        'bt470bg',
        'smpte170m',
        'smpte240m',
        'linear',
        'log100',
        'log316',
        'iec61966-2-4',
      ],
      ...['bt1361e', 'iec61966-2-1', 'bt2020-10', 'bt2020-12', 'smpte2084', 'smpte428', 'arib-std-b67'],
    ],
  ),
  colourMatrix: text(
    'colour matrix',
    ['video'],
    'The matrix that the stream declares, by its name in ffmpeg.',
    [
      ...[
        'gbr',
        'bt709',
        'fcc',
        'bt470bg',
        'smpte170m',
        'smpte240m',
        'ycgco',
        'bt2020nc',
        'bt2020c',
        'smpte2085',
      ],
      ...['chroma-derived-nc', 'chroma-derived-c', 'ictcp'],
    ],
  ),
  colourRange: text('colour range', ['video'], 'The range that the stream declares.', ['limited', 'full']),
  videoBitRate: number(
    'bit rate of the picture',
    ['video'],
    'kbit/s',
    [1, 10_000_000],
    'Mean bit rate of the video stream: the bytes of its packets divided by its duration.',
  ),
  keyFrameSeconds: number(
    'distance of key frames',
    ['video'],
    's',
    [0.01, 3600],
    'The longest time from one key frame to the next, or to the end of the stream.',
  ),
  durationSeconds: number(
    'duration',
    recordings,
    's',
    [0.01, maxSeconds],
    'Duration of the decoded picture, or of the sound if that is longer by more than 0.25 s, the padding of sound codecs. A profile can permit a tolerance in frames.',
  ),
  startTimecode: {
    ...text('start time code', ['video'], 'The time code of the first frame, such as `10:00:00:00`.'),
    form: {
      pattern: /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d[:;.]\d{2,3}$/,
      message: 'must be a time code such as 10:00:00:00',
    },
  },
  leadSeconds: number(
    'picture before the programme',
    ['video'],
    's',
    [0, maxSeconds],
    'Seconds of black or still picture, such as a slate, at the start. Still picture counts from 2 s.',
  ),
  tailSeconds: number(
    'picture after the programme',
    ['video'],
    's',
    [0, maxSeconds],
    'Seconds of black or still picture at the end. Still picture counts from 2 s.',
  ),

  soundTracks: number(
    'number of audio tracks',
    recordings,
    'tracks',
    [0, 64],
    'The number of audio streams. The other properties of sound do not apply to a file without audio streams.',
  ),
  soundCodec: codec(
    'audio codec',
    recordings,
    'Name of the codec of each audio track in ffmpeg, such as `aac`, `ac3` or `pcm_s24le`.',
  ),
  sampleRate: number(
    'sample rate',
    recordings,
    'Hz',
    [1_000, 768_000],
    'Samples per second of each audio track.',
  ),
  soundBitDepth: number(
    'bit depth of the sound',
    recordings,
    'bits',
    [1, 64],
    'Bits of a sample. Only PCM and lossless codecs have a bit depth; tracks of other codecs are not compared.',
  ),
  channels: number('channels', recordings, 'channels', [1, 64], 'Number of channels of each audio track.'),
  channelLayout: text(
    'channel layout',
    recordings,
    'Layout that each audio track declares, by its name in ffmpeg, such as `stereo` or `5.1`.',
  ),
  languages: {
    ...text('language', recordings, 'Language tag that each audio track declares, such as `eng`.'),
    form: {
      pattern: /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/,
      message: 'must be a language tag such as eng or en-GB',
    },
  },
  soundBitRate: number(
    'bit rate of the sound',
    recordings,
    'kbit/s',
    [1, 100_000],
    'Mean bit rate of each audio track: the bytes of its packets divided by its duration.',
  ),

  imageFormat: text('image format', ['image'], 'The format of the file, as its first bytes say.', [
    'jpeg',
    'png',
    'gif',
    'webp',
    'svg',
  ]),
  colourSpace: text(
    'colour space',
    ['image', 'document'],
    'The colour space of the pixels, or all those that pages use in text, graphics, images and patterns. A space based on an ICC profile counts by its number of components. An SVG has RGB. Annotations do not count.',
    ['RGB', 'CMYK', 'Gray', 'Lab', 'Separation', 'DeviceN'],
  ),
  colourProfile: text(
    'colour profile',
    ['image'],
    'The description in the embedded ICC profile, such as `sRGB IEC61966-2.1`.',
  ),
  resolutionDpi: number(
    'resolution',
    ['image'],
    'dpi',
    [1, 100_000],
    'The resolution that the file declares, the lower one of width and height, within 0.5 dpi.',
  ),
  alpha: {
    name: 'transparency',
    assetTypes: ['image'],
    kind: 'flag',
    unit: null,
    meaning: 'Whether the image has an alpha channel or a transparent colour.',
  },

  documentFormat: text('document format', ['document'], 'The format of the file, as its first bytes say.', [
    'pdf',
    'doc',
    'docx',
    'txt',
  ]),
  pages: number(
    'pages',
    ['document'],
    'pages',
    [1, 1_000_000],
    'The number of pages. Word files and plain text have the number that is charged, which is an estimate.',
  ),
  pageSize: {
    name: 'page size',
    assetTypes: ['document'],
    kind: 'pageSize',
    unit: 'mm',
    meaning: 'Width and height of the crop box of each page in its user unit, in either orientation.',
  },
  pdfVersion: number(
    'PDF version',
    ['document'],
    null,
    [1, 2],
    'The PDF version, such as 1.7: the later one of header and catalog.',
  ),
  conformance: {
    ...text(
      'declared conformance',
      ['document'],
      'The conformance that the XMP metadata or, for PDF/X, the information dictionary declare, such as `PDF/A-2b`, `PDF/UA-1`, `PDF/X-4` or `PDF/X-1a:2003`. At least one must be named. A name without a year stands for any year.',
    ),
    form: {
      pattern: /^PDF\/(?:A-[1-4][abefu]?|UA-[12]|X-\d[a-z]*(?::\d{4})?)$/,
      message: 'must be a conformance such as PDF/A-2b, PDF/UA-1, PDF/X-4 or PDF/X-1a:2003',
    },
  },
  imageResolutionDpi: number(
    'resolution of images on the page',
    ['document'],
    'dpi',
    [1, 100_000],
    'The lowest resolution of an image at the size at which it is printed. Images of fewer than 16 pixels in a direction do not count.',
  ),
  fontsEmbedded: {
    name: 'embedded fonts',
    assetTypes: ['document'],
    kind: 'flag',
    unit: null,
    meaning: 'Whether all fonts of visible text are embedded.',
  },
} as const satisfies Record<string, Property>;

export type PropertyName = keyof typeof properties;

export const propertyNames = Object.keys(properties) as PropertyName[];

/** Returns the code of the rule of a property. For example `requirement.frame_rate` for `frameRate`. */
export function requirementCode(name: PropertyName): `requirement.${string}` {
  return `requirement.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}
