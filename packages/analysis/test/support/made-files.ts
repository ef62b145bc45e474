import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Verdict } from '@assay/domain/verdict.ts';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import { buildPdf, type PdfOptions } from '../../../../tools/local/samples/pdf.ts';
import { withPosition } from '../../../../tools/local/samples/photo.ts';
import { popOn, scenarist, triple, withCaptions } from './caption-files.ts';
import { pngText, xmpPacket } from './xmp-files.ts';

/** A file just inside or just outside of what a profile asks for. */
export interface MadeFile {
  name: string;
  write: (file: string) => Promise<void>;
  verdict: Verdict;
  /** The only rule that fails the file, and the summary of its issue. Absent for a file that does not fail. */
  fault?: readonly [ruleCode: string, summary: string];
}

interface Clip {
  size?: string;
  rate?: string;
  seconds?: number;
  /** Filter of the small picture before it is scaled. */
  cover?: string;
  /** Filters of the scaled picture. */
  filters?: string;
  /** Options for the coding of the picture. */
  picture: readonly string[];
  /** Peak of the tone on both channels in dBFS, which is its loudness in LUFS; null for no sound. */
  tone?: number | null;
  /** Expression of the sound, which replaces the tone. */
  sound?: string;
  layout?: string;
  sampleRate?: number;
  soundCodec?: readonly string[];
}

const colours = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];

/** Returns a writer of a clip with a slowly moving picture without edges, and a tone of 1 kHz on both channels. */
function clip({ size = '1280x720', rate = '25', seconds = 3, cover, filters, picture, ...sound }: Clip) {
  const {
    tone: peak = -23,
    sampleRate = 48_000,
    layout = 'stereo',
    soundCodec = ['-c:a', 'pcm_s24le'],
  } = sound;
  const channels = { mono: 1, stereo: 2, '5.1': 6 }[layout]!;
  const expression = sound.sound ?? `${10 ** ((peak ?? 0) / 20)}*sin(2000*PI*t)`;
  const source = `aevalsrc='${Array(channels).fill(expression).join('|')}':s=${sampleRate}:d=${seconds}:c=${layout}`;
  const gradient =
    'gradients=size=96x54:c0=0x304060:c1=0xa08050:x0=0:y0=0:x1=95:y1=53:nb_colors=2:speed=0.05:seed=1';
  return (file: string) =>
    make(file, [
      ...['-f', 'lavfi', '-i', `${gradient}:rate=${rate}:duration=${seconds}`],
      ...(peak === null ? [] : ['-f', 'lavfi', '-i', source, ...soundCodec]),
      ...[
        '-vf',
        [cover, `scale=${size.replace('x', ':')}:flags=bicubic,setsar=1`, filters].filter(Boolean).join(),
      ],
      ...['-threads', '1', ...picture, ...colours],
    ]);
}

const prores = (pixels = 'yuv422p10le', profile = '3') => [
  '-c:v',
  'prores',
  '-profile:v',
  profile,
  '-pix_fmt',
  pixels,
];
const h264 = (...options: string[]) => [
  '-c:v',
  'libx264',
  '-preset',
  'ultrafast',
  '-pix_fmt',
  'yuv420p',
  ...options,
];
const fields = (order: 'tff' | 'bff') =>
  `tinterlace=mode=${order === 'tff' ? 'interleave_top' : 'interleave_bottom'},setfield=${order}`;
/** Only this encoder, which is slow, writes interlaced ProRes. */
const interlaced = (order: 'tff' | 'bff') => [
  ...['-c:v', 'prores_ks', '-profile:v', '3', '-pix_fmt', 'yuv422p10le'],
  ...['-flags', '+ildct', '-top', order === 'tff' ? '1' : '0'],
];

