import { writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { mediaTools } from '../../../../test/support/media-tools.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { sampled } from '../../../../test/support/sampled.ts';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import { settingsOf } from '../../profiles/profile.ts';
import { probe } from '../../decode/ffprobe.ts';
import { readCaptions } from '../../decode/captions/read-captions.ts';
import { describeSidekick } from '../../sidekicks/catalogue.ts';
import { captionsParameters } from '../../sidekicks/captions/rules.ts';
import {
  goodCues,
  type MadeCue,
  popOn,
  scenarist,
  subRip,
  triple,
  webVtt,
  writeWithCaptions,
  writeWithText,
} from '../support/caption-files.ts';
import { mediaFile, runSidekick } from '../support/run-sidekick.ts';

const parsers = useParsers();
const { signal } = new AbortController();

const settings = (parameters: object) => ({
  ...settingsOf(describeSidekick('captions'), null),
  parameters: captionsParameters.parse(parameters),
});
const run = (name: string, parameters = {}) =>
  runSidekick(parsers, 'captions', name, undefined, undefined, undefined, undefined, settings(parameters));
const codes = async (name: string, parameters = {}) =>
  (await run(name, parameters)).map(({ ruleCode }) => ruleCode);

/** Returns the captions that are read from a file, with times in hundredths of a second. */
async function readFrom(name: string) {
  const tools = await mediaTools();
  const report = await probe(tools, mediaFile(name), signal);
  const { tracks, ...rest } = await readCaptions(tools, mediaFile(name), report, signal);
  return { ...rest, tracks };
}
const cuesOf = async (name: string) =>
  (await readFrom(name)).tracks.map(({ cues }) =>
    cues.map(({ startSeconds, endSeconds, rows }) => [startSeconds, endSeconds, ...rows]),
  );

/** Returns captions whose times are within `tolerance` of the expected ones. */
const near = (cues: readonly MadeCue[], tolerance: number) => [
  cues.map(([start, end, ...rows]) => [
    expect.closeTo(start, -Math.log10(2 * tolerance)) as number,
    expect.closeTo(end, -Math.log10(2 * tolerance)) as number,
    ...rows,
  ]),
];

describe('well-made captions', () => {
  const isLong = inject('isLong');
  const inPictures = popOn(goodCues, 360, 30);
  const writers: Readonly<Record<string, (file: string) => Promise<void>>> = {
    'good.mkv': (file) => writeWithText(file, subRip(goodCues)),
    'good.mp4': (file) => writeWithText(file, subRip(goodCues), { codec: 'mov_text' }),
    'good-vtt.mkv': (file) => writeWithText(file, webVtt(goodCues), { format: 'vtt', codec: 'webvtt' }),
    'good-ass.mkv': (file) => writeWithText(file, subRip(goodCues), { codec: 'ass' }),
    'good-608.mp4': (file) => writeWithCaptions(file, 'h264', (at) => triple(inPictures[at]!)),
    'good-608-hevc.mkv': (file) => writeWithCaptions(file, 'hevc', (at) => triple(inPictures[at]!)),
    // The encoder keeps the captions, and writes pictures in another order than they are shown.
    'good-608-b.mp4': async (file) => {
      await writers['good-608.mp4']!(`${file}.plain.mp4`);
      await make(file, ['-i', `${file}.plain.mp4`, '-c:v', 'libx264', '-bf', '4', '-a53cc', '1']);
    },
    'good-608.mov': async (file) => {
      await writers['good.mp4']!(`${file}.plain.mp4`);
      await writeFile(`${file}.scc`, scenarist(goodCues, 360));
      const inputs = ['-i', `${file}.plain.mp4`, '-i', `${file}.scc`];
      await make(file, [...inputs, '-map', '0:v', '-map', '1', '-c', 'copy']);
    },
  };
  const inSample = ['good.mp4', 'good-608-b.mp4'];
  const names = Object.keys(writers).filter((name) => isLong || inSample.includes(name));
  beforeAll(async () => {
    for (const name of names) await writers[name]!(mediaFile(name));
  });

  for (const [cases, options] of sampled(Object.keys(writers), (name) => inSample.includes(name))) {
    test.for(cases)('%s is read', options, async (name) => {
      const isText = !name.includes('608');
      expect(await cuesOf(name)).toEqual(near(goodCues, isText ? 0.005 : 0.05));
      const { tracks, fields } = await readFrom(name);
      expect(tracks).toMatchObject([
        isText ? { stream: 1, language: 'eng', channel: null } : { codec: 'cea608', channel: 'CC1' },
      ]);
      expect(fields).toMatchObject(isText ? [] : [{ field: 1, badParity: 0, notRepeated: 0 }]);
      expect(await run(name, { requiredTracks: 1, requiredKind: isText ? 'any' : 'cea608' })).toEqual([]);
    });
  }

  test.for(inSample)('times of %s count from the start of the file', async (name) => {
    const late = `late-${name.replace('mp4', 'mkv')}`;
    const codec = name === 'good.mp4' ? ['-c:s', 'srt'] : [];
    const offset = ['-output_ts_offset', '5'];
    await make(mediaFile(late), ['-i', mediaFile(name), '-map', '0', '-c', 'copy', ...codec, ...offset]);
    const { format } = await probe(await mediaTools(), mediaFile(late), signal);
    expect(format.start_time).toBeGreaterThan(4.9);
    expect(await cuesOf(late)).toEqual(near(goodCues, 0.05));
  });
});

describe('a fault', () => {
  const rest: readonly MadeCue[] = [
    [8, 9.5, 'All is well.'],
    [10, 11.5, 'Still well.'],
  ];
  // The faulty caption is the second of four.
  const withFault = (...fault: MadeCue[]): MadeCue[] => [[0.2, 1.2, 'At first.'], ...fault, ...rest];
  const long = 'This row is made of forty-three characters.';
  const faults: readonly [rule: string, cues: MadeCue[], measured: number, startSeconds?: number][] = [
    [
      'captions.reading_speed',
      withFault([2, 4, 'Far too many words for two', 'seconds, as you can see.']),
      25,
    ],
    ['captions.duration_short', withFault([2, 2.8, 'Oh no!']), 0.8],
    ['captions.gap', withFault([2, 4, 'One frame follows.'], [4.04, 6, 'Here it is.']), 1, 4.04],
    ['captions.overlap', withFault([2, 4, 'It stays for long.'], [3.5, 6, 'It is early.']), 0.5, 3.5],
    ['captions.lines', withFault([2, 6, 'One', 'two', 'three']), 3],
    ['captions.line_length', withFault([2, 6, long]), 43],
  ];

  test.for(faults)('%s is the only finding', async ([rule, cues, measured, startSeconds = 2]) => {
    const name = `${rule}.mkv`;
    await writeWithText(mediaFile(name), subRip(cues));
    expect(await run(name)).toMatchObject([
      { ruleCode: rule, anchor: { startSeconds }, evidence: [{ content: { measured } }] },
    ]);
  });

  test('a caption of more than seven seconds is too long', async () => {
    await writeWithText(mediaFile('long.mp4'), subRip([[1, 8.1, 'Slow.']]), { codec: 'mov_text' });
    expect(await run('long.mp4')).toMatchObject([
      {
        ruleCode: 'captions.duration_long',
        summary: '1 of 1 caption of stream 1 (mov_text, eng) is longer than 7 s, at 0:01.00',
        evidence: [{ content: { measured: 7.1, threshold: 7, text: '“Slow.”' } }],
      },
    ]);
  });

  test.for([
    ['utf-8', Buffer.from('CafÃ©'), 'UTF-8 that was read as Windows-1252'],
    ['latin-1', Buffer.from('Caf\u00e9!', 'latin1'), 'bytes that are no UTF-8'],
    ['entity', Buffer.from('Bed &amp; breakfast'), 'the code &amp;'],
    ['row', Buffer.from('First\\\\Nsecond'), 'the code \\N'],
    ['control', Buffer.from('A\u0093quote\u0094'), 'control characters'],
  ] as const)('wrongly coded characters (%s)', async ([name, text, fault]) => {
    const [before, after] = subRip([
      [1, 3, '@'],
      [4, 6, 'Right: “naïve”, “Ã”, AMANHÃ, 5 € & more.'],
    ]).split('@');
    const file = `coding-${name}.mkv`;
    await writeWithText(mediaFile(file), Buffer.concat([Buffer.from(before!), text, Buffer.from(after!)]));
    expect(await run(file)).toMatchObject([
      { ruleCode: 'captions.encoding', anchor: { startSeconds: 1 }, evidence: [{ content: { fault } }] },
    ]);
  });

  test('CEA-608 with a wrong parity and with codes that are sent once', async () => {
    const good = popOn(goodCues, 360, 30);
    await writeWithCaptions(mediaFile('parity.mp4'), 'h264', (at) => {
      const [marker, first, second] = triple(good[at]!);
      return at === 40 ? [marker!, first! ^ 0x80, second!] : [marker!, first!, second!];
    });
    expect(await run('parity.mp4')).toMatchObject([
      {
        ruleCode: 'captions.byte_pairs',
        anchor: { startSeconds: 1.333 },
        evidence: [{ content: { measured: 1 } }, {}],
      },
    ]);
    const second = good.findIndex(
      ([first, code], at) => first === 0x14 && code === 0x2f && good[at - 1]?.[1] === 0x2f,
    );
    await writeWithCaptions(mediaFile('once.mp4'), 'h264', (at) =>
      triple(at === second ? [0, 0] : good[at]!),
    );
    expect(await run('once.mp4')).toMatchObject([
      {
        ruleCode: 'captions.byte_pairs',
        anchor: { startSeconds: 0.5 },
        evidence: [{ content: { measured: 1 } }, {}],
      },
    ]);
  });

  test('five rows of CEA-608 are too many, and four are not', async () => {
    const rows = ['One', 'two', 'three', 'four', 'five'];
    const coded = popOn(
      [
        [2, 5, ...rows],
        [8, 11, ...rows.slice(1)],
      ],
      360,
      30,
    );
    await writeWithCaptions(mediaFile('rows.mp4'), 'h264', (at) => triple(coded[at]!));
    expect(await run('rows.mp4')).toMatchObject([
      { ruleCode: 'captions.lines', evidence: [{ content: { measured: 5, threshold: 4 } }] },
    ]);
  });

  test('captions that are not read have a finding', async () => {
    await writeWithCaptions(mediaFile('708.mp4'), 'h264', () => [0xff, 0x02, 0x21, 0xfe, 0x00, 0x00]);
    expect(await run('708.mp4')).toMatchObject([
      { ruleCode: 'captions.not_examined', summary: expect.stringContaining('CEA-708 only') as string },
    ]);
    // A presentation graphics stream with the end of an empty picture.
    await writeFile(
      mediaFile('empty.sup'),
      Buffer.from('504700015f900000000080000050470002bf200000000080 0000'.replaceAll(' ', ''), 'hex'),
    );
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=3'];
    await make(mediaFile('pictures.mkv'), [
      ...picture,
      ...['-i', mediaFile('empty.sup'), '-map', '0', '-map', '1', '-c:v', 'libx264', '-c:s', 'copy'],
    ]);
    expect(await run('pictures.mkv')).toMatchObject([
      {
        ruleCode: 'captions.not_examined',
        summary: expect.stringContaining('stream 1 (hdmv_pgs_subtitle)') as string,
      },
    ]);
  });

  test('captions of MPEG-2 are read, and those of AVI have no order', async () => {
    const coded = popOn(goodCues, 360, 30);
    await writeWithCaptions(mediaFile('source.mp4'), 'h264', (at) => triple(coded[at]!));
    const source = ['-i', mediaFile('source.mp4'), '-a53cc', '1', '-bf', '2'];
    await make(mediaFile('mpeg2.mkv'), [...source, '-c:v', 'mpeg2video']);
    expect(await cuesOf('mpeg2.mkv')).toEqual(near(goodCues, 0.05));
    await make(mediaFile('order.avi'), [...source, '-c:v', 'libx264']);
    expect(await codes('order.avi', { requiredTracks: 1, requiredKind: 'cea608' })).toEqual([
      'captions.not_examined',
    ]);
  });

  test('missing captions are found only if a profile requires them', async () => {
    await make(mediaFile('none.mp4'), ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=2']);
    expect(await codes('none.mp4')).toEqual([]);
    expect(await codes('none.mp4', { requiredTracks: 1 })).toEqual(['captions.none']);
    await writeWithText(mediaFile('text.mp4'), subRip(goodCues), { codec: 'mov_text' });
    expect(await codes('text.mp4', { requiredTracks: 1 })).toEqual([]);
    expect(await codes('text.mp4', { requiredTracks: 1, requiredKind: 'cea608' })).toEqual(['captions.none']);
    await writeWithCaptions(mediaFile('padding.mp4'), 'h264', () => triple([0, 0]));
    expect(await codes('padding.mp4', { requiredTracks: 1 })).toEqual(['captions.none']);
  });
});

test('positions that a drone writes are no captions', async () => {
  const cues = Array.from(
    { length: 8 },
    (_, at) => [at, at + 1, `GPS (8.6499, 53.166${at}, 18), H 20m`] as const,
  );
  await writeWithText(mediaFile('drone.mp4'), subRip(cues), { codec: 'mov_text' });
  expect(await codes('drone.mp4', { requiredTracks: 1 })).toEqual(['captions.none']);
});

describe('hostile captions', () => {
  test('random bytes in the pictures', async () => {
    let state = 7;
    const random = () => (state = (state * 48_271) % 2_147_483_647) & 0xff;
    const triples = () => Array.from({ length: 93 }, (_, at) => (at % 3 === 0 ? 0xf8 | random() : random()));
    await writeWithCaptions(mediaFile('random.mp4'), 'h264', triples);
    expect(await codes('random.mp4')).toContain('captions.byte_pairs');
  });

  test('a caption of 1 MB is cut', async () => {
    await writeWithText(mediaFile('large.mkv'), subRip([[1, 6, 'x'.repeat(2 ** 20)]]));
    expect(await run('large.mkv')).toMatchObject([
      { ruleCode: 'captions.reading_speed' },
      { ruleCode: 'captions.line_length', evidence: [{ content: { measured: 2000 } }] },
    ]);
  });

  test('of 100,000 captions the first 10,000 are judged', { tags: 'long', timeout: 60_000 }, async () => {
    const cues = Array.from({ length: 100_000 }, (_, at) => [at / 20, at / 20 + 0.04, `Text ${at}`] as const);
    await writeWithText(mediaFile('many.mkv'), subRip(cues));
    const found = await run('many.mkv');
    expect(found.map(({ ruleCode }) => ruleCode)).toEqual([
      'captions.reading_speed',
      'captions.duration_short',
      'captions.not_examined',
    ]);
    expect(found[1]).toMatchObject({
      summary: expect.stringMatching(/^10000 of 10000 captions .* the first at 0:00\.00$/) as string,
    });
    expect(found[1]!.evidence).toHaveLength(20);
  });
});
