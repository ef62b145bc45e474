import { describe, expect, test } from 'vitest';
import type { Finding } from '../../contract/finding.ts';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import { makeVideo } from '../../../../tools/local/samples/video.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { mediaFile, runSidekick } from '../support/run-sidekick.ts';
import { sampled } from '../../../../test/support/sampled.ts';

const isInSample = (rate: string) => rate === '30000/1001';

const parsers = useParsers();
/** Options for fast encoding. The size of the test files does not matter. */
const h264 = ['-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

const run = (name: string) => runSidekick(parsers, 'photosensitivity', name);

/**
 * Makes a video in the first colour. The area `box` flashes in the second colour `perSecond` times a second, from
 * second `from` to second `to`.
 */
async function makeFlashes(
  name: string,
  {
    size = '640x360',
    rate = '25',
    seconds = 6,
    perSecond = 4,
    from = 2,
    to = 4,
    colours = ['black', 'white'],
    box = 'x=0:y=0:w=iw:h=ih',
    codec = h264,
  }: {
    size?: string;
    rate?: string;
    seconds?: number;
    perSecond?: number;
    from?: number;
    to?: number;
    colours?: [string, string];
    box?: string;
    codec?: string[];
  } = {},
) {
  const on = `gte(t,${from})*lt(t,${to}-0.001)*lt(mod(t+0.0001,${1 / perSecond}),${0.5 / perSecond})`;
  await make(mediaFile(name), [
    ...['-f', 'lavfi', '-i', `color=${colours[0]}:size=${size}:rate=${rate}:duration=${seconds}`],
    ...['-vf', `drawbox=${box}:color=${colours[1]}:thickness=fill:enable='${on}'`],
    ...codec,
  ]);
}

function expectFound(
  finding: Finding | undefined,
  ruleCode: string,
  startSeconds: number,
  endSeconds: number,
) {
  expect(finding?.ruleCode).toBe(ruleCode);
  if (finding?.anchor.kind !== 'time') throw new Error('the anchor is not a time range');
  expect(Math.abs(finding.anchor.startSeconds - startSeconds)).toBeLessThan(0.5);
  expect(Math.abs(finding.anchor.endSeconds - endSeconds)).toBeLessThan(0.5);
}

/**
 * Returns the measured values of a finding: the flashes per second, the flashing area in percent of a ten-degree field
 * of view, and the flashing area in percent of the picture.
 */
const measured = (finding: Finding | undefined) =>
  finding!.evidence.map(({ content }) => (content as { measured: number }).measured);

describe('flashes', () => {
  test('four a second are found, with their time, the thresholds and the sources', async () => {
    await makeFlashes('flash.mp4');
    const findings = await run('flash.mp4');
    expect(findings).toHaveLength(1);
    expectFound(findings[0], 'flash.general', 2, 4);
    expect(findings[0]).toMatchObject({
      severity: 'critical',
      summary: '4 flashes in a second from 0:02.00 to 0:03.88, over 100 % of the picture',
      evidence: [
        { content: { measured: 4, threshold: 3, unit: 'flashes/s', source: { standard: 'WCAG 2.2' } } },
        { content: { measured: 100, threshold: 25, source: { standard: 'WCAG 2.2' } } },
        {
          content: {
            measured: 100,
            threshold: 25,
            source: { standard: expect.stringContaining('BT.1702-3') },
          },
        },
      ],
    });
    expect(findings[0]!.details).toContain('not a certification');
  });

  for (const [rates, options] of sampled(['25', '30000/1001', '50', '60'], isInSample))
    test.for(rates)(
      'three a second are within the limit at %s pictures per second',
      options,
      async (rate) => {
        const name = `three-${rate.replace('/', '-')}.mp4`;
        await makeFlashes(name, { size: '320x180', rate, perSecond: 3, from: 1, to: 5 });
        expect(await run(name)).toEqual([]);
      },
    );

  test.for(['30000/1001', '50', '60'])(
    'are found at %s pictures per second, up to the end',
    { tags: 'long' },
    async (rate) => {
      const name = `end-${rate.replace('/', '-')}.mp4`;
      await makeFlashes(name, { size: '320x180', rate, to: 6 });
      const findings = await run(name);
      expect(findings).toHaveLength(1);
      expectFound(findings[0], 'flash.general', 2, 6);
    },
  );

  // The video flashes at 5 Hz from 8.0 to 11.0 s over moving content. The last change is the cut back to the moving
  // content at 11.0 s.
  test.for(['25', '30'])(
    'end with the last flash at %s pictures per second, over moving content',
    { tags: 'long' },
    async (rate) => {
      const name = `five-hertz-${rate}.mp4`;
      const flashes = 'between(t,8,10.999)';
      const isOn = 'lt(mod(t-8+0.0001,0.2),0.1)';
      await make(mediaFile(name), [
        ...['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=${rate}:duration=14`],
        '-vf',
        `drawbox=color=white:thickness=fill:enable='${flashes}*${isOn}',` +
          `drawbox=color=black:thickness=fill:enable='${flashes}*not(${isOn})'`,
        ...h264,
      ]);
      const findings = await run(name);
      expect(findings.map(({ ruleCode }) => ruleCode)).toEqual(['flash.general']);
      const { anchor } = findings[0]!;
      if (anchor.kind !== 'time') throw new Error('the anchor is not a time range');
      const frameSeconds = 1 / Number(rate);
      expect(Math.abs(anchor.startSeconds - 8)).toBeLessThanOrEqual(frameSeconds);
      expect(Math.abs(anchor.endSeconds - 11)).toBeLessThanOrEqual(frameSeconds);
    },
  );

  test('are found in QuickTime, Matroska and AVI, and in upright pictures', { tags: 'long' }, async () => {
    await makeFlashes('flash.mov', { size: '180x320' });
    await makeFlashes('flash.mkv', { size: '720x576' });
    await makeFlashes('flash.avi', { codec: ['-c:v', 'mpeg4', '-q:v', '3'] });
    for (const name of ['flash.mov', 'flash.mkv', 'flash.avi']) {
      const findings = await run(name);
      expect(findings).toHaveLength(1);
      expectFound(findings[0], 'flash.general', 2, 4);
    }
  });

  test(
    'are too large above a quarter of a field of view (WCAG) or of the picture (ITU-R BT.1702-3)',
    { tags: 'long' },
    async () => {
      // In 1280 × 720, a ten-degree field has 424 × 320 pixels. A quarter of its area is a square of 184 × 184 pixels.
      const size = '1280x720';
      await makeFlashes('small.mp4', { size, box: 'x=500:y=300:w=176:h=176' });
      await makeFlashes('field.mp4', { size, box: 'x=500:y=300:w=200:h=200' });
      await makeFlashes('under.mp4', { size, box: 'x=0:y=0:w=iw:h=ih*0.24' });
      await makeFlashes('over.mp4', { size, box: 'x=0:y=0:w=iw:h=ih*0.26' });
      expect(await run('small.mp4')).toEqual([]);
      const [field, under, over] = [await run('field.mp4'), await run('under.mp4'), await run('over.mp4')];
      expect([field, under, over].map((findings) => findings.map(({ severity }) => severity))).toEqual([
        ['major'],
        ['major'],
        ['critical'],
      ]);
      expect(measured(field[0])[1]).toBeGreaterThan(25);
      expect(measured(under[0])[2]).toBeCloseTo(24, -0.5);
      expect(measured(over[0])[2]).toBeCloseTo(26, -0.5);
    },
  );

  test('of saturated red are red flashes, and not general flashes if the luminance is equal', async () => {
    await makeFlashes('red.mp4', { colours: ['0x008000', 'red'] });
    const findings = await run('red.mp4');
    expect(findings).toHaveLength(1);
    expectFound(findings[0], 'flash.red', 2, 4);
    expect(measured(findings[0])).toEqual([4, 100, 100]);
  });

  test('three a second for more than five seconds are extended flashing', async () => {
    await makeFlashes('long.mp4', { size: '320x180', seconds: 10, perSecond: 3, from: 1, to: 8 });
    const findings = await run('long.mp4');
    expect(findings).toHaveLength(1);
    expectFound(findings[0], 'flash.extended', 1, 8);
    expect(findings[0]!.evidence[0]!.content).toMatchObject({ threshold: 5, unit: 's' });
  });
});

describe('nothing is found', () => {
  const sources = {
    testsrc2: 'testsrc2=size=640x360:rate=25:duration=6',
    mandelbrot: 'mandelbrot=size=640x360:rate=25,trim=duration=6',
    life: 'life=size=320x240:rate=25:ratio=0.3:random_seed=1,trim=duration=5',
    noise: 'color=gray:size=640x360:rate=25:duration=4,noise=alls=100:allf=t+u:all_seed=1',
    'coarse noise': 'color=gray:size=160x90:rate=50:duration=5,noise=alls=100:allf=t+u:all_seed=1',
    cuts: "color=black:size=320x180:rate=25:duration=8,drawbox=color=white:thickness=fill:enable='mod(floor(t),2)'",
    fades: 'color=white:size=320x180:rate=25:duration=8,fade=out:0:50,fade=in:60:50,fade=out:120:60',
  };
  for (const [cases, options] of sampled(Object.entries(sources), ([name]) =>
    ['cuts', 'fades'].includes(name),
  ))
    test.for(cases)('in %s', options, async ([name, source]) => {
      const video = `clean-${name.replace(' ', '-')}.mp4`;
      await make(mediaFile(video), ['-f', 'lavfi', '-i', source, ...h264]);
      expect(await run(video)).toEqual([]);
    });

  test('in the sample video', { tags: 'long' }, async () => {
    await makeVideo(mediaFile('no-flash.mp4'));
    expect(await run('no-flash.mp4')).toEqual([]);
  });

  test('in cover art', async () => {
    await make(mediaFile('cover.mp4'), [
      ...[
        '-f',
        'lavfi',
        '-i',
        'sine=duration=2',
        '-f',
        'lavfi',
        '-i',
        'testsrc2=size=64x64:duration=1:rate=1',
      ],
      ...['-map', '0:a', '-map', '1:v', '-c:v', 'mjpeg', '-disposition:v', 'attached_pic'],
    ]);
    expect(await run('cover.mp4')).toEqual([]);
  });
});
