import { describe, expect, test } from 'vitest';
import type { Finding } from '../../contract/finding.ts';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { mediaFile, runSidekick } from '../support/run-sidekick.ts';
import { sampled } from '../../../../test/support/sampled.ts';

const parsers = useParsers();
/** Many clips are made, which takes longer than other tests. */
const timeout = 180_000;
const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '18', '-pix_fmt', 'yuv420p'];
const source = (graph: string) => ['-f', 'lavfi', '-i', graph];
const zoom = (rate = 25) => source(`mandelbrot=size=320x180:rate=${rate}`);
const boxAt = (color: string, from: number, to = from) =>
  `drawbox=color=${color}:t=fill:enable='between(n,${from},${to})'`;
/** Repeats a frame without shortening the video. */
const repeat = (frame: number, times = 1) => `loop=loop=${times}:size=1:start=${frame},setpts=N/25/TB`;

async function examine(name: string, args: readonly string[]): Promise<Finding[]> {
  await make(mediaFile(name), args);
  return runSidekick(parsers, 'video-qc', name);
}
const codes = (findings: readonly Finding[]) => findings.map(({ ruleCode }) => ruleCode);
const measured = ({ evidence }: Finding) => (evidence[0]!.content as { measured: unknown }).measured;

/** A grey picture of which a share, in whole lines, has the luma `level`. */
async function levels(name: string, percent: number, level: number, output: readonly string[], lines = 1000) {
  const tenBits = output.includes('yuv422p10le') ? 4 : 1;
  const luma = `if(lt(Y,${Math.round((lines * percent) / 100)}),${level * tenBits},${120 * tenBits})`;
  const format = tenBits === 4 ? 'yuv422p10le' : 'yuv420p';
  const findings = await examine(name, [
    ...source(`color=gray:size=320x${lines}:rate=5:duration=1`),
    ...['-vf', `format=${format},geq=lum='${luma}':cb=${128 * tenBits}:cr=${128 * tenBits}`, ...output],
  ]);
  return findings.filter(({ ruleCode }) => ruleCode === 'levels.tolerance');
}
const lossless = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-pix_fmt', 'yuv420p'];

describe('levels', () => {
  test('may exceed the limits in 1 % of the picture', async () => {
    expect(await levels('r103-in.mp4', 0.9, 247, lossless)).toEqual([]);
    const [finding, ...others] = await levels('r103-out.mp4', 1.1, 247, lossless);
    expect(others).toEqual([]);
    expect(measured(finding!)).toBe(1.1);
    expect(finding).toMatchObject({ severity: 'minor', anchor: { startSeconds: 0, endSeconds: 1 } });
  });

  test('are within the limits at 5 and at 246', { tags: 'long' }, async () => {
    for (const level of [5, 246]) expect(await levels(`r103-${level}.mp4`, 50, level, lossless)).toEqual([]);
    for (const level of [4, 247])
      expect(await levels(`r103-${level}.mp4`, 50, level, lossless)).toHaveLength(1);
  });

  test('of narrow lines count', async () => {
    const lines = "geq=lum='if(gte(mod(Y,4),2),255,120)':cb=128:cr=128";
    const clip = [...source('color=gray:size=320x720:rate=5:duration=2'), '-vf', `format=yuv420p,${lines}`];
    const findings = await examine('r103-lines.mp4', [...clip, ...lossless]);
    expect(findings.filter(({ ruleCode }) => ruleCode === 'levels.tolerance').map(measured)).toEqual([50]);
  });

  test('of several stretches are one finding, at the worst one', { tags: 'long' }, async () => {
    const bright = (level: number, from: number, seconds = 0.9) =>
      `drawbox=h=ih/2:color=0x${level.toString(16).repeat(3)}:t=fill:enable='between(t,${from},${from + seconds})'`;
    // A single first picture is ignored.
    const first = bright(0xff, 0, 0.1);
    const [finding, ...others] = await examine('r103-stretches.mp4', [
      ...source('color=gray:size=320x240:rate=5:duration=8'),
      ...[
        '-vf',
        `format=yuv444p,${first},${bright(0xff, 2)},${bright(0xff, 4)},lutyuv=y='if(gt(val,200),250,val)'`,
      ],
      ...lossless,
    ]);
    expect(others.filter(({ ruleCode }) => ruleCode === 'levels.tolerance')).toEqual([]);
    expect(finding).toMatchObject({
      ruleCode: 'levels.tolerance',
      anchor: { startSeconds: 2, endSeconds: 3 },
    });
    expect(finding!.evidence.map(({ anchor }) => anchor)).toMatchObject([
      { startSeconds: 2 },
      { startSeconds: 4 },
    ]);
  });

  test('are measured in 10 bits, and not in PQ', { tags: 'long' }, async () => {
    const ten = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-pix_fmt', 'yuv422p10le'];
    expect(await levels('r103-10-in.mov', 50, 245, ten)).toEqual([]);
    expect(await levels('r103-10-out.mov', 50, 247, ten)).toHaveLength(1);
    expect(await levels('r103-pq.mp4', 50, 250, [...lossless, '-color_trc', 'smpte2084'])).toEqual([]);
  });

  test('of full range are converted to limited range', async () => {
    expect(await levels('r103-full.mp4', 50, 255, [...lossless, '-color_range', 'pc'])).toEqual([]);
  });

  test('of colours count too', async () => {
    const colour = ['-vf', 'format=yuv420p,geq=lum=120:cb=128:cr=240', ...lossless];
    const red = [...source('color=gray:size=320x180:rate=25:duration=1'), ...colour];
    expect(codes(await examine('r103-red.mp4', red))).toEqual(['levels.tolerance']);
  });

  // Acceptance figures: every share with every level, and with the levels 5 and 246.
  // Lossy coding changes levels that are next to a limit, so the clips are lossless.
  test('are judged right in all of 24 clips', { tags: 'long', timeout: 300_000 }, async () => {
    for (const [at, percent] of [0.5, 0.9, 1.1, 3].entries()) {
      for (const level of [0, 4, 247, 255]) {
        const found = await levels(`r103-${percent}-${level}.mp4`, percent, level, lossless, 1000 + 8 * at);
        expect([percent, level, found.length]).toEqual([percent, level, percent > 1 ? 1 : 0]);
      }
      for (const level of [5, 246])
        expect(await levels(`r103-${percent}-${level}.mp4`, percent, level, lossless)).toEqual([]);
    }
  });
});

