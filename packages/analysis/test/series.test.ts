import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type Observed, observeFile } from '../jobs/observe-file.ts';
import type { FlashMeasurements } from '../sidekicks/photosensitivity/judge-flashes.ts';
import type { SidekickCode } from '../sidekicks/catalogue.ts';
import { takePicture } from '../decode/take-picture.ts';
import { noValue, type SeriesName } from '@assay/domain/series/series.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { meanColour, sizeOf } from '../../../test/support/jpeg.ts';
import { mediaTools } from '../../../test/support/media-tools.ts';
import { sampled } from '../../../test/support/sampled.ts';

const run = promisify(execFile);
const file = (name: string) => path.join(inject('scratchDir'), `series-${name}`);
const { signal } = new AbortController();

/** Makes a file and decodes it as the platform does. */
async function observed(
  name: string,
  args: readonly string[],
  codes: readonly SidekickCode[],
  measuredSeconds: number | null = null,
): Promise<Observed> {
  await make(file(name), args);
  const job = { tools: await mediaTools(), path: file(name), codes, measuredSeconds, signal };
  return observeFile({ ...job, progress: () => undefined });
}

/** Returns the values of a channel; null where there is none. */
function valuesOf({ series }: Observed, name: SeriesName, channel = 0): (number | null)[] {
  const { channels, values, scale } = series!.curves.find((curve) => curve.name === name)!;
  return Array.from({ length: values.length / channels.length }, (_, step) => {
    const value = values[step * channels.length + channel]!;
    return value === noValue ? null : value * scale;
  });
}
const numbers = (values: readonly (number | null)[]) => values.filter((value) => value !== null);

const sine = (dbfs: number, seconds: number) =>
  `aevalsrc='${10 ** (dbfs / 20)}*sin(2*PI*997*t)':sample_rate=48000:duration=${seconds}`;

/** Returns the times of the frames, and the values of a key that a filter of ffmpeg adds to their metadata. */
async function metadataOf(name: string, filter: string, key: string): Promise<[number, number][]> {
  const print = `${filter},ametadata=print:key=${key}:file=-`;
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file(name), '-af', print, '-f', 'null', '-'], {
    maxBuffer: 2 ** 26,
  });
  return [...stdout.matchAll(/pts_time:([\d.]+)\n[^=]+=(\S+)/g)].map(([, at, value]) => [
    Number(at),
    Number(value),
  ]);
}

