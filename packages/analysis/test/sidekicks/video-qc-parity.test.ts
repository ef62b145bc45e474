/** @module-tag long */

import { describe, expect, test } from 'vitest';
import { decode } from '../../decode/decode.ts';
import { rules } from '../../sidekicks/video-qc/rules.ts';
import { judgeDarkness } from '../../sidekicks/video-qc/judge-darkness.ts';
import { judgeFields } from '../../sidekicks/video-qc/judge-fields.ts';
import { watchDarkness } from '../../sidekicks/video-qc/watch-darkness.ts';
import { strips, watchFields } from '../../sidekicks/video-qc/watch-fields.ts';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import { mediaTools } from '../../../../test/support/media-tools.ts';
import { mediaFile } from '../support/run-sidekick.ts';

// The sidekick detects black and freezes on a scaled copy of the picture, and interlacing on strips of the picture.
// Both must agree with detection on the full picture and with the known defects.

const size = '1280x720';
const seconds = 8;
const scene = ['-f', 'lavfi', '-i', `mandelbrot=size=${size}:rate=25`];
const fine = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '12', '-pix_fmt', 'yuv420p'];
const coarse = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '28', '-g', '12', '-pix_fmt', 'yuv420p'];
const freeze = 'loop=loop=75:size=1:start=50,setpts=N/25/TB';
const still = 'trim=end_frame=1,loop=loop=-1:size=1:start=0,setpts=N/25/TB';
const dark = "lutyuv=y='16+(val-16)*0.12':u=128:v=128";
const black = "drawbox=color=black:t=fill:enable='between(t,2,4.999)'";
const object = (pixels: number) =>
  `${still}[still];color=white:size=${pixels}x${pixels}:rate=25[object];` +
  "[still][object]overlay=x='mod(t*120,1200)':y=300:shortest=1";

const slowObject =
  `${still},drawbox=x=600:y=300:w=80:h=80:color=black:t=fill[still];color=white:size=48x48:rate=25,format=yuva420p,` +
  'fade=in:d=4:alpha=1,fade=out:st=4:d=4:alpha=1[object];[still][object]overlay=x=616:y=316:shortest=1';

/** The expected findings of a video: rule code, start and end in seconds. */
type Label = [code: string, startSeconds: number, endSeconds: number][];

const labelled: [name: string, graph: string, label: Label][] = [
  ['moving', 'null', []],
  ['freeze', freeze, [['picture.freeze', 2, 5]]],
  ['freeze-with-noise', `${freeze},noise=alls=2:allf=t`, [['picture.freeze', 2, 5]]],
  ['noise', 'noise=alls=20:allf=t', []],
  ['object-of-8', object(8), []],
  ['object-of-16', object(16), []],
  ['object-of-48', object(48), []],
  ['object-that-appears-slowly', slowObject, []],
  ['slow-fade', `${still},trim=duration=${seconds},fade=out:st=0:d=${seconds}`, []],
  ['black', black, [['picture.black', 2, 5]]],
  ['black-with-noise', `${black},noise=alls=4:allf=t`, [['picture.black', 2, 5]]],
  [
    'black-with-logo',
    `${black},drawbox=x=1120:y=40:w=90:h=50:color=white@0.6:t=fill`,
    [['picture.black', 2, 5]],
  ],
  [
    'black-with-large-logo',
    `${black},drawbox=x=900:y=40:w=300:h=150:color=white@0.6:t=fill`,
    [['picture.freeze', 2, 5]],
  ],
  ['dark-scene', dark, []],
  ['dark-freeze', `${freeze},${dark}`, [['picture.freeze', 2, 5]]],
  [
    'fade-through-black',
    "fade=out:st=1:d=1:enable='lt(t,3)',drawbox=color=black:t=fill:enable='between(t,2,4.999)',fade=in:st=5:d=1:enable='gt(t,3)'",
    [['picture.black', 2, 5]],
  ],
];

async function darknessOf(name: string, filtersFor: 'smallFilters' | 'pictureFilters'): Promise<Label> {
  const watch = watchDarkness(false);
  const seen = await seenBy(name, { [filtersFor]: watch.smallFilters }, watch);
  return judgeDarkness(seen, [], [], { startSeconds: 0, endSeconds: seconds }, null, false, rules).map(
    labelOf,
  );
}