const broadcastEu: MadeFile[] = [
  {
    name: 'inside-prores.mov',
    write: clip({ size: '1920x1080', picture: prores(), tone: -22.85 }),
    verdict: 'pass',
  },
  {
    name: 'inside-dnxhr.mov',
    write: clip({
      rate: '50',
      picture: ['-c:v', 'dnxhd', '-profile:v', 'dnxhr_hq', '-pix_fmt', 'yuv422p'],
      tone: -23.15,
      soundCodec: ['-c:a', 'pcm_s16le'],
    }),
    verdict: 'pass',
  },
  {
    name: 'inside-interlaced.mov',
    write: clip({
      size: '1920x1080',
      seconds: 2,
      rate: '50',
      filters: fields('tff'),
      picture: interlaced('tff'),
      soundCodec: ['-c:a', 'pcm_s16be'],
    }),
    verdict: 'pass',
  },
  {
    // The peak of the burst is 0.1 dB below the limit.
    name: 'inside-peak.mov',
    write: clip({
      picture: prores('yuv422p10le', '0'),
      sound: `if(between(t,2,2.002),${10 ** (-1.1 / 20)},${10 ** (-23.3 / 20)})*sin(2000*PI*t)`,
    }),
    verdict: 'pass',
  },
  {
    name: 'inside-black.mov',
    write: clip({ picture: prores(), cover: "drawbox=t=fill:color=black:enable='lt(t,1.9)'" }),
    verdict: 'pass',
  },
  {
    name: 'outside-codec.mov',
    write: clip({ picture: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv422p'] }),
    verdict: 'fail',
    fault: ['requirement.video_codec', 'Video codec h264 instead of prores or dnxhd'],
  },
  {
    name: 'outside-rate.mov',
    write: clip({ rate: '24', picture: prores() }),
    verdict: 'fail',
    fault: ['requirement.frame_rate', 'Frame rate 24 frames/s instead of 25 or 50 frames/s'],
  },
  {
    name: 'outside-fields.mov',
    write: clip({
      size: '1920x1080',
      seconds: 2,
      rate: '50',
      filters: fields('bff'),
      picture: interlaced('bff'),
    }),
    verdict: 'fail',
    fault: ['requirement.scan', 'Scan type bottom field first instead of progressive or top field first'],
  },
  {
    name: 'outside-loudness.mov',
    write: clip({ picture: prores(), tone: -22.7 }),
    verdict: 'fail',
    fault: [
      'loudness.programme',
      'Programme loudness -22.7 LUFS, 0.3 LU above the target of -23.0 LUFS (EBU R 128)',
    ],
  },
  {
    name: 'outside-sample-rate.mov',
    write: clip({ picture: prores(), sampleRate: 44_100 }),
    verdict: 'fail',
    fault: ['requirement.sample_rate', 'Sample rate 44,100 Hz instead of 48,000 Hz'],
  },
];

const aac = ['-c:a', 'aac', '-b:a', '192k'];

const greeting = [[0.9, 1.9, 'Hello.']] as const;

/** Adds a track of CEA-608 captions to a QuickTime file. */
const captioned = (write: MadeFile['write']) => async (file: string) => {
  await write(`${file}.plain.mov`);
  await writeFile(`${file}.scc`, scenarist(greeting, 60));
  const inputs = ['-i', `${file}.plain.mov`, '-i', `${file}.scc`];
  await make(file, [...inputs, '-map', '0:v', '-map', '0:a', '-map', '1', '-c', 'copy']);
};

/** Adds CEA-608 captions to the pictures of an MP4 file with H.264. */
const captionedPictures = (rate: number, write: MadeFile['write']) => async (file: string) => {
  await write(`${file}.plain.mp4`);
  await make(`${file}.plain.h264`, ['-i', `${file}.plain.mp4`, '-map', '0:v', '-c', 'copy']);
  const pairs = popOn(greeting, Math.round(2 * rate), rate);
  const plain = await readFile(`${file}.plain.h264`);
  await writeFile(
    `${file}.h264`,
    withCaptions('h264', plain, (at) => triple(pairs[at] ?? [0, 0])),
  );
  const inputs = ['-r', '60000/1001', '-i', `${file}.h264`, '-i', `${file}.plain.mp4`];
  await make(file, [...inputs, '-map', '0', '-map', '1:a', '-c', 'copy']);
};

const broadcastUs: MadeFile[] = [
  {
    name: 'inside-film.mov',
    write: captioned(clip({ size: '1920x1080', rate: '24000/1001', picture: prores(), tone: -24 })),
    verdict: 'pass',
  },
  {
    name: 'inside-h264.mp4',
    write: captionedPictures(
      60_000 / 1001,
      clip({ rate: '60000/1001', picture: h264(), tone: -24, soundCodec: aac }),
    ),
    verdict: 'pass',
  },
  {
    name: 'inside-interlaced.mov',
    write: captioned(
      clip({
        size: '1920x1080',
        seconds: 2,
        rate: '60000/1001',
        filters: fields('tff'),
        picture: interlaced('tff'),
        tone: -24,
      }),
    ),
    verdict: 'pass',
  },
  {
    name: 'inside-loud.mov',
    write: captioned(clip({ rate: '60000/1001', picture: prores(), tone: -22.1 })),
    verdict: 'pass',
  },
  {
    name: 'inside-quiet.mov',
    write: captioned(clip({ rate: '60000/1001', picture: prores(), tone: -25.9 })),
    verdict: 'pass',
  },
  {
    name: 'outside-rate.mov',
    write: captioned(clip({ rate: '25', picture: prores(), tone: -24 })),
    verdict: 'fail',
    fault: [
      'requirement.frame_rate',
      'Frame rate 25 frames/s instead of 23.976 (24000/1001), 29.97 (30000/1001) or 59.94 (60000/1001) frames/s',
    ],
  },
  {
    name: 'outside-chroma.mov',
    write: captioned(clip({ rate: '30000/1001', picture: prores('yuv444p10le', '4'), tone: -24 })),
    verdict: 'fail',
    fault: ['requirement.chroma', 'Chroma format 4:4:4 instead of 4:2:2 or 4:2:0'],
  },
  {
    name: 'outside-loudness.mov',
    write: captioned(clip({ rate: '30000/1001', picture: prores(), tone: -21.8 })),
    verdict: 'fail',
    fault: [
      'loudness.programme',
      'Programme loudness -21.8 LKFS, 2.2 LU above the target of -24.0 LKFS (ATSC A/85)',
    ],
  },
  {
    name: 'outside-height.mov',
    write: captioned(clip({ size: '1920x1088', rate: '30000/1001', picture: prores(), tone: -24 })),
    verdict: 'fail',
    fault: ['requirement.height', 'Height 1088 pixels instead of 1080 or 720 pixels'],
  },
  {
    name: 'outside-sound.mov',
    write: captioned(clip({ rate: '30000/1001', picture: h264(), tone: -24, soundCodec: ['-c:a', 'ac3'] })),
    verdict: 'fail',
    fault: [
      'requirement.sound_codec',
      'Audio codec ac3 instead of pcm_s16le, pcm_s16be, pcm_s24le, pcm_s24be or aac',
    ],
  },
  {
    name: 'outside-captions.mov',
    write: clip({ rate: '30000/1001', picture: prores(), tone: -24 }),
    verdict: 'fail',
    fault: ['captions.none', 'No CEA-608 captions in the video'],
  },
];

/** Returns a writer of an advert with a number of frames, whose picture is copied from one that is made once. */
function advert({
  frames = 250,
  tone = -23,
  picture = prores(),
  cover,
  options = [],
  soundCodec = ['-c:a', 'pcm_s24le'],
}: Advert) {
  return async (file: string) => {
    const base = path.join(
      path.dirname(file),
      `base-${picture.join('')}${cover ?? ''}.mov`.replace(/[^\w.-]/g, ''),
    );
    if (!existsSync(base))
      await clip({ size: '1920x1080', seconds: 10.08, picture, tone: null, ...(cover && { cover }) })(base);
    const source = `aevalsrc='${Array(2)
      .fill(`${10 ** (tone / 20)}*sin(2000*PI*t)`)
      .join('|')}':s=48000:d=${frames / 25}:c=stereo`;
    await make(file, [
      ...['-i', base, '-f', 'lavfi', '-i', source, '-c:v', 'copy', '-frames:v', String(frames)],
      ...['-map', '0:v', '-map', '1:a', ...soundCodec, ...options],
    ]);
  };
}

interface Advert {
  frames?: number;
  tone?: number;
  picture?: readonly string[];
  cover?: string;
  /** Options for the copy. */
  options?: readonly string[];
  soundCodec?: readonly string[];
}

const advertUkTv: MadeFile[] = [
  { name: 'inside-exact.mov', write: advert({}), verdict: 'pass' },
  { name: 'inside-frame-more.mov', write: advert({ frames: 251 }), verdict: 'pass' },
  { name: 'inside-frame-less.mov', write: advert({ frames: 249 }), verdict: 'pass' },
  { name: 'inside-loudness.mov', write: advert({ tone: -22.55 }), verdict: 'pass' },
  {
    name: 'inside-black.mov',
    write: advert({ cover: "drawbox=t=fill:color=black:enable='lt(t,0.47)'" }),
    verdict: 'pass',
  },
  {
    name: 'outside-two-frames.mov',
    write: advert({ frames: 252 }),
    verdict: 'fail',
    fault: ['requirement.duration_seconds', 'Duration 10.08 s instead of 10, 20, 30, 40 or 60 s ± 1 frame'],
  },
  {
    name: 'outside-profile.mov',
    write: advert({ picture: prores('yuv422p10le', '2') }),
    verdict: 'fail',
    fault: ['requirement.video_profile', 'Codec profile Standard instead of HQ'],
  },
  {
    name: 'outside-sample-rate.mov',
    write: advert({ options: ['-ar', '44100'] }),
    verdict: 'fail',
    fault: ['requirement.sample_rate', 'Sample rate 44,100 Hz instead of 48,000 Hz'],
  },
  {
    name: 'outside-loudness.mov',
    write: advert({ tone: -22.4 }),
    verdict: 'fail',
    fault: [
      'loudness.programme',
      'Programme loudness -22.4 LUFS, 0.6 LU above the target of -23.0 LUFS (EBU R 128)',
    ],
  },
  {
    name: 'outside-pixels.mov',
    write: advert({ options: ['-aspect', '16064:9000'] }),
    verdict: 'fail',
    fault: ['requirement.pixel_aspect', 'Pixel aspect ratio 1.004:1 instead of 1:1'],
  },
];

const web = (parts: Partial<Clip>) =>
  clip({ size: '640x360', picture: h264(), tone: -16, soundCodec: aac, ...parts });

const webVideo: MadeFile[] = [
  { name: 'inside-plain.mp4', write: web({}), verdict: 'pass' },
  { name: 'inside-loud.mp4', write: web({ tone: -14.1 }), verdict: 'pass' },
  { name: 'inside-mono.mp4', write: web({ tone: -17.9, layout: 'mono' }), verdict: 'pass' },
  { name: 'inside-silent.mp4', write: web({ tone: null }), verdict: 'pass' },
  {
    name: 'inside-high.mp4',
    write: web({ rate: '60', picture: h264('-profile:v', 'high') }),
    verdict: 'pass',
  },
  {
    name: 'outside-codec.mp4',
    write: web({
      picture: [
        '-c:v',
        'libx265',
        '-x265-params',
        'log-level=error',
        '-tag:v',
        'hvc1',
        '-pix_fmt',
        'yuv420p',
      ],
    }),
    verdict: 'fail',
    fault: ['requirement.video_codec', 'Video codec hevc instead of h264'],
  },
  {
    name: 'outside-container.mov',
    write: web({}),
    verdict: 'fail',
    fault: ['requirement.container', 'Container mov instead of mp4'],
  },
  {
    name: 'outside-chroma.mp4',
    write: web({ picture: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv422p'] }),
    verdict: 'fail',
    fault: ['requirement.chroma', 'Chroma format 4:2:2 instead of 4:2:0'],
  },
  {
    name: 'outside-sound.mp4',
    write: web({ soundCodec: ['-c:a', 'libmp3lame'] }),
    verdict: 'fail',
    fault: ['requirement.sound_codec', 'Audio codec mp3 instead of aac'],
  },
  {
    name: 'outside-flashes.mp4',
    write: web({ cover: "drawbox=t=fill:color=white:enable='lt(mod(n,6),3)'" }),
    verdict: 'fail',
    fault: ['flash.general', '4 flashes in a second from 0:00.12 to 0:02.88, over 100 % of the picture'],
  },
];

/** Options for a constant bit rate in kbit/s, which x264 reaches with filler data. */
const constant = (rate: number) =>
  h264(
    ...['-b:v', `${rate}k`, '-minrate', `${rate}k`, '-maxrate', `${rate}k`, '-bufsize', `${rate / 25}k`],
    ...['-x264-params', 'nal-hrd=cbr:force-cfr=1'],
  );
const social = (parts: Partial<Clip>) =>
  clip({ size: '720x1280', picture: constant(2000), tone: -16, soundCodec: aac, ...parts });

const socialVertical: MadeFile[] = [
  { name: 'inside-plain.mp4', write: social({}), verdict: 'pass' },
  { name: 'inside-short.mov', write: social({ seconds: 3 }), verdict: 'pass' },
  { name: 'inside-low-rate.mp4', write: social({ picture: constant(520) }), verdict: 'pass' },
  { name: 'inside-high-rate.mp4', write: social({ picture: constant(24_900) }), verdict: 'pass' },
  {
    name: 'inside-hevc.mp4',
    write: social({
      picture: [
        '-c:v',
        'libx265',
        '-preset',
        'ultrafast',
        '-x265-params',
        'log-level=error:bitrate=900:strict-cbr=1:vbv-maxrate=900:vbv-bufsize=100:hrd=1:filler=1',
        '-tag:v',
        'hvc1',
        '-pix_fmt',
        'yuv420p',
      ],
      layout: 'mono',
    }),
    verdict: 'pass',
  },
  {
    name: 'outside-short.mp4',
    write: social({ seconds: 2.96 }),
    verdict: 'fail',
    fault: ['requirement.duration_seconds', 'Duration 2.96 s instead of 3 to 180 s'],
  },
  {
    name: 'outside-low-rate.mp4',
    write: social({ picture: constant(500) }),
    verdict: 'fail',
    fault: [
      'requirement.video_bit_rate',
      'Bit rate of the picture 503.125 kbit/s instead of 516 to 25,000 kbit/s',
    ],
  },
  {
    name: 'outside-height.mp4',
    write: social({ size: '720x1278' }),
    verdict: 'fail',
    fault: ['requirement.height', 'Height 1278 pixels instead of at least 1280 pixels'],
  },
  {
    name: 'outside-channels.mp4',
    write: social({ layout: '5.1', tone: -21 }),
    verdict: 'fail',
    fault: ['requirement.channels', 'Channels 6 instead of 1 or 2'],
  },
  {
    name: 'outside-aspect.mp4',
    write: social({ size: '740x1280' }),
    verdict: 'fail',
    fault: ['requirement.display_aspect', 'Display aspect ratio 1:1.73 instead of 9:16'],
  },
];

interface Sound {
  tone?: number;
  layout?: string;
  sampleRate?: number;
  seconds?: number;
  options: readonly string[];
}

function sound({ tone: peak = -16, layout = 'stereo', sampleRate = 44_100, seconds = 5, options }: Sound) {
  const channels = { mono: 1, stereo: 2, '3.0': 3 }[layout]!;
  // LAME lowers the sound by 0.45 dB.
  const written = options.includes('libmp3lame') ? peak + 0.45 : peak;
  const expression = `${10 ** (written / 20)}*sin(2000*PI*t)`;
  const source = `aevalsrc=${Array(channels).fill(expression).join('|')}:s=${sampleRate}:d=${seconds}:c=${layout}`;
  return (file: string) => make(file, ['-f', 'lavfi', '-i', source, ...options]);
}
const mp3 = (rate = '128k') => ['-c:a', 'libmp3lame', '-b:a', rate];

const podcast: MadeFile[] = [
  { name: 'inside-plain.mp3', write: sound({ options: mp3() }), verdict: 'pass' },
  {
    name: 'inside-mono.mp3',
    write: sound({ layout: 'mono', tone: -16, options: mp3('32k') }),
    verdict: 'pass',
  },
  {
    name: 'inside-aac.aac',
    write: sound({ sampleRate: 48_000, options: ['-c:a', 'aac', '-b:a', '128k'] }),
    verdict: 'pass',
  },
  { name: 'inside-loud.mp3', write: sound({ tone: -15.1, options: mp3() }), verdict: 'pass' },
  { name: 'inside-quiet.mp3', write: sound({ tone: -16.9, options: mp3() }), verdict: 'pass' },
  {
    name: 'outside-sample-rate.mp3',
    write: sound({ sampleRate: 32_000, options: mp3() }),
    verdict: 'fail',
    fault: ['requirement.sample_rate', 'Sample rate 32,000 Hz instead of 44,100 or 48,000 Hz'],
  },
  {
    name: 'outside-loud.mp3',
    write: sound({ tone: -14.8, options: mp3() }),
    verdict: 'fail',
    fault: [
      'loudness.programme',
      'Programme loudness -14.8 LUFS, 1.2 LU above the target of -16.0 LUFS (Apple Podcasts)',
    ],
  },
  {
    name: 'outside-mono.mp3',
    write: sound({ layout: 'mono', tone: -14.8, options: mp3('64k') }),
    verdict: 'fail',
    fault: [
      'loudness.programme',
      'Programme loudness -14.8 LUFS, 1.2 LU above the target of -16.0 LUFS (Apple Podcasts)',
    ],
  },
  {
    name: 'outside-channels.aac',
    write: sound({
      layout: '3.0',
      tone: -17.8,
      sampleRate: 48_000,
      options: ['-c:a', 'aac', '-b:a', '192k'],
    }),
    verdict: 'fail',
    fault: ['requirement.channels', 'Channels 3 instead of 1 or 2'],
  },
  {
    name: 'outside-rate.aac',
    write: sound({ layout: 'mono', tone: -16, options: ['-c:a', 'aac', '-b:a', '16k'] }),
    verdict: 'fail',
    fault: [
      'requirement.sound_bit_rate',
      'Bit rate of the sound 20.875 kbit/s instead of at least 32 kbit/s',
    ],
  },
];

const picture = (file: string, options: readonly string[] = [], size = '640x480') =>
  make(file, ['-f', 'lavfi', '-i', `testsrc2=size=${size}`, '-frames:v', '1', ...options]);

/** Writes a picture, and then a changed copy of it. */
function changed(change: (bytes: Buffer) => Buffer, options: readonly string[] = []) {
  return async (file: string) => {
    await picture(file, options);
    await writeFile(file, change(await readFile(file)));
  };
}

/** Returns a PNG with a comment that fills it up to a number of bytes. */
function padded(bytes: Buffer, size: number): Buffer {
  const comment = (length: number) => pngText(Buffer.from('Comment\0\0\0\0\0'), Buffer.alloc(length, ' '));
  const missing = size - bytes.length - comment(0).length;
  return Buffer.concat([bytes.subarray(0, 33), comment(missing), bytes.subarray(33)]);
}

/** Returns a JPEG with a comment segment (COM) before the picture. */
const withComment = (bytes: Buffer, text: string) => {
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([bytes.subarray(0, 2), head, Buffer.from(text), bytes.subarray(2)]);
};

/** Writes a CMYK JPEG of 8 × 8 pixels without coefficients, which ffmpeg cannot write (ISO/IEC 10918-1, annex B). */
function cmykJpeg(file: string): Promise<void> {
  const huffman = (id: string) => `ffc40014${id}01${'00'.repeat(16)}`;
  const parts = [
    'ffd8ffee000e41646f626500640000000000', // Adobe: the components are not transformed.
    `ffdb004300${'01'.repeat(64)}`,
    'ffc00014080008000804011100021100031100041100',
    ...[huffman('00'), huffman('10')],
    'ffda000e040100020003000400003f0000ffd9',
  ];
  return writeFile(file, Buffer.from(parts.join(''), 'hex'));
}
const svg = (content: string) => (file: string) =>
  writeFile(file, `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">${content}</svg>`);

const webImage: MadeFile[] = [
  { name: 'inside-size.png', write: changed((bytes) => padded(bytes, 1_000_000)), verdict: 'pass' },
  { name: 'inside-comment.jpg', write: changed((bytes) => withComment(bytes, 'A comment')), verdict: 'pass' },
  { name: 'inside-plain.gif', write: picture, verdict: 'pass' },
  { name: 'inside-plain.webp', write: picture, verdict: 'pass' },
  { name: 'inside-plain.svg', write: svg('<path d="M0 0h20v20z" fill="#345"/>'), verdict: 'pass' },
  {
    name: 'outside-size.png',
    write: changed((bytes) => padded(bytes, 1_000_001)),
    verdict: 'fail',
    fault: ['requirement.file_size_bytes', 'File size 1,000,001 bytes instead of at most 1,000,000 bytes'],
  },
  {
    name: 'outside-location.jpg',
    write: changed((bytes) => withPosition(bytes, { latitude: 53.55028, longitude: 9.99222 })),
    verdict: 'fail',
    fault: ['privacy.location', 'The file discloses a location: 53.55028, 9.99222'],
  },
  {
    name: 'outside-script.svg',
    write: svg('<script>alert(1)</script>'),
    verdict: 'fail',
    fault: ['active_content.svg_script', 'The drawing has 1 script'],
  },
  {
    name: 'outside-user.svg',
    write: svg('<g export-filename="/home/ben/b.png"/>'),
    verdict: 'fail',
    fault: ['privacy.user_name', 'The drawing has 1 path with the name of a user'],
  },
  {
    name: 'outside-cmyk.jpg',
    write: cmykJpeg,
    verdict: 'fail',
    fault: ['requirement.colour_space', 'Colour space CMYK instead of RGB or Gray'],
  },
];

const stream = (entries: string, content: string) =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
const image = (width: number, height: number, space: string, components: number) =>
  stream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${space} /BitsPerComponent 8`,
    '\x7f'.repeat(width * height * components),
  );

/** Returns XMP metadata with a title and the given attributes. */
const metadata = (attributes: string) =>
  stream(
    '/Type /Metadata /Subtype /XML',
    xmpPacket(
      `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" ${attributes}><dc:title><rdf:Alt>` +
        '<rdf:li xml:lang="x-default">Sample</rdf:li></rdf:Alt></dc:title></rdf:Description>',
    ),
  );
const pdfx = (version: string) =>
  metadata(`xmlns:x="http://www.npes.org/pdfx/ns/id/" x:GTS_PDFXVersion="${version}"`);
const pdfua = metadata('xmlns:u="http://www.aiim.org/pdfua/ns/id/" u:part="1"');

const pdf = (options: Partial<PdfOptions>) => (file: string) =>
  writeFile(file, buildPdf({ pages: 1, ...options }), 'latin1');

const black = '0 0 0 1 k BT /F1 24 Tf 72 700 Td (Page) Tj ET';
const resources = (entries: string) => ({ 1: `/Resources << /Font << /F1 3 0 R >> ${entries} >> ` });

interface PrintPage {
  content?: string;
  entries?: string;
  objects?: Record<string, string>;
  version?: string;
  embedsFont?: boolean;
}

function printed({
  content = '',
  entries = '',
  objects = {},
  version = 'PDF/X-4',
  embedsFont = true,
}: PrintPage) {
  return pdf({
    contents: { 1: `${black} ${content}` },
    pageEntries: resources(entries),
    objects: { metadata: pdfx(version), ...objects },
    embedsFont,
  });
}

/** A picture of 100 × 100 pixels at a printed side of a number of points. */
const placed = (points: number, space = '/DeviceCMYK', components = 4): PrintPage => ({
  content: `q ${points} 0 0 ${points} 72 72 cm /I Do Q`,
  entries: '/XObject << /I @image >>',
  objects: { image: image(100, 100, space, components) },
});

const printPdf: MadeFile[] = [
  { name: 'inside-resolution.pdf', write: printed(placed(36)), verdict: 'pass' },
  { name: 'inside-x1a.pdf', write: printed({ version: 'PDF/X-1a:2003' }), verdict: 'pass' },
  { name: 'inside-gray.pdf', write: printed({ ...placed(36, '/DeviceGray', 1) }), verdict: 'pass' },
  {
    name: 'inside-spot.pdf',
    write: printed({
      content: '/Spot cs 0.5 scn 72 72 99 99 re f',
      entries: '/ColorSpace << /Spot [/Separation /Gold /DeviceCMYK @tint] >>',
      objects: { tint: '<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [0 0 1 0] >>' },
    }),
    verdict: 'pass',
  },
  {
    name: 'inside-dot.pdf',
    write: printed({
      content: 'q 72 0 0 72 72 72 cm /I Do Q',
      entries: '/XObject << /I @image >>',
      objects: { image: image(15, 15, '/DeviceCMYK', 4) },
    }),
    verdict: 'pass',
  },
  {
    name: 'outside-resolution.pdf',
    write: printed(placed(36.2)),
    verdict: 'fail',
    fault: [
      'requirement.image_resolution_dpi',
      'Resolution of images on the page 198.9 dpi on page 1 instead of at least 200 dpi',
    ],
  },
  {
    name: 'outside-rgb.pdf',
    write: printed(placed(36, '/DeviceRGB', 3)),
    verdict: 'fail',
    fault: [
      'requirement.colour_space',
      'Colour space RGB on page 1 instead of CMYK, Gray, Separation or DeviceN',
    ],
  },
  {
    name: 'outside-x3.pdf',
    write: printed({ version: 'PDF/X-3:2003' }),
    verdict: 'fail',
    fault: ['requirement.conformance', 'Declared conformance PDF/X-3:2003 instead of PDF/X-1a or PDF/X-4'],
  },
  {
    name: 'outside-undeclared.pdf',
    write: pdf({ contents: { 1: black } }),
    verdict: 'fail',
    fault: ['requirement.conformance', 'No declared conformance; required: PDF/X-1a or PDF/X-4'],
  },
  {
    name: 'outside-font.pdf',
    write: printed({ embedsFont: false }),
    verdict: 'fail',
    fault: [
      'requirement.fonts_embedded',
      'The file has fonts that are not embedded; required: all fonts embedded',
    ],
  },
];

const accessible = (options: Partial<PdfOptions> = {}) =>
  pdf({ ...options, objects: { metadata: pdfua, ...options.objects } });

const accessiblePdf: MadeFile[] = [
  { name: 'inside-plain.pdf', write: accessible(), verdict: 'pass' },
  { name: 'inside-language.pdf', write: accessible({ language: 'de-CH-1996' }), verdict: 'pass' },
  {
    name: 'inside-two-sizes.pdf',
    write: accessible({ pages: 2, pageEntries: { 2: '/MediaBox [0 0 842 792] ' } }),
    verdict: 'pass',
  },
  {
    name: 'inside-also-pdfa.pdf',
    write: accessible({
      objects: {
        metadata: metadata(
          'xmlns:u="http://www.aiim.org/pdfua/ns/id/" u:part="1" xmlns:a="http://www.aiim.org/pdfa/ns/id/" a:part="2" a:conformance="A"',
        ),
      },
    }),
    verdict: 'pass',
  },
  {
    name: 'inside-blank.pdf',
    write: accessible({ pages: 2, contents: { 2: '' } }),
    verdict: 'pass_with_notes',
  },
  {
    name: 'outside-undeclared.pdf',
    write: pdf({}),
    verdict: 'fail',
    fault: ['requirement.conformance', 'No declared conformance; required: PDF/UA-1'],
  },
  {
    name: 'outside-language.pdf',
    write: accessible({ language: null }),
    verdict: 'fail',
    fault: ['accessibility.language', 'The document does not declare its language'],
  },
  {
    name: 'outside-title.pdf',
    write: accessible({ displaysTitle: false }),
    verdict: 'fail',
    fault: ['accessibility.display_title', 'Viewers show the file name instead of the title'],
  },
  {
    name: 'outside-untagged.pdf',
    write: accessible({ tagged: false }),
    verdict: 'fail',
    fault: ['accessibility.untagged', 'The document is not tagged'],
  },
  {
    name: 'outside-font.pdf',
    write: accessible({ embedsFont: false }),
    verdict: 'fail',
    fault: [
      'requirement.fonts_embedded',
      'The file has fonts that are not embedded; required: all fonts embedded',
    ],
  },
];

const text = (content: string) => (file: string) => writeFile(file, content);

const everything: MadeFile[] = [
  {
    name: 'inside-silent.mp4',
    write: web({ tone: null, cover: "drawbox=t=fill:color=black:enable='lt(t,1.9)'" }),
    verdict: 'pass',
  },
  { name: 'inside-plain.png', write: picture, verdict: 'pass' },
  { name: 'inside-plain.gif', write: picture, verdict: 'pass' },
  { name: 'inside-plain.pdf', write: pdf({}), verdict: 'pass' },
  { name: 'inside-plain.txt', write: text('The library is open from nine to five.\n'), verdict: 'pass' },
  {
    name: 'outside-flashes.mp4',
    write: web({ tone: null, cover: "drawbox=t=fill:color=white:enable='lt(mod(n,6),3)'" }),
    verdict: 'fail',
    fault: ['flash.general', '4 flashes in a second from 0:00.12 to 0:02.88, over 100 % of the picture'],
  },
  {
    name: 'outside-cut.jpg',
    write: changed((bytes) => bytes.subarray(0, -200)),
    verdict: 'fail',
    fault: ['decode.image', 'The image is damaged or incomplete'],
  },
  {
    name: 'outside-script.pdf',
    write: pdf({ script: "app.alert('Opened');" }),
    verdict: 'fail',
    fault: ['active_content.javascript', 'JavaScript in the document (OpenAction)'],
  },
  {
    name: 'outside-claim.txt',
    write: text('Our cream cures eczema. Buy it today.\n'),
    verdict: 'fail',
    fault: ['health.treatment', 'Health claim: “cures eczema”'],
  },
  {
    name: 'outside-location.jpg',
    write: changed((bytes) => withPosition(bytes, { latitude: 53.55028, longitude: 9.99222 })),
    verdict: 'fail',
    fault: ['privacy.location', 'The file discloses a location: 53.55028, 9.99222'],
  },
];

/** Ten files for each shipped profile, by its code. */
export const madeFiles: Readonly<Record<string, readonly MadeFile[]>> = {
  'broadcast-eu': broadcastEu,
  'broadcast-us': broadcastUs,
  'advert-uk-tv': advertUkTv,
  'web-video': webVideo,
  'social-vertical': socialVertical,
  podcast,
  'web-image': webImage,
  'print-pdf': printPdf,
  'accessible-pdf': accessiblePdf,
  everything,
};