describe('the curves of sound', () => {
  let tones: Observed;

  // A quiet tone on the left, a loud one on both sides, then digital silence.
  beforeAll(async () => {
    const inputs = [sine(-30, 4), sine(-9, 4), 'anullsrc=sample_rate=48000:channel_layout=mono:duration=4'];
    const parts = [
      '[0]pan=stereo|c0=c0|c1=0.1*c0[quiet];[1]pan=stereo|c0=c0|c1=-1*c0[loud];[2]pan=stereo|c0=c0|c1=c0[silent]',
      '[quiet][loud][silent]concat=n=3:v=0:a=1',
    ];
    tones = await observed(
      'tones.wav',
      [...inputs.flatMap((input) => ['-f', 'lavfi', '-i', input]), '-filter_complex', parts.join(';')],
      ['loudness'],
    );
  });

  test.for([
    ['momentary', 0, 'lavfi.r128.M'],
    ['short-term', 1, 'lavfi.r128.S'],
  ] as const)('have the %s loudness of ffmpeg within 0.1 LU', async ([, channel, key]) => {
    const expected = await metadataOf('tones.wav', 'ebur128=metadata=1', key);
    const curve = valuesOf(tones, 'loudness', channel);
    expect([curve.length, expected.length]).toEqual([120, 120]);
    for (const [at, value] of expected) {
      const measured = curve[Math.round(at * 10)]!;
      // ffmpeg reports NaN or -120.7 in digital silence.
      if (!(value > -120)) expect([at, measured]).toEqual([at, null]);
      else expect([at, Math.abs(measured - value) < 0.1]).toEqual([at, true]);
    }
  });

  test('have the true peak of each channel', () => {
    const [left, right] = [valuesOf(tones, 'peaks', 0), valuesOf(tones, 'peaks', 1)];
    const near = (values: (number | null)[], start: number, end: number, dbtp: number) => {
      for (const value of values.slice(start, end)) expect(Math.abs(value! - dbtp)).toBeLessThan(0.2);
    };
    near(left, 1, 39, -30);
    near(right, 1, 39, -50);
    near(left, 41, 79, -9);
    near(right, 41, 79, -9);
    expect([...left.slice(82), ...right.slice(82)].every((value) => value === null)).toBe(true);
  });

  test('have the highest true peak of ffmpeg', async () => {
    const args = ['-i', file('tones.wav'), '-af', 'ebur128=peak=true', '-f', 'null', '-'];
    const { stderr } = await run('ffmpeg', args, { maxBuffer: 2 ** 26 });
    const peak = Number(/Peak: +(-?[\d.]+) dBFS/.exec(stderr)![1]);
    const measured = [0, 1].flatMap((channel) => numbers(valuesOf(tones, 'peaks', channel)));
    expect(Math.abs(Math.max(...measured) - peak)).toBeLessThan(0.1);
  });

  test('have the correlation of the channels, and none in digital silence', () => {
    const phase = valuesOf(tones, 'phase');
    expect(Math.min(...numbers(phase.slice(5, 39)))).toBeGreaterThan(0.15);
    expect(Math.max(...numbers(phase.slice(45, 79)))).toBeLessThan(-0.99);
    // The window of the loudness filter is 0.4 s long.
    expect(phase.slice(84).every((value) => value === null)).toBe(true);
  });

  test('exist without values for a silent file', async () => {
    const silent = await observed('silent.wav', ['-f', 'lavfi', '-i', 'anullsrc=duration=2'], ['loudness']);
    for (const name of ['loudness', 'peaks', 'phase'] as const)
      expect([name, numbers(valuesOf(silent, name))]).toEqual([name, []]);
    expect(silent.series!.complete).toBe(true);
  });

  test('have a channel for each channel of the sound', async () => {
    const six = `aevalsrc='${Array.from({ length: 6 }, (_, at) => `0.1*${at + 1}*sin(2*PI*997*t)`).join('|')}':channel_layout=5.1:duration=1`;
    const { series } = await observed('six.wav', ['-f', 'lavfi', '-i', six], ['loudness-streaming']);
    expect(series!.curves.map(({ name, channels }) => [name, channels.length])).toEqual([
      ['loudness', 2],
      ['peaks', 6],
    ]);
  });
});

/** A white picture that flashes `perSecond` times a second from 2 s to 5 s, with 20 pictures a second. */
const flashing = (perSecond: number, area = '1') => [
  ...['-f', 'lavfi', '-i', 'color=black:size=320x180:rate=20:duration=8'],
  '-vf',
  `drawbox=w=iw*${area}:color=white:thickness=fill:enable='between(t,2,4.99)*lt(mod(t+0.001,1/${perSecond}),0.5/${perSecond})'`,
  ...['-c:v', 'libx264', '-crf', '10', '-pix_fmt', 'yuv420p'],
];

