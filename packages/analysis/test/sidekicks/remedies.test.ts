import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Property, properties, type PropertyName, propertyNames } from '@assay/domain/requirements.ts';
import { requirementsFor } from '../../contract/settings.ts';
import { probe, withFieldOrder } from '../../decode/ffprobe.ts';
import { packetTotals } from '../../decode/packet-totals.ts';
import { type Facts, noFacts } from '../../sidekicks/requirements/facts.ts';
import { judgeRequirements } from '../../sidekicks/requirements/judge-requirements.ts';
import { remedyOf } from '../../sidekicks/requirements/remedies.ts';
import { watchRecording } from '../../sidekicks/requirements/watch-recording.ts';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import { runTool } from '../../../../tools/local/programs/run-tool.ts';
import { mediaTools } from '../../../../test/support/media-tools.ts';
import { parsedRequirements } from '../support/requiring.ts';
import { mediaFile } from '../support/run-sidekick.ts';

type Requirements = Parameters<typeof parsedRequirements>[0];

/** Returns the facts of a file that need no decoding. */
async function factsOf(file: string): Promise<Facts> {
  const { signal } = new AbortController();
  const tools = await mediaTools();
  const report = await probe(tools, file, signal);
  const withOrder = await withFieldOrder(tools, file, report, 0, signal);
  const media = { ...withOrder, packetTotals: await packetTotals(tools, file, signal) };
  return { ...noFacts, ...watchRecording(media).seen(0).declared };
}

const findingsOf = (facts: Facts, required: Requirements) =>
  judgeRequirements(requirementsFor(parsedRequirements(required), 'video'), facts);

/** Returns the options of ffmpeg in a remedy; null if it has none. */
const optionsIn = (description: string) => /`(-map[^`]+)`/.exec(description)?.[1] ?? null;

const streamFields =
  'codec_type,codec_name,profile,level,width,height,pix_fmt,field_order,color_range,color_space,color_transfer,' +
  'color_primaries,sample_aspect_ratio,r_frame_rate,sample_rate,channels,channel_layout,' +
  'bits_per_raw_sample';
const entries = `stream=${streamFields}:stream_tags=language,timecode:stream_disposition=default:chapter=start_time,end_time`;

/** Returns what ffprobe reads about the tracks and chapters of a file. */
async function probed(file: string) {
  const args = ['-v', 'error', '-show_entries', entries, '-of', 'json', file];
  const { streams, chapters } = JSON.parse(await runTool('ffprobe', args)) as {
    streams: Record<string, unknown>[];
    chapters: unknown[];
  };
  return { streams: streams.map(({ side_data_list: _, ...stream }) => stream), chapters };
}

const tone = (rate: number, channels = '0.1*sin(2000*t)') => [
  ...['-f', 'lavfi', '-i', `aevalsrc=${channels}:sample_rate=${rate}:duration=1.2`],
];
const moving = (filters = 'format=yuv420p') => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=25:duration=1.2,${filters}`],
];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-profile:v', 'high', '-x264-params', '8x8dct=1'];
const bt709 = [
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-color_range',
  'tv',
];
const marks = [
  '-metadata:s:a:0',
  'language=eng',
  '-metadata:s:a:1',
  'language=ger',
  '-timecode',
  '10:00:00:00',
];
const stereo = '0.1*sin(2000*t)|0.1*sin(3000*t)';

beforeAll(async () => {
  await make(mediaFile('graded.mov'), [
    ...[...moving('format=yuv422p10'), ...tone(44_100), ...tone(44_100, stereo), ...tone(48_000)],
    ...[
      '-map',
      '0',
      '-map',
      '1',
      '-map',
      '2',
      '-map',
      '3',
      '-c:v',
      'prores_ks',
      '-c:a',
      'pcm_s24le',
      ...marks,
    ],
  ]);
  await make(mediaFile('web.mp4'), [
    ...[...moving(), ...tone(44_100), ...tone(48_000, stereo), '-map', '0', '-map', '1', '-map', '2'],
    ...[...h264, '-g', '30', '-c:a', 'aac', ...bt709, ...marks],
  ]);
  await make(mediaFile('fields.mov'), [
    ...[...moving(), ...tone(48_000), ...tone(48_000, stereo), '-map', '0', '-map', '1', '-map', '2'],
    ...[
      ...h264,
      '-flags',
      '+ildct+ilme',
      '-top',
      '1',
      '-c:a:0',
      'aac',
      '-c:a:1',
      'pcm_s16le',
      ...bt709,
      ...marks,
    ],
  ]);
  await make(mediaFile('plain.wav'), [...tone(44_100, stereo), '-c:a', 'pcm_s24le']);
});

type Fields = Record<string, unknown>;

/** Stands for a field that another codec has with another value, or not at all. */
const other = Symbol('other');
const recoded = (codec_name: string): Fields => ({
  ...{ codec_name, profile: other, level: other, bits_per_raw_sample: other, color_range: other },
});
const starting = (timecode: string) => ({ tags: { timecode } });
// ffmpeg 5 calls the layout of several mono tracks of one language unknown.
const english = { tags: { language: 'eng' }, channel_layout: other };
const layoutless = { channel_layout: other };

/** The file, the requirement, what changes of its tracks, and the extension of the result if it is another one. */
type Case = [string, Requirements, Record<number, Fields>, string?];

