import { describe, expect, test } from 'vitest';
import { make } from '../../../local/samples/ffmpeg.ts';
import { useParsers } from '../../support/parsers.ts';
import { mediaFile, runSidekick } from '../../support/run-sidekick.ts';

const parsers = useParsers();

/** Makes a video of a source with filters, and returns the findings. */
async function find(name: string, filters: string, source = 'testsrc2=size=640x360:rate=25:duration=3') {
  await make(mediaFile(name), [
    ...['-f', 'lavfi', '-i', source, '-vf', filters],
    ...['-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
  ]);
  return runSidekick(parsers, 'photosensitivity', name);
}

/** Draws vertical stripes of 32 pixels per pair in the given share of the height. `way` is in pixels. */
const stripes = (share: number, way = '0') =>
  `geq=lum='if(lt(Y,H*${share}),if(lt(mod(X+${way}+3200,32),16),235,16),lum(X,Y))':cb='cb(X,Y)':cr='cr(X,Y)'`;

describe('stripes over a test picture', () => {
  test.for([
    ['still', stripes(0.5), '20 light-dark pairs of still stripes', 40],
    ['drifting', stripes(0.5, '40*T'), '20 light-dark pairs of drifting stripes', 40],
    ['reversing', stripes(0.34, '16*floor(mod(T*8,2))'), 'that oscillate, flash or reverse', 25],
    ['oscillating', stripes(0.34, '14*sin(T*15)'), 'that oscillate, flash or reverse', 25],
  ] as const)('%s', async ([name, filters, words, limit]) => {
    const findings = (await find(`${name}.mp4`, filters)).filter(
      ({ ruleCode }) => ruleCode === 'pattern.stripes',
    );
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      severity: 'major',
      summary: expect.stringContaining(words),
      evidence: [
        { content: { measured: 20, threshold: 5 } },
        { content: { threshold: limit } },
        { content: { threshold: 50 } },
        { content: { threshold: 0.5 } },
        {},
      ],
    });
    const { anchor } = findings[0]!;
    if (anchor.kind !== 'time') throw new Error('the anchor is not a time range');
    expect(anchor.startSeconds).toBeLessThan(0.6);
    expect(anchor.endSeconds).toBeCloseTo(3, 0);
  });

  test('within the area are not found', async () => {
    expect(await find('area-still.mp4', stripes(0.34))).toEqual([]);
    expect(await find('area-drifting.mp4', stripes(0.34, '40*T'))).toEqual([]);
    expect(await find('area-oscillating.mp4', stripes(0.18, '14*sin(T*15)'))).toEqual([]);
  });

  test('are found at 50 and 60 pictures per second, and in upright pictures', async () => {
    for (const [name, size, rate] of [
      ['fifty.mp4', '640x360', '50'],
      ['sixty.mp4', '640x360', '60000/1001'],
      ['upright.mp4', '360x640', '25'],
    ] as const) {
      const source = `testsrc2=size=${size}:rate=${rate}:duration=2`;
      expect(await find(name, stripes(0.6, '40*T'), source)).toMatchObject([{ ruleCode: 'pattern.stripes' }]);
    }
  });
});

describe('nothing is found', () => {
  test.for([
    ['in colour bars', 'null', 'smptehdbars=size=1280x720:rate=25:duration=2'],
    ['in a moving fractal', 'null', 'mandelbrot=size=640x360:rate=25,trim=duration=3'],
    ['in a checkerboard', "geq=lum='if(mod(floor(X/20)+floor(Y/20),2),235,16)':cb=128:cr=128", undefined],
    ['in a grid', 'drawgrid=w=60:h=60:t=4:color=white', undefined],
    ['in four light-dark pairs', "geq=lum='if(lt(mod(X,160),80),235,16)':cb=128:cr=128", undefined],
    ['in blinds over a fifth of the picture', stripes(0.2), undefined],
  ] as const)('%s', async ([name, filters, source]) => {
    expect(await find(`nothing-${name.replaceAll(' ', '-')}.mp4`, filters, source)).toEqual([]);
  });
});