describe('the curves of flashes', () => {
  for (const [cases, options] of sampled([2, 5], (perSecond) => perSecond === 2))
    test.for(cases)('count %d flashes a second', options, async (perSecond) => {
      const seen = await observed(`flashes-${perSecond}.mp4`, flashing(perSecond), ['photosensitivity']);
      const flashes = valuesOf(seen, 'flashes') as number[];
      expect(flashes.length).toBe(80);
      expect(Math.max(...flashes.slice(0, 20))).toBe(0);
      for (const value of flashes.slice(30, 50)) expect(Math.abs(value - perSecond)).toBeLessThanOrEqual(1);
      expect(Math.max(...flashes.slice(61))).toBe(0);
      expect(Math.max(...(valuesOf(seen, 'flashes', 1) as number[]))).toBe(0);
    });

  for (const [shares, options] of sampled([1, 0.5, 0.2], (share) => share === 0.5))
    test.for(shares)('agree with the findings on %d of the picture', options, async (share) => {
      const name = `area-${share}.mp4`;
      const seen = await observed(name, flashing(5, String(share)), ['photosensitivity']);
      const { general } = seen.observations.photosensitivity!.seen as FlashMeasurements;
      const [flashes, area] = [valuesOf(seen, 'flashes'), valuesOf(seen, 'flash-area')] as [
        number[],
        number[],
      ];
      const [stretch] = general.tooOften;
      expect(Math.max(...flashes)).toBe(stretch!.flashes);
      expect(Math.max(...area)).toBeCloseTo(Math.max(stretch!.pictureShare, stretch!.fieldShare), 3);
      const over = flashes.flatMap((value, step) => (value > 3 ? [step / 10] : []));
      const overArea = area.flatMap((value, step) => (value > 0.25 ? [step / 10] : []));
      expect(overArea).toEqual(over);
      // The count is that of the last second, so it exceeds the limit until a second after the stretch.
      expect(over[0]).toBeGreaterThanOrEqual(stretch!.startSeconds);
      expect(over.at(-1)).toBeLessThanOrEqual(stretch!.endSeconds + 1);
    });

  test('have red flashes in a channel of their own', { tags: 'long' }, async () => {
    const red = flashing(5).map((arg) => arg.replace('color=white', 'color=red'));
    const seen = await observed('red.mp4', red, ['photosensitivity']);
    expect(Math.max(...(valuesOf(seen, 'flashes', 1) as number[]))).toBeGreaterThanOrEqual(4);
  });
});

test('the luminance is that of known greys', async () => {
  const greys = [0, 64, 128, 192, 255];
  const inputs = greys.flatMap((grey) => {
    const hex = grey.toString(16).padStart(2, '0').repeat(3);
    return ['-f', 'lavfi', '-i', `color=0x${hex}:size=320x180:rate=25:duration=1`];
  });
  const args = [...inputs, '-filter_complex', `concat=n=${greys.length}`, '-crf', '1'];
  const luminance = valuesOf(await observed('greys.mp4', args, ['photosensitivity']), 'luminance');
  expect(luminance.length).toBe(50);
  for (const [index, grey] of greys.entries()) {
    const share = grey / 255;
    const linear = share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    for (const value of luminance.slice(index * 10, index * 10 + 10))
      expect(Math.abs(value! - linear)).toBeLessThan(0.02);
  }
});

let ofMinutes: Promise<Observed> | undefined;
/** Returns what is seen in ten minutes of picture, with a second of sound. */
const minutes = () =>
  (ofMinutes ??= observed(
    'minutes.mkv',
    [
      ...['-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=1:duration=601'],
      ...['-f', 'lavfi', '-i', sine(-20, 1)],
    ],
    ['video-qc', 'loudness'],
    601,
  ));

describe('which curves exist', () => {
  const clip = [
    ...['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=2'],
    ...['-f', 'lavfi', '-i', sine(-20, 2), '-shortest'],
  ];

  const curves = [
    [['loudness'], ['loudness', 'peaks'], false],
    [['loudness-streaming'], ['loudness', 'peaks'], false],
    [['photosensitivity'], ['flashes', 'flash-area', 'luminance'], true],
    [['video-qc'], [], true],
    [['integrity'], null, false],
  ] as const;
  for (const [cases, options] of sampled(curves, ([[code]]) => code !== 'loudness-streaming'))
    test.for(cases)('for %s: %s', options, async ([codes, names, hasPictures]) => {
      const { series } = await observed('clip.mp4', clip, codes);
      expect(series && series.curves.map(({ name }) => name)).toEqual(names);
      expect((series?.pictures ?? null) !== null).toBe(hasPictures);
      expect((series?.storyboard ?? null) !== null).toBe(hasPictures);
    });

  test('none for an image', async () => {
    const image = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180', '-frames:v', '1'];
    expect((await observed('image.png', image, ['integrity', 'photosensitivity'])).series).toBeNull();
  });

  test(
    'the times of the pictures are not in the progress of ffmpeg, from which durations are measured',
    { tags: 'long' },
    async () => {
      const { endSeconds } = (await minutes()).observations.loudness!.seen as { endSeconds: number };
      expect(Math.abs(endSeconds - 601)).toBeLessThan(0.1);
    },
  );
});

