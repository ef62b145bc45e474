import { expect, test } from 'vitest';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { mediaFile, runSidekick } from '../support/run-sidekick.ts';
import { sampled } from '../../../../test/support/sampled.ts';

const parsers = useParsers();
/** Many clips are made, which takes longer than other tests. */
const timeout = 180_000;
const source = (graph: string) => ['-f', 'lavfi', '-i', graph];
/** Clouds, with a box, that move slowly. */
const clouds =
  'color=gray:size=40x23:rate=25,noise=alls=60:all_seed=5:allf=u,scale=768:432:flags=bicubic,' +
  'crop=480:270:x=20+t*30:y=20+t*10,drawbox=x=200:y=60:w=90:h=120:color=#806040:t=fill,gblur=sigma=1,' +
  'noise=alls=3:allf=t,format=yuv420p';
const scene = source(clouds);
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

async function blocksIn(name: string, args: readonly string[]) {
  await make(mediaFile(name), args);
  const findings = await runSidekick(parsers, 'video-qc', name);
  return findings.filter(({ ruleCode }) => ruleCode === 'picture.blocks');
}
const length = ['-t', '3'];

const starved = [
  ['starved-mpeg2.mkv', ['-c:v', 'mpeg2video', '-q:v', '28']],
  ['starved-mpeg4.mp4', ['-c:v', 'mpeg4', '-q:v', '28']],
  ['starved-mjpeg.mov', ['-c:v', 'mjpeg', '-q:v', '31', '-pix_fmt', 'yuvj420p']],
  ['starved-h264.mp4', [...x264, '-crf', '48', '-x264-params', 'no-deblock=1']],
] as const;
for (const [cases, options] of sampled(starved, ([name]) => name === 'starved-mpeg2.mkv'))
  test.for(cases)('%s, without a deblocking filter, shows blocks', options, async ([name, coding]) => {
    const findings = await blocksIn(name, [...scene, ...length, ...coding]);
    expect(findings).toHaveLength(1);
    expect(findings[0]!.severity).toBe('minor');
    const { startSeconds, endSeconds } = findings[0]!.anchor as { startSeconds: number; endSeconds: number };
    expect(startSeconds).toBe(0);
    expect(endSeconds).toBeCloseTo(3, 1);
    const { measured } = findings[0]!.evidence[0]!.content as { measured: number };
    expect(measured).toBeGreaterThanOrEqual(10.5);
  });

test(
  'the blocks are found after lossless coding, and at any position',
  { tags: 'long', timeout },
  async () => {
    const starved = mediaFile('starved-source.mkv');
    await make(starved, [...scene, ...length, '-c:v', 'mpeg2video', '-q:v', '28']);
    for (const [name, filter] of [
      ['blocks-cropped.mkv', 'crop=440:240:6:10'],
      ['blocks-ten-bits.mkv', 'format=yuv420p10le'],
    ] as const)
      expect(await blocksIn(name, ['-i', starved, '-vf', filter, '-c:v', 'ffv1'])).toHaveLength(1);
    // Pictures that were scaled after coding have another grid.
    const scaled = ['-vf', 'scale=720:406', '-c:v', 'ffv1'];
    expect(await blocksIn('blocks-scaled.mkv', ['-i', starved, ...scaled])).toEqual([]);
  },
);

test('a stretch ends where the blocks end', { tags: 'long', timeout }, async () => {
  const [bad, good] = ['part-bad.mkv', 'part-good.mkv'].map(mediaFile) as [string, string];
  const coding = ['-t', '3', '-c:v', 'mpeg2video', '-q:v'];
  await make(bad, [...scene, ...coding, '31']);
  await make(good, [...scene, ...coding, '2']);
  const joined = ['-i', good, '-i', bad, '-i', good, '-filter_complex', '[0][1][2]concat=n=3'];
  const findings = await blocksIn('blocks-part.mkv', [...joined, '-c:v', 'ffv1']);
  expect(findings).toMatchObject([{ anchor: { startSeconds: 3, endSeconds: 6 } }]);
});

test('clean pictures, test patterns and strong grain show none', { tags: 'long', timeout }, async () => {
  const clean = [
    ['scene', scene],
    ['zoom', source('mandelbrot=size=320x180:rate=25')],
    ['testsrc2', source('testsrc2=size=320x180:rate=25')],
    ['testsrc', source('testsrc=size=320x180:rate=25')],
    ['hdbars', source('smptehdbars=size=640x360:rate=25')],
    ['palbars', source('pal75bars=size=720x576:rate=25')],
    ['noise', source('color=gray:size=320x180:rate=25,noise=alls=40:allf=t')],
    ['cells', source('cellauto=size=320x180:rate=25:seed=4')],
    [
      'board',
      source('color=gray:size=320x180:rate=25,geq=lum=100+20*mod(floor(X/8)+floor(Y/8)\\,2):cb=128:cr=128'),
    ],
  ] as const;
  for (const [name, input] of clean) {
    for (const [coder, coding] of [
      ['h264.mp4', [...x264, '-crf', '20']],
      ['mpeg2.mkv', ['-c:v', 'mpeg2video', '-q:v', '3', '-pix_fmt', 'yuv420p']],
    ] as const)
      expect([
        name,
        coder,
        await blocksIn(`clean-${name}-${coder}`, [...input, '-t', '2', ...coding]),
      ]).toEqual([name, coder, []]);
  }
});