describe('single frames', () => {
  test('that are black are found, up to 5 of them', async () => {
    const black = [boxAt('black', 50), boxAt('black', 75, 79), boxAt('black', 100, 105)].join();
    const findings = await examine('black-frames.mp4', [...zoom(), '-t', '5.2', '-vf', black, ...coded]);
    expect(codes(findings)).toEqual(['picture.black_frames', 'picture.black_frames']);
    expect(findings.map(measured)).toEqual([1, 5]);
    expect(findings.map(({ anchor }) => anchor)).toEqual([
      { kind: 'time', startSeconds: 2, endSeconds: 2.04 },
      { kind: 'time', startSeconds: 3, endSeconds: 3.2 },
    ]);
  });

  test('of another picture are found', async () => {
    const other = source('mandelbrot=size=320x180:rate=25:start_scale=0.3');
    const graph = `[0]${boxAt('white', 75)}[white];[white][1]overlay=enable='eq(n,50)'`;
    const findings = await examine('other-frames.mp4', [
      ...[...zoom(), ...other, '-filter_complex', graph, '-t', '4', ...coded],
    ]);
    expect(codes(findings)).toEqual(['picture.flash_frame', 'picture.flash_frame']);
    for (const [at, seconds] of [2, 3].entries()) {
      const anchor = findings[at]!.anchor as { startSeconds: number; endSeconds: number };
      expect(anchor.startSeconds).toBeCloseTo(seconds, 3);
      expect(anchor.endSeconds).toBeCloseTo(seconds + 0.04, 3);
    }
  });

  test('of the same picture in the light of a flash are not found', async () => {
    const light = (options: string, frame: number) => `eq=${options}:enable='eq(n,${frame})'`;
    const lights = [
      light('brightness=0.35:contrast=1.3', 30),
      light('gamma=2.5', 55),
      // The band of a rolling shutter.
      "split[a][b];[b]crop=iw:ih/2:0:0,eq=brightness=0.4[b];[a][b]overlay=enable='eq(n,80)'",
    ].join();
    expect(await examine('flashes.mp4', [...zoom(), '-t', '4', '-vf', lights, ...coded])).toEqual([]);
  });

  test('are found up to the end', { tags: 'long' }, async () => {
    const white = [...zoom(), '-t', '2', '-vf', boxAt('white', 47), ...coded];
    expect(codes(await examine('late-white.mp4', white))).toEqual(['picture.flash_frame']);
    const black = [...zoom(), '-t', '2', '-vf', boxAt('black', 44, 45), ...coded];
    expect(codes(await examine('late-black.mp4', black))).toEqual(['picture.black_frames']);
  });

  test(
    'are not found in strobes, dips to black, cuts and blended cuts',
    { tags: 'long', timeout },
    async () => {
      const dip = "fade=out:st=1:d=0.5:enable='lt(t,1.7)',fade=in:st=1.7:d=0.5:enable='gte(t,1.7)'";
      const both = [...zoom(), ...source('testsrc2=size=320x180:rate=25')];
      const cut = "[0][1]blend=all_expr='if(lt(N,40),A,if(eq(N,40),(A+B)/2,B))'";
      const cuts = "[0][1]blend=all_expr='if(mod(floor(T),2),A,B)'";
      for (const [name, args] of [
        ['strobe.mp4', [...zoom(), '-vf', "drawbox=color=white:t=fill:enable='eq(mod(n,6),0)'"]],
        ['dip.mp4', [...zoom(), '-vf', dip]],
        ['blended.mp4', [...both, '-filter_complex', cut]],
        ['cuts.mp4', [...both, '-filter_complex', cuts]],
      ] as const)
        expect([name, codes(await examine(name, [...args, '-t', '3.4', ...coded]))]).toEqual([name, []]);
    },
  );
});