describe('pictures at equal intervals', () => {
  const colours = ['red', 'lime', 'blue'].flatMap((colour) => [
    ...['-f', 'lavfi', '-i', `color=${colour}:size=640x360:rate=25:duration=2`],
  ]);

  test('are those that are displayed at their times', { tags: 'long' }, async () => {
    const args = [...colours, '-filter_complex', 'concat=n=3', '-g', '1000', '-sc_threshold', '0'];
    const { series } = await observed('colours.mp4', args, ['video-qc']);
    const { stepSeconds, jpegs } = series!.pictures!;
    expect([stepSeconds, jpegs.length]).toEqual([0.2, 30]);
    for (const [index, jpeg] of jpegs.entries()) {
      const colour = await meanColour(jpeg);
      const expected = (['red', 'green', 'blue'] as const)[Math.floor(index / 10)]!;
      expect([index, colour[expected] > 180]).toEqual([index, true]);
    }
    expect(series!.storyboard).toEqual({
      columns: 10,
      rows: 3,
      count: 30,
      startSeconds: 0,
      stepSeconds: 0.2,
    });
    expect(await sizeOf(series!.storyboardJpeg!)).toBe('1600x270');
  });

  const shapes: [string, string][] = [
    ['640x360', '1'],
    ['360x640', '1'],
    ['720x576', '16/15'],
    ['32x2000', '1'],
    ['64x48', '1'],
  ];
  for (const [cases, options] of sampled(shapes, ([size]) => size === '720x576'))
    test.for(cases)(
      'of %s with a pixel ratio of %s have the size of a single picture',
      options,
      async ([size, sar]) => {
        const args = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=5:duration=1`, '-vf', `setsar=${sar}`];
        const { series } = await observed('shape.mp4', args, ['video-qc']);
        const tools = await mediaTools();
        const single = await takePicture({
          tools,
          path: file('shape.mp4'),
          signal,
          timeoutMs: 20_000,
          atSeconds: 0,
        });
        expect(await sizeOf(series!.pictures!.jpegs[0]!)).toBe(await sizeOf(single!));
      },
    );

  test(
    'of a long video are at most 300, and those of the storyboard at most 100',
    { tags: 'long' },
    async () => {
      const { series } = await minutes();
      expect(series!.pictures).toMatchObject({ stepSeconds: 2.004 });
      expect(series!.pictures!.jpegs.length).toBe(300);
      expect(series!.storyboard).toMatchObject({ rows: 10, count: 100, stepSeconds: 6.012 });
    },
  );

  test('have at most 8 MiB, and the others are left out', { tags: 'long' }, async () => {
    const noise = 'color=gray:size=320x320:rate=5:duration=60,noise=alls=100:allf=t';
    const { series } = await observed(
      'noise.mkv',
      ['-f', 'lavfi', '-i', noise, '-c:v', 'ffv1'],
      ['video-qc'],
    );
    const { jpegs } = series!.pictures!;
    const bytes = jpegs.reduce((sum, { length }) => sum + length, 0);
    expect(bytes).toBeLessThanOrEqual(8 * 2 ** 20);
    expect(bytes).toBeGreaterThan(7 * 2 ** 20);
    expect(jpegs.length).toBeLessThan(300);
    expect(series!.storyboard!.count).toBe(100);
  });
});

describe('hostile files', () => {
  test('that are cut have curves that say so', { tags: 'long' }, async () => {
    // 300 pictures a second are decoded of a video with a measured duration of 1 s, and of 31 s with the tolerance.
    const args = ['-f', 'lavfi', '-i', 'color=size=16x16:rate=1000:duration=10'];
    const seen = await observed(
      'fast.mkv',
      [...args, '-c:v', 'rawvideo'],
      ['photosensitivity', 'video-qc'],
      1,
    );
    expect(seen.observations['video-qc']).toMatchObject({ firstFrames: 9_330 });
    expect(seen.series).toMatchObject({ complete: false });
  });

  test('whose metadata look like measurements do not change the length of the curves', async () => {
    const forged =
      '\n[Parsed_ebur128_0 @ 0x1] [info] t: 99999999 TARGET:-23 LUFS M: -1.0 S: -1.0 I: -1 LUFS LRA: 0 LU FTPK: 9 9 dBFS TPK: 9 dBFS';
    const args = [
      '-f',
      'lavfi',
      '-i',
      sine(-20, 1),
      '-metadata',
      `title=${forged}`,
      '-metadata',
      `comment=${forged}`,
    ];
    const seen = await observed('forged.mp3', args, ['loudness']);
    expect(valuesOf(seen, 'loudness').length).toBeLessThan(15);
  });

  test('whose picture changes its size have as many pictures', { tags: 'long' }, async () => {
    const part = (size: string) => ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25:duration=4`];
    await make(file('small.ts'), [...part('320x180'), '-f', 'mpegts']);
    await make(file('large.ts'), [...part('640x360'), '-output_ts_offset', '4', '-f', 'mpegts']);
    const concat = `concat:${file('small.ts')}|${file('large.ts')}`;
    const { series } = await observed('changing.mkv', ['-i', concat, '-c', 'copy'], ['video-qc']);
    expect(Math.abs(series!.pictures!.jpegs.length - 40)).toBeLessThanOrEqual(2);
  });
});