const advised: Case[] = [
  [
    'graded.mov',
    { container: { oneOf: ['matroska'] } },
    { 1: layoutless, 2: layoutless, 3: layoutless },
    'mkv',
  ],
  ['web.mp4', { container: { oneOf: ['mov'] } }, {}, 'mov'],
  ['graded.mov', { videoCodec: { oneOf: ['h264'] } }, { 0: recoded('h264') }],
  ['fields.mov', { scan: { oneOf: ['progressive'] } }, { 0: { field_order: 'progressive' } }],
  ['web.mp4', { colourRange: { oneOf: ['full'] } }, { 0: { color_range: 'pc', pix_fmt: 'yuvj420p' } }],
  ['web.mp4', { videoBitRate: { most: 500 } }, {}],
  ['web.mp4', { keyFrameSeconds: { most: 0.53 } }, {}],
  ['web.mp4', { keyFrameSeconds: { oneOf: [0.4] } }, {}],
  [
    'graded.mov',
    { startTimecode: { oneOf: ['01:00:00:00'] } },
    { 0: starting('01:00:00:00'), 4: starting('01:00:00:00') },
  ],
  [
    'web.mp4',
    { startTimecode: { oneOf: ['01:00:00:00'] } },
    { 0: starting('01:00:00:00'), 3: starting('01:00:00:00') },
  ],
  [
    'graded.mov',
    { soundCodec: { oneOf: ['aac'] } },
    { 1: recoded('aac'), 2: recoded('aac'), 3: recoded('aac') },
  ],
  ['fields.mov', { soundCodec: { oneOf: ['pcm_s16le'] } }, { 1: recoded('pcm_s16le') }],
  [
    'graded.mov',
    { sampleRate: { oneOf: [48_000] } },
    { 1: { sample_rate: '48000' }, 2: { sample_rate: '48000' } },
  ],
  ['plain.wav', { sampleRate: { oneOf: [48_000] } }, { 0: { sample_rate: '48000' } }],
  ['fields.mov', { soundBitDepth: { oneOf: [24] } }, { 2: recoded('pcm_s24le') }],
  ['plain.wav', { soundBitDepth: { oneOf: [16] } }, { 0: { ...recoded('pcm_s16le'), ...layoutless } }],
  ['graded.mov', { languages: { oneOf: ['eng'] } }, { 1: layoutless, 2: english, 3: english }],
];

const slowlyCoded: Case[] = [
  ['graded.mov', { videoCodec: { oneOf: ['hevc'] } }, { 0: recoded('hevc') }],
  ['web.mp4', { videoCodec: { oneOf: ['mpeg2video'] } }, { 0: recoded('mpeg2video') }],
  ['web.mp4', { videoCodec: { oneOf: ['vp9'] } }, { 0: recoded('vp9') }],
  ['web.mp4', { videoCodec: { oneOf: ['av1'] } }, { 0: recoded('av1') }],
];

describe('the advised options of ffmpeg repair the property, and change nothing else:', () => {
  test.for(advised)('%s, %j', repairs);
  test.for(slowlyCoded)('%s, %j', { tags: 'long' }, repairs);
});

const sources = new Map<string, ReturnType<typeof readSource>>();
const readSource = async (file: string) => ({ facts: await factsOf(file), probed: await probed(file) });

async function repairs([name, required, changed, extension]: Case) {
  const file = mediaFile(name);
  if (!sources.has(name)) sources.set(name, readSource(file));
  const { facts, probed: before } = await sources.get(name)!;
  const [finding, ...others] = findingsOf(facts, required);
  expect(others).toEqual([]);
  const options = optionsIn(finding!.resolutionRequirement.description);
  expect(options).toMatch(/^-map 0 -c copy /);
  const result = mediaFile(`result${extension === undefined ? path.extname(name) : `.${extension}`}`);
  await runTool('ffmpeg', ['-v', 'error', '-y', '-i', file, ...options!.split(' '), result]);
  expect(findingsOf(await factsOf(result), required)).toEqual([]);
  const after = await probed(result);
  expect(after.chapters).toEqual(before.chapters);
  // Matroska has a time code without a track.
  const kept = before.streams.filter((stream) => extension !== 'mkv' || stream['codec_type'] !== 'data');
  expect(after.streams.map((stream, index) => comparable(stream, changed[index]))).toEqual(
    kept.map((stream, index) => comparable({ ...stream, ...changed[index] }, changed[index])),
  );
}

/** Returns what a track must have, without the fields that may have another value. */
function comparable({ tags, ...stream }: Fields, changed: Fields = {}): Fields {
  const known = Object.entries(stream).filter(([name]) => changed[name] !== other);
  const named = Object.entries((tags ?? {}) as Fields)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name, value]) =>
      name === 'language' ? stream['codec_type'] === 'audio' && value !== 'und' : true,
    );
  return { ...Object.fromEntries(known), tags: Object.fromEntries(named) };
}

/** A requirement of each kind that files hardly meet. */
const unusual = {
  number: { oneOf: [2] },
  text: { oneOf: ['h264'] },
  ratio: { oneOf: ['7:3'] },
  rate: { oneOf: ['7'] },
  glob: { glob: 'a' },
  flag: { is: true },
  pageSize: { oneOf: [{ widthMm: 1, heightMm: 1 }], toleranceMm: 1 },
} satisfies Record<Property['kind'], object>;

test('no other property has options', async () => {
  const facts = await factsOf(mediaFile('web.mp4'));
  const tested = new Set(advised.flatMap(([, required]) => Object.keys(required)));
  const untested = propertyNames.filter((name: PropertyName) => !tested.has(name));
  expect(untested.length).toBeGreaterThan(0);
  for (const name of untested) {
    const { description } = remedyOf(name, unusual[properties[name].kind] as never, facts);
    expect(optionsIn(description), name).toBe(null);
  }
});
