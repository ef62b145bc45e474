import { describe, expect, test } from 'vitest';
import type { Finding } from '../../contract/finding.ts';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { mediaFile, runSidekick } from '../support/run-sidekick.ts';
import { sampled } from '../../../../test/support/sampled.ts';

const parsers = useParsers();
const fast = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '18'];
const coded = [...fast, '-pix_fmt', 'yuv420p'];
const bt709 = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'];
const zoom = (size: string, rate = '25') => ['-f', 'lavfi', '-i', `mandelbrot=size=${size}:rate=${rate}`];
const moving = (rate: string, seconds: number) => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=${rate}:duration=${seconds}`],
];
const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
const blackBetween = (start: number, end: number) =>
  `drawbox=color=black:t=fill:enable='between(t,${start},${end}-0.001)'`;

async function examine(name: string, args: readonly string[]): Promise<Finding[]> {
  await make(mediaFile(name), args);
  return runSidekick(parsers, 'video-qc', name);
}

const codes = (findings: readonly Finding[]) => findings.map(({ ruleCode }) => ruleCode);

function expectAt(finding: Finding | undefined, start: number, end: number) {
  if (finding?.anchor.kind !== 'time')
    throw new Error(`the anchor is not a time range: ${JSON.stringify(finding)}`);
  expect(Math.abs(finding.anchor.startSeconds - start)).toBeLessThan(0.5);
  expect(Math.abs(finding.anchor.endSeconds - end)).toBeLessThan(0.5);
}

describe('black picture', () => {
  const silentBetween = (start: number, end: number) => `volume=0:enable='between(t,${start},${end})'`;

  test('is critical where it is silent for 4 s, also at the head and at the tail, and is reported once', async () => {
    const black = [blackBetween(0, 4.6), blackBetween(6.5, 11.5), blackBetween(13, 18)];
    const silent = [silentBetween(0, 4.6), silentBetween(6, 11), silentBetween(13, 18)];
    const findings = await examine('black-silent.mp4', [
      ...[...zoom('320x180'), ...tone(17.6), '-t', '17.6', '-vf', black.join()],
      ...['-af', silent.join(), ...coded],
    ]);
    expect(codes(findings)).toEqual(Array(3).fill('picture.black_silent'));
    expect(findings[1]).toMatchObject({
      severity: 'critical',
      evidence: [{ content: { threshold: 4, unit: 's', source: { standard: 'Netflix QC glossary' } } }],
    });
    expectAt(findings[0], 0, 4.6);
    expectAt(findings[1], 6.5, 11);
    expectAt(findings[2], 13, 17.6);
  });

  test('is minor with sound, and in a file without sound', { tags: 'long' }, async () => {
    const picture = [...zoom('320x180'), '-t', '7', '-vf', blackBetween(1, 5.5), ...coded];
    for (const findings of [
      await examine('black-loud.mp4', [...tone(7), ...picture]),
      await examine('black-mute.mp4', picture),
    ]) {
      expect(findings).toMatchObject([{ ruleCode: 'picture.black', severity: 'minor' }]);
      expectAt(findings[0], 1, 5.5);
    }
  });

  test(
    'is silent before the sound starts, and not while sound that started late continues',
    { tags: 'long' },
    async () => {
      const late = [
        '-itsoffset',
        '5.5',
        ...tone(6),
        ...zoom('320x180'),
        '-map',
        '1',
        '-map',
        '0',
        '-t',
        '11.5',
      ];
      for (const name of ['late.mp4', 'late.mkv']) {
        const findings = await examine(name, [
          ...[...late, '-vf', `${blackBetween(0.5, 5)},${blackBetween(6, 10.5)}`, ...coded],
        ]);
        expect(codes(findings)).toEqual(['picture.black_silent', 'picture.black', 'length.gross_mismatch']);
        expectAt(findings[0], 0.5, 5);
        expectAt(findings[1], 6, 10.5);
        expectAt(findings[2], 0, 5.5);
      }
    },
  );

  test('is not black with a title', { tags: 'long' }, async () => {
    const line = (x: string, y: string) => `drawbox=x=${x}:y=${y}:w=4:h=10:color=white:t=fill`;
    const title = Array.from({ length: 20 }, (_, at) => line(String(200 + at * 12), '175')).join(',');
    const findings = await examine('title-on-black.mp4', [
      ...[...zoom('640x360'), ...tone(7), '-t', '7', '-vf', `${blackBetween(1, 6)},${title}`],
      ...['-af', silentBetween(1, 6), ...coded],
    ]);
    expect(findings).toEqual([]);
  });
});

describe('frozen picture', () => {
  const heldFor = (seconds: number) => `tpad=stop_mode=clone:stop_duration=${seconds}`;

  test('may be held for up to 5 s at the end', { tags: 'long' }, async () => {
    expect(await examine('held.mp4', [...moving('25', 2), '-vf', heldFor(4.8), ...coded])).toEqual([]);
    const findings = await examine('held-long.mp4', [...moving('25', 2), '-vf', heldFor(5.6), ...coded]);
    expect(codes(findings)).toEqual(['picture.freeze']);
    expectAt(findings[0], 2, 7.6);
  });

  test('is found in a video without any movement', async () => {
    const findings = await examine('still.mp4', [...moving('25', 0.04), '-vf', heldFor(4), ...coded]);
    expect(findings).toMatchObject([{ ruleCode: 'picture.freeze', severity: 'minor' }]);
    const caption = 'drawbox=x=100:y=80:w=120:h=14:color=white:t=fill';
    const black = ['-f', 'lavfi', '-i', 'color=black:size=320x180:rate=25:duration=4'];
    expect(await examine('caption.mp4', [...black, ...tone(4), '-vf', caption, ...coded])).toMatchObject([
      {
        ruleCode: 'picture.freeze',
        summary: 'Black picture with a caption or a logo: 1 stretch, 4 s of 4 s',
      },
    ]);
  });

  /** A picture of a moving test picture is held from `from` to `to`, in seconds. */
  const hold = (from: number, to: number) =>
    `loop=loop=${(to - from) * 25}:size=1:start=${from * 25},setpts=N/25/TB`;

  test('is minor if a cut follows, and no finding from the start of a shot', { tags: 'long' }, async () => {
    const before = await examine('held-to-cut.mp4', [
      ...[...moving('25', 4), ...zoom('320x180'), '-filter_complex'],
      // The first two pictures of the second source are nearly equal.
      `[0]${hold(1, 3.6)},trim=duration=3.6[a];[1]trim=start_frame=1:end_frame=51,setpts=N/25/TB,setsar=1[b];[a][b]concat`,
      ...coded,
    ]);
    expect(before).toMatchObject([{ ruleCode: 'picture.freeze', severity: 'minor' }]);
    expectAt(before[0], 1, 3.6);
    // A room in which somebody moves after three seconds, and a slide between two moving shots.
    const room = `loop=loop=75:size=1:start=0,setpts=N/25/TB`;
    expect(await examine('room.mp4', [...moving('25', 2), '-vf', room, ...coded])).toEqual([]);
    const slide = await examine('slide.mp4', [
      ...[...moving('25', 2), ...zoom('320x180'), '-filter_complex'],
      `[0]split[a][c];[1]trim=end_frame=1,loop=loop=75:size=1:start=0,setpts=N/25/TB,setsar=1[b];[a][b][c]concat=n=3`,
      ...coded,
    ]);
    expect(slide).toEqual([]);
  });

  test('is no finding in slides, and one if a small part changes within it', { tags: 'long' }, async () => {
    const boxAt = (seconds: number, x: number, size: number, until = 60) =>
      `drawbox=x=${x}:y=60:w=${size}:h=${size}:color=white:t=fill:enable='between(t,${seconds},${until})'`;
    // A slide that builds up in two steps, and another one. Each change is too small for a cut.
    const slides = [boxAt(3, 30, 60), boxAt(3.2, 100, 60), boxAt(6, 200, 60)].join();
    const shown = await examine('slides.mp4', [
      ...[...moving('25', 2), ...zoom('320x180'), '-filter_complex'],
      `[0]split[a][c];[1]trim=end_frame=1,loop=loop=224:size=1:start=0,setpts=N/25/TB,setsar=1,${slides}[b];` +
        '[a][b][c]concat=n=3',
      ...coded,
    ]);
    expect(shown).toEqual([]);
    const flawed = `${hold(1, 5)},${boxAt(3, 200, 12, 3.03)}`;
    const frozen = await examine('small-change.mp4', [...moving('25', 4), '-vf', flawed, ...coded]);
    expect(frozen).toMatchObject([{ ruleCode: 'picture.freeze', severity: 'major' }]);
    expectAt(frozen[0], 1, 5);
  });

  test('of many pauses is one finding with each of them as evidence', { tags: 'long' }, async () => {
    const pauses = [1, 4.4, 7.8, 11.2].map((from) => hold(from, from + 2.4)).join(',');
    const findings = await examine('pauses.mp4', [...moving('25', 4.8), '-vf', pauses, ...coded]);
    expect(findings).toMatchObject([{ ruleCode: 'picture.freeze', severity: 'info' }]);
    expect(findings[0]!.summary).toMatch(/^Mostly still picture: 4 stretches, 10 s of 14 s$/);
    expect(findings[0]!.evidence.map(({ anchor }) => anchor.kind)).toEqual(['time', 'time', 'time', 'time']);
  });

  test('is found in gaps without pictures, and where one picture is held', { tags: 'long' }, async () => {
    for (const [name, select] of [
      ['gap.mkv', 'not(between(t,1.52,4.999))'],
      ['long.mp4', 'not(between(t,1.52,4.999))'],
    ] as const) {
      const findings = await examine(name, [
        ...[...moving('25', 8), '-vf', `select='${select}'`, '-vsync', 'vfr', ...coded],
      ]);
      expect(codes(findings)).toEqual(['picture.freeze']);
      expectAt(findings[0], 1.5, 5);
    }
  });

  test('is found under strong grain', { tags: 'long' }, async () => {
    const grainy = 'loop=loop=100:size=1:start=75,setpts=N/25/TB,noise=alls=8:allf=t+u';
    const source = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25'];
    const findings = await examine('grainy-freeze.mp4', [...source, '-vf', grainy, '-t', '10', ...coded]);
    expect(codes(findings)).toEqual(['picture.freeze']);
    expectAt(findings[0], 3, 7);
  });

  test('is not found in a dark scene with movement', { tags: 'long' }, async () => {
    const night =
      "lutyuv=y='16+(val-16)*0.12':u='128+(val-128)*0.12':v='128+(val-128)*0.12',noise=alls=4:allf=t";
    const source = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=4'];
    expect(await examine('night.mp4', [...source, '-vf', night, ...coded])).toEqual([]);
  });
});

describe('scan', () => {
  const fields = 'interlace=scan=tff:lowpass=off';

  test('interlaced picture marked as progressive is major, marked as interlaced minor', async () => {
    const unmarked = await examine('combs.mp4', [
      ...[...zoom('352x480', '50'), '-t', '5', '-vf', `${fields},setfield=prog`, ...coded],
    ]);
    expect(unmarked).toMatchObject([{ ruleCode: 'scan.mislabelled', severity: 'major' }]);
    expectAt(unmarked[0], 0, 5);
    const marked = await examine('fields.mp4', [
      ...[...zoom('352x480', '50'), '-t', '5', '-vf', fields, ...coded],
      ...['-flags', '+ildct+ilme', '-x264-params', 'tff=1'],
    ]);
    expect(marked).toMatchObject([{ ruleCode: 'scan.interlaced', severity: 'minor' }]);
  });

  test('is progressive where a gradient moves whose steps are one level', { tags: 'long' }, async () => {
    const steps = ['-f', 'lavfi', '-i', 'color=gray:size=640x480:rate=25:duration=6'];
    const filter = ['-vf', "format=yuv422p,geq=lum='60+floor((Y+2*N+0.13*X)/8)':cb=128:cr=128"];
    const codec = ['-c:v', 'prores', '-profile:v', '3', '-pix_fmt', 'yuv422p10le'];
    const findings = await examine('steps.mov', [...steps, ...filter, ...codec]);
    expect(codes(findings)).not.toContain('scan.mislabelled');
  });

  test('finds inserted interlaced material', { tags: 'long' }, async () => {
    const findings = await examine('insert.mp4', [
      ...[...zoom('352x480', '50'), ...zoom('352x480', '25'), '-filter_complex'],
      `[0]trim=duration=5,${fields},setfield=prog[i];[1]split[a][b];[a]trim=duration=2[a1];` +
        '[b]trim=2:4,setpts=PTS-STARTPTS[b1];[a1][i][b1]concat=n=3,setfield=prog',
      ...coded,
    ]);
    expect(codes(findings)).toEqual(['scan.mislabelled']);
    expectAt(findings[0], 2, 7);
  });

  test.for([40, 380])('finds fields that only a crawl at line %i shows', { tags: 'long' }, async (line) => {
    const findings = await examine(`crawl-${line}.mp4`, [
      ...[...zoom('720x480', '50'), '-f', 'lavfi', '-i', 'testsrc2=size=720x60:rate=50', '-filter_complex'],
      '[0]trim=end_frame=1,loop=loop=-1:size=1:start=0,setpts=N/50/TB[still];[1]split,hstack,scroll=h=0.0035[crawl];' +
        `[still][crawl]overlay=y=${line}:shortest=1,${fields},setfield=prog`,
      ...['-t', '5', ...coded],
    ]);
    expect(codes(findings)).toEqual(['scan.mislabelled']);
    expectAt(findings[0], 0, 5);
  });

  // Encoding and decoding take longer than usual, because each picture has up to 12 bits and no chroma subsampling.
  const formats = ['gbrp', 'gray', 'yuv422p10le', 'yuv444p12le'];
  test.for(formats)('finds fields in %s', { tags: 'long' }, async (pixels) => {
    const findings = await examine(`fields-${pixels}.mkv`, [
      ...[
        ...zoom('720x480', '50'),
        '-t',
        '6',
        '-vf',
        `${fields},setfield=prog`,
        '-c:v',
        'ffv1',
        '-pix_fmt',
        pixels,
      ],
    ]);
    expect(codes(findings)).toContain('scan.mislabelled');
  });

  test(
    'finds fields next to vertical movement by one line per picture, which looks like both field orders',
    { tags: 'long' },
    async () => {
      const source = (rate: number) => ['-f', 'lavfi', '-i', `testsrc2=size=1280x720:rate=${rate}`];
      const findings = await examine('lines.mp4', [
        ...[...source(50), ...source(25), '-filter_complex'],
        `[0]trim=duration=8,${fields},setfield=prog[i];[1]trim=duration=8[p];[p][i]concat,setfield=prog`,
        ...coded,
      ]);
      expect(codes(findings)).toEqual(['scan.mislabelled']);
      expectAt(findings[0], 8, 16);
    },
  );

  for (const [sources, options] of sampled(['mandelbrot', 'testsrc2'], (name) => name === 'testsrc2'))
    test.for(sources)('finds 3:2 pulldown (%s)', options, async (source) => {
      const findings = await examine(`pulldown-${source}.mp4`, [
        ...['-f', 'lavfi', '-i', `${source}=size=720x480:rate=24000/1001`, '-t', '5'],
        ...['-vf', 'telecine=pattern=23,setfield=prog', ...coded],
      ]);
      expect(codes(findings)).toEqual(['scan.pulldown']);
      expectAt(findings[0], 0, 5);
    });
});

describe('colour and format', () => {
  // The tests of `judgeFormat` have further colours and formats.
  const hd = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25:duration=1'];

  test('HD in BT.709 has no finding', async () => {
    // The source has the colours of BT.601.
    const converted = ['-vf', 'scale=in_color_matrix=bt601:out_color_matrix=bt709'];
    const args = [...hd, ...converted, ...coded, ...bt709, '-color_range', 'tv'];
    expect(await examine('bt709.mp4', args)).toEqual([]);
  });

  test('finds other colours, full range, chroma and non-square pixels', async () => {
    const marks = ['-color_primaries', 'bt470bg', '-color_trc', 'bt709', '-colorspace', 'smpte170m'];
    const args = [...hd, '-vf', 'setsar=4/3', ...fast, '-pix_fmt', 'yuv422p', ...marks, '-color_range', 'pc'];
    const findings = await examine('odd-format.mp4', args);
    expect(codes(findings).sort()).toEqual([
      'colour.full_range',
      'colour.not_hdtv',
      'format.chroma',
      'format.pixel_aspect',
    ]);
    expect(findings.find(({ ruleCode }) => ruleCode === 'colour.not_hdtv')).toMatchObject({
      severity: 'minor',
      evidence: [
        {
          content: {
            measured: { primaries: 'bt470bg', transfer: 'bt709', matrix: 'smpte170m', lines: 720 },
          },
        },
      ],
    });
  });

  // The tests of the lengths have 25, 30000/1001 and 60 pictures a second.
  const usual = ['24000/1001', '24', '25', '30000/1001', '50', '60', '120'];
  for (const [rates, options] of sampled(usual, (rate) => rate === '24000/1001'))
    test.for(rates)('%s pictures a second are usual', options, async (rate) => {
      const name = `rate-${rate.replace('/', '-')}.mkv`;
      expect(await examine(name, [...moving(rate, 2), ...coded])).toEqual([]);
    });

  test('a dropped picture does not change the rate', { tags: 'long' }, async () => {
    const args = ['-vf', "select='not(eq(n,30))'", '-vsync', 'vfr', ...coded];
    expect(await examine('lost.mp4', [...moving('25', 4.5), ...args])).toEqual([]);
  });

  test('22 pictures per second are unusual', async () => {
    expect(await examine('rate-22.mp4', [...moving('22', 2), ...coded])).toMatchObject([
      { ruleCode: 'format.frame_rate', severity: 'info', evidence: [{ content: { unit: '%' } }] },
    ]);
    const near = await examine('rate-24-5.mp4', [...moving('24.5', 2), ...coded]);
    expect(near).toMatchObject([{ ruleCode: 'format.frame_rate', severity: 'minor' }]);
    expect(near[0]!.details).toContain('the nearest usual frame rate is 24.000');
  });

  test('finds a variable frame rate, and does not judge its mean', async () => {
    const half = "select='if(lt(t,1.5),not(mod(n,2)),not(mod(n,3)))'";
    const findings = await examine('vfr.mp4', [...moving('60', 3), '-vf', half, '-vsync', 'vfr', ...coded]);
    expect(codes(findings)).toEqual(['format.variable_frame_rate']);
  });
});

describe('lengths of sound and picture', () => {
  const lengths = [
    ['mp4', 'aac', '25'],
    ['mp4', 'aac', '60'],
    ['mkv', 'libmp3lame', '60'],
    ['mov', 'pcm_s16le', '30000/1001'],
  ];
  for (const [cases, options] of sampled(lengths, ([, , rate]) => rate === '25'))
    test.for(cases)(
      'that are the same have no finding (%s, %s, %s)',
      options,
      async ([container, codec, rate]) => {
        const name = `in-step-${codec}-${rate!.replace('/', '-')}.${container}`;
        const args = [...moving(rate!, 2), ...tone(2), ...coded, '-c:a', codec!];
        expect(await examine(name, args)).toEqual([]);
      },
    );

  test('that differ by more than 2 frames are minor, by more than 2 s major', async () => {
    const shorter = await examine('shorter.mp4', [...moving('25', 2), ...tone(1.5), ...coded]);
    expect(shorter).toMatchObject([{ ruleCode: 'length.mismatch', severity: 'minor' }]);
    expectAt(shorter[0], 1.5, 2);
    const longer = await examine('longer.mp4', [...moving('25', 1.6), ...tone(4.6), ...coded]);
    expect(longer).toMatchObject([{ ruleCode: 'length.gross_mismatch', severity: 'major' }]);
    expectAt(longer[0], 1.6, 4.6);
    expect(longer[0]!.summary).toMatch(/^The sound ends 3\.\d+ s \([\d.]+ frames\) after the picture$/);
  });

  test('with different starts are found at the start', { tags: 'long' }, async () => {
    const late = ['-itsoffset', '1', ...tone(3), ...moving('25', 4), '-map', '1', '-map', '0'];
    const findings = await examine('starts-late.mp4', [...late, ...coded]);
    expect(findings).toMatchObject([{ ruleCode: 'length.mismatch', severity: 'minor' }]);
    expect(findings[0]!.summary).toContain('after the picture');
    expect(findings[0]!.severityReasoning).toContain('The beginning of the picture has no sound');
    expectAt(findings[0], 0, 1);
  });
});

describe('bars', () => {
  const size = [...zoom('320x180')];
  const letterbox = (enable: string) =>
    [0, 157].map((y) => `drawbox=y=${y}:h=23:color=black:t=fill:enable='${enable}'`).join(',');

  const bars = [
    ['above and below', letterbox('1')],
    ['left and right', 'crop=102:180,pad=320:180:108:0'],
  ];
  for (const [cases, options] of sampled(bars, ([where]) => where === 'above and below'))
    test.for(cases)('that are always %s are information', options, async ([where, filter]) => {
      const name = `bars-${where!.replaceAll(' ', '-')}.mp4`;
      const findings = await examine(name, [...size, '-t', '6', '-vf', filter!, ...coded]);
      expect(findings).toMatchObject([{ ruleCode: 'bars.constant', severity: 'info' }]);
      expect(findings[0]!.summary).toContain(where);
    });

  test('on one side, unequal ones and those with a watermark are found', { tags: 'long' }, async () => {
    const bar = (y: number, lines: number) => `drawbox=y=${y}:h=${lines}:color=black:t=fill`;
    const right = 'drawbox=x=270:w=50:color=black:t=fill';
    const letters = Array.from(
      { length: 9 },
      (_, at) => `drawbox=x=${125 + at * 5}:y=162:w=2:h=8:color=white`,
    );
    for (const [name, filter, text] of [
      ['right.mp4', right, /^The picture has a bar right \(15\.\d % of the width\)$/],
      ['unequal.mp4', `${bar(0, 11)},${bar(151, 29)}`, /bars above and below \(\d\.\d % and 1\d\.\d % /],
      ['watermark.mp4', `${bar(0, 23)},${bar(157, 23)},${letters.join(',')}`, /bars above and below/],
    ] as const) {
      const findings = await examine(name, [...size, '-t', '6', '-vf', filter, ...coded]);
      expect(findings).toMatchObject([{ ruleCode: 'bars.constant', severity: 'info' }]);
      expect(findings[0]!.summary).toMatch(text);
    }
  });

  test('that come and go are found at their times', async () => {
    const findings = await examine('bars-change.mp4', [
      ...[...moving('25', 12), '-vf', letterbox('between(t,6,11.199)'), ...coded],
    ]);
    expect(findings).toMatchObject([{ ruleCode: 'bars.change', severity: 'minor' }]);
    expectAt(findings[0], 6, 11.2);
  });

  const box = (x: number, y: number, size: number, color: string) =>
    `drawbox=x=${x}:y=${y}:w=${size}:h=${size}:color=${color}:t=fill`;
  const corners = [0, 270].flatMap((x) => [0, 140].map((y) => box(x, y, 20, 'black')));
  const stars = [32, 92, 152, 212, 272].map((x, at) => box(x, 15 + at * 33, 13, 'white'));
  const darkPictures = [
    ['a drawing with round corners on black', `scale=290:160,${corners.join()},pad=320:180:20:8`],
    ['stars on black', `${box(0, 0, 320, 'black')},${stars.join()}`],
    ['a dark scene', "lutyuv=y='16+(val-16)*0.1':enable='between(t,1,7)'"],
    ['a vignette', "vignette=angle=PI/2.2,lutyuv=y='16+(val-16)*0.3'"],
    ['fades', "fade=out:st=1:d=1.5:enable='lt(t,2.5)',fade=in:st=2.5:d=1.5:enable='gte(t,2.5)'"],
  ];
  for (const [cases, options] of sampled(darkPictures, ([name]) => name === 'a vignette'))
    test.for(cases)('are not made of %s', options, async ([name, filter]) => {
      const findings = await examine(`dark-${name!.replaceAll(' ', '-')}.mp4`, [
        ...[...size, '-t', '8', '-vf', filter!, ...coded],
      ]);
      expect(codes(findings).filter((code) => code.startsWith('bars'))).toEqual([]);
    });

  test('are not found around a title on black', { tags: 'long' }, async () => {
    const findings = await examine('title.mp4', [
      ...['-f', 'lavfi', '-i', 'color=black:size=640x360:rate=25', ...moving('25', 6), '-filter_complex'],
      ...['[1]scale=200:50[title];[0][title]overlay=220:155', '-t', '6', ...coded],
    ]);
    expect(findings).toEqual([]);
  });
});