describe('the facts', () => {
  const picture = (size = '320x180', rate = '25') => [
    ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}:duration=2`],
  ];
  const tone = ['-f', 'lavfi', '-i', sine(-20, 2)];
  const factsOf = async (name: string, args: readonly string[]) =>
    (await observed(name, args, ['integrity'])).media;

  const timeCodes = [
    ['timecode.mov', '25', '10:00:00:00', '10:00:00:00'],
    ['drop.mov', '30000/1001', '01:00:00;02', '01:00:00;02'],
    ['none.mp4', '25', null, null],
  ] as const;
  for (const [cases, options] of sampled(timeCodes, ([name]) => name === 'drop.mov'))
    test.for(cases)(
      'of %s have the time code of the file',
      options,
      async ([name, rate, given, expected]) => {
        const args = [...picture('320x180', rate), ...(given === null ? [] : ['-timecode', given])];
        expect(await factsOf(name, args)).toMatchObject({
          durationSeconds: expect.closeTo(2, 1),
          startTimecode: expected,
          audio: null,
          video: { codec: 'h264', width: 320, height: 180, frameRate: rate === '25' ? '25/1' : rate },
        });
      },
    );

  test('have no time code that is other text', async () => {
    const args = [...picture(), '-metadata:s:v', 'timecode=<b>10:00:00:00</b>'];
    expect(await factsOf('other.mkv', args)).toMatchObject({ startTimecode: null });
  });

  const shapesOfDisplays = [
    ['wide.mkv', ['-vf', 'scale=720:576,setsar=16/15'], 4 / 3],
    ['plain.mkv', ['-s', '320x180'], 16 / 9],
  ] as const;
  for (const [cases, options] of sampled(shapesOfDisplays, ([name]) => name === 'wide.mkv'))
    test.for(cases)('of %s have the aspect ratio of the display', options, async ([name, options, ratio]) => {
      const facts = await factsOf(name, [...picture(), ...options]);
      expect(facts!.video!.displayAspectRatio).toBeCloseTo(ratio, 2);
    });

  test('have no frame rate if it varies', async () => {
    const varying = ['-vf', `select='not(mod(n,3))+lt(t,0.5)'`, '-fps_mode', 'vfr'];
    expect(await factsOf('varying.mp4', [...picture(), ...varying])).toMatchObject({
      video: { frameRate: null },
    });
  });

  test('of sound and of an image', async () => {
    expect(await factsOf('sound.wav', tone)).toMatchObject({
      durationSeconds: 2,
      startTimecode: null,
      video: null,
      audio: { codec: 'pcm_s16le', channels: 1, sampleRate: 48_000 },
    });
    expect(await factsOf('image.png', [...picture(), '-frames:v', '1'])).toMatchObject({
      durationSeconds: null,
      audio: null,
      video: { codec: 'png', width: 320, height: 180, frameRate: null },
    });
  });
});