describe('the scaled picture', () => {
  test.for(labelled)('%s', { timeout: 300_000 }, async ([name, graph, label]) => {
    const file = `parity-${name}.mp4`;
    await make(mediaFile(file), [...scene, '-filter_complex', graph, '-t', String(seconds), ...fine]);
    expectAlike(await darknessOf(file, 'smallFilters'), label);
    expectAlike(await darknessOf(file, 'pictureFilters'), label);
  });

  // These freezes are not found at full size. Scaling averages neighbouring pixels, which removes coding noise.
  test.for([
    ['jumps of key frames', freeze, coarse],
    ['noise', `${freeze},noise=alls=3:allf=t`, fine],
  ] as const)('does not mistake %s in a freeze for movement', async ([what, graph, coding]) => {
    const file = `parity-${what.replaceAll(' ', '-')}-only.mp4`;
    await make(mediaFile(file), [...scene, '-vf', graph, '-t', String(seconds), ...coding]);
    expectAlike(await darknessOf(file, 'smallFilters'), [['picture.freeze', 2, 5]]);
    expectAlike(await darknessOf(file, 'pictureFilters'), []);
  });
});

describe('the strips', () => {
  const fields = 'interlace=scan=tff:lowpass=off,setfield=prog';
  const telecine = 'telecine=pattern=23,setfield=prog';
  const cases: [source: string, rate: string, filter: string, out: number, label: Label][] = [
    ['mandelbrot', '50', fields, 25, [['scan.mislabelled', 0, 6]]],
    ['testsrc2', '50', fields, 25, [['scan.mislabelled', 0, 6]]],
    ['mandelbrot', '24000/1001', telecine, 30, [['scan.pulldown', 0, 6]]],
    ['testsrc2', '24000/1001', telecine, 30, [['scan.pulldown', 0, 6]]],
    ['mandelbrot', '25', 'null', 25, []],
    ['testsrc2', '25', 'null', 25, []],
    ['mandelbrot', '25', 'noise=alls=20:allf=t', 25, []],
  ];

  test.for(cases)('%s at %s, %s', { timeout: 300_000 }, async ([source, rate, filter, out, label]) => {
    const file = `strips-${source}-${rate.replace('/', '-')}-${filter.slice(0, 4)}.mp4`;
    const from = ['-f', 'lavfi', '-i', `${source}=size=${size}:rate=${rate}`];
    await make(mediaFile(file), [...from, '-vf', filter, '-t', '6', ...fine]);
    const watch = watchFields();
    const inStrips = watch.pictureFilters!;
    const whole = inStrips.map((text) => text.replace(strips.join(','), 'null'));
    expect(whole).not.toEqual(inStrips);
    for (const pictureFilters of [inStrips, whole]) {
      const again = watchFields();
      const seen = await seenBy(file, { pictureFilters }, again);
      expectAlike(judgeFields(seen, 'progressive', out, rules).map(labelOf), label);
    }
  });
});

async function seenBy<Seen>(
  name: string,
  filters: { smallFilters?: readonly string[]; pictureFilters?: readonly string[] },
  { onMessage, seen }: Pick<ReturnType<typeof watchFields>, 'onMessage'> & { seen: (at: number) => Seen },
): Promise<Seen> {
  await decode({
    ...filters,
    tools: await mediaTools(),
    path: mediaFile(name),
    signal: new AbortController().signal,
    timeoutMs: 200_000,
    onMessage: onMessage!,
  });
  return seen(seconds);
}

function labelOf({ ruleCode, anchor }: ReturnType<typeof judgeFields>[number]): Label[number] {
  if (anchor.kind !== 'time') throw new Error(`an anchor of kind ${anchor.kind}`);
  return [ruleCode, anchor.startSeconds, anchor.endSeconds];
}

function expectAlike(found: Label, label: Label) {
  expect(found.map(([code]) => code)).toEqual(label.map(([code]) => code));
  for (const [at, [, start, end]] of label.entries()) {
    expect(Math.abs(found[at]![1] - start)).toBeLessThan(0.5);
    expect(Math.abs(found[at]![2] - end)).toBeLessThan(0.5);
  }
}