describe('repeated frames', () => {
  test('are counted in one finding', { timeout }, async () => {
    const one = await examine('repeat-1.mp4', [...zoom(), '-t', '3', '-vf', repeat(39), ...coded]);
    expect(codes(one)).toEqual(['motion.repeated_frames']);
    expect(measured(one[0]!)).toBe(1);
    expect((one[0]!.anchor as { startSeconds: number }).startSeconds).toBeCloseTo(1.6, 1);
    const three = `${repeat(30)},${repeat(60)},${repeat(91, 2)}`;
    const more = await examine('repeat-4.mp4', [...zoom(), '-t', '5', '-vf', three, ...coded]);
    expect(more.map(measured)).toEqual([4]);
  });

  const cadences = [
    // One frame in a second is repeated.
    [24, '25', '6'],
    [24, '30000/1001', '3'],
    [24, '60', '3'],
    [12, '24', '3'],
    [25, '50', '3'],
  ] as const;
  for (const [cases, options] of sampled(cadences, ([from]) => from === 12))
    test.for(cases)(
      'of %i frames in %s are one finding of severity info',
      options,
      async ([from, to, seconds]) => {
        const name = `cadence-${from}-${to.replace('/', '-')}.mp4`;
        const findings = await examine(name, [...zoom(from), '-t', seconds, '-vf', `fps=${to}`, ...coded]);
        expect(codes(findings)).toEqual(['motion.cadence']);
        expect(findings[0]!.severity).toBe('info');
      },
    );

  test('of a cadence that rests in still parts are one finding', { tags: 'long', timeout }, async () => {
    // Every fifth frame is repeated. The picture is held for 15 frames twice.
    const rests = [40, 80].map((frame) => repeat(frame, 15)).join(',');
    const clip = [...zoom(24), '-t', '8', '-vf', `${rests},setpts=N/24/TB,fps=30`, ...coded];
    expect(codes(await examine('resting-cadence.mp4', clip))).toEqual(['motion.cadence']);
  });

  test('are not found where a small part moves', { tags: 'long', timeout }, async () => {
    // The background moves except in two frames, in which only a small box moves.
    const clip = [
      ...[...zoom(), ...source('color=white:size=24x24:rate=25'), '-t', '4', '-filter_complex'],
      `[0]${repeat(40)},${repeat(70)}[held];[held][1]overlay=x='20+100*t':y=60:shortest=1`,
      ...coded,
    ];
    expect(await examine('small-movement.mp4', clip)).toEqual([]);
  });

  test('are not found in held pictures', { timeout }, async () => {
    expect(await examine('hold.mp4', [...zoom(), '-t', '4', '-vf', repeat(35, 30), ...coded])).toEqual([]);
  });
});

test('clean pictures have none of these findings', { tags: 'long', timeout }, async () => {
  const still = ['picture.freeze'];
  for (const [name, graph, expected] of [
    ['clean-zoom.mp4', 'mandelbrot=size=320x180:rate=25', []],
    ['clean-testsrc2.mp4', 'testsrc2=size=640x360:rate=25', []],
    ['clean-testsrc2-hd.mp4', 'testsrc2=size=1920x1080:rate=25', []],
    ['clean-testsrc.mp4', 'testsrc=size=640x360:rate=25', []],
    ['clean-noise.mp4', 'color=gray:size=640x360:rate=25,noise=alls=40:allf=t', []],
    ['clean-hdbars.mp4', 'smptehdbars=size=1920x1080:rate=25', still],
    ['clean-bars.mp4', 'smptebars=size=640x480:rate=25', still],
  ] as const)
    expect([name, codes(await examine(name, [...source(graph), '-t', '3', ...coded]))]).toEqual([
      name,
      expected,
    ]);
});
