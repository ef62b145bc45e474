/** @module-tag long */

import { describe, expect, test } from 'vitest';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { mediaFile, runSidekick } from '../support/run-sidekick.ts';

const parsers = useParsers();

/** Makes a video of a source with filters, and returns the findings. */
async function find(name: string, filters: string, source = 'testsrc2=size=320x180:rate=25:duration=3') {
  await make(mediaFile(name), [
    ...['-f', 'lavfi', '-i', source, '-vf', filters],
    ...['-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
  ]);
  return runSidekick(parsers, 'photosensitivity', name);
}

/** Draws vertical stripes of 16 pixels per pair in the given share of the height. `way` is in pixels. */
const stripes = (share: number, way = '0') =>
  `geq=lum='if(lt(Y,H*${share}),if(lt(mod(X+${way}+3200,16),8),235,16),lum(X,Y))':cb='cb(X,Y)':cr='cr(X,Y)'`;

describe('stripes over a test picture', () => {
  test.for([
    ['still', stripes(0.5), '20 light-dark pairs of still stripes', 40],
    ['drifting', stripes(0.5, '20*T'), '20 light-dark pairs of drifting stripes', 40],
    ['reversing', stripes(0.34, '8*floor(mod(T*8,2))'), 'that oscillate, flash or reverse', 25],
    ['oscillating', stripes(0.34, '7*sin(T*15)'), 'that oscillate, flash or reverse', 25],
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

  test.for([
    ['still', stripes(0.34)],
    ['drifting', stripes(0.34, '20*T')],
    ['oscillating', stripes(0.18, '7*sin(T*15)')],
  ] as const)('%s, within the area, are not found', async ([name, filters]) => {
    expect(await find(`area-${name}.mp4`, filters)).toEqual([]);
  });

  test.for([
    ['fifty.mp4', '320x180', '50'],
    ['sixty.mp4', '320x180', '60000/1001'],
    ['upright.mp4', '180x320', '25'],
  ] as const)('are found in %s: %s pixels, %s pictures per second', async ([name, size, rate]) => {
    const source = `testsrc2=size=${size}:rate=${rate}:duration=2`;
    expect(await find(name, stripes(0.6, '20*T'), source)).toMatchObject([{ ruleCode: 'pattern.stripes' }]);
  });
});

describe('nothing is found', () => {
  test.for([
    ['in colour bars', 'null', 'smptehdbars=size=1280x720:rate=25:duration=2'],
    ['in a moving fractal', 'null', 'mandelbrot=size=640x360:rate=25,trim=duration=3'],
    ['in a checkerboard', "geq=lum='if(mod(floor(X/10)+floor(Y/10),2),235,16)':cb=128:cr=128", undefined],
    ['in a grid', 'drawgrid=w=30:h=30:t=2:color=white', undefined],
    ['in four light-dark pairs', "geq=lum='if(lt(mod(X,80),40),235,16)':cb=128:cr=128", undefined],
    ['in blinds over a fifth of the picture', stripes(0.2), undefined],
  ] as const)('%s', async ([name, filters, source]) => {
    expect(await find(`nothing-${name.replaceAll(' ', '-')}.mp4`, filters, source)).toEqual([]);
  });
});
