import { describe, expect, test } from 'vitest';
import { judgeStripes } from '../../sidekicks/photosensitivity/judge-stripes.ts';
import { black, stripe, stripesOf, white } from '../support/stripes.ts';

const grey = 100;

describe('the number of pairs', () => {
  test.for([
    [5, 0],
    [6, 1],
    [16, 1],
    [80, 1],
  ] as const)('%i vertical pairs over the whole picture', ([pairs, count]) => {
    const stretches = stripesOf((x) => stripe(x * pairs));
    expect(stretches).toHaveLength(count);
    if (count === 1) {
      expect(stretches).toMatchObject([
        { pairs, pictureShare: 1, degrees: 90, motion: 'still', startSeconds: 0 },
      ]);
      expect(stretches[0]!.endSeconds).toBeCloseTo(3);
    }
  });

  test('is counted across the stripes, not across the picture', () => {
    // 10 pairs across the width, of which the area has 5, and then 7.
    const over = (share: number) => stripesOf((x) => (x < share ? stripe(x * 10) : grey));
    expect(over(0.5)).toEqual([]);
    expect(over(0.7)).toMatchObject([{ pairs: 7 }]);
  });

  test.for([0.2, 0.35, 0.65, 0.8])(
    'does not depend on the width of the light stripes (%f of a pair)',
    (duty) => {
      expect(stripesOf((x) => stripe(x * 12, duty))).toMatchObject([{ pairs: 12 }]);
    },
  );

  test('of waves is that of their periods', () => {
    const wave = (x: number) => 125 + 109 * Math.sin(2 * Math.PI * 9 * x);
    expect(stripesOf(wave)).toMatchObject([{ pairs: 9 }]);
  });
});

test.for([0, 20, 45, 70, 110, 135, 160])('stripes at %i° are found with their direction', (degrees) => {
  const angle = ((degrees + 90) * Math.PI) / 180;
  const [stretch] = stripesOf((x, y) => stripe((x * 16 * Math.cos(angle) - y * 9 * Math.sin(angle)) * 0.8));
  expect(stretch!.pictureShare).toBeGreaterThan(0.95);
  expect(Math.abs(stretch!.degrees - degrees)).toBeLessThanOrEqual(2);
});

describe('the area', () => {
  const band = (share: number, pairs: (x: number, t: number) => number) =>
    stripesOf((x, y, t) => (y < share ? stripe(pairs(x, t)) : grey), { seconds: 1.6 });

  test('of still stripes may be 40 % of the picture', () => {
    expect(band(0.36, (x) => x * 20)).toEqual([]);
    const [stretch] = band(0.44, (x) => x * 20);
    expect(stretch).toMatchObject({ motion: 'still', pairs: 20 });
    expect(stretch!.pictureShare).toBeCloseTo(0.44, 1);
  });

  test('of drifting stripes may be 40 % of the picture, in either direction', { tags: 'long' }, () => {
    for (const speed of [-2, 7]) {
      expect(band(0.36, (x, t) => x * 20 + speed * t)).toEqual([]);
      expect(band(0.44, (x, t) => x * 20 + speed * t)).toMatchObject([{ motion: 'drifting' }]);
    }
  });

  const alternating = {
    'that oscillate': (x: number, t: number) => x * 20 + 0.4 * Math.sin(2 * Math.PI * 2 * t),
    'that reverse in contrast': (x: number, t: number) => x * 20 + (Math.floor(4 * t + 1e-6) % 2) / 2,
  };
  test.for(Object.entries(alternating))('of stripes %s has a limit of 25 percent', ([, pairs]) => {
    expect(band(0.22, pairs)).toEqual([]);
    const [stretch] = band(0.3, pairs);
    expect(stretch).toMatchObject({ motion: 'alternating' });
    expect(stretch!.startSeconds).toBeLessThan(0.5);
    expect(stretch!.endSeconds).toBeCloseTo(1.6, 1);
  });

  test('of rows of a page that is scrolled, rests and is scrolled again has no limit of 25 percent', () => {
    const scrolled = (seconds: number) => (x: number, y: number, t: number) => {
      const along = (from: number) => 11 * Math.min(Math.max(t - from, 0), seconds);
      return x < 0.35 ? stripe(y * 12 + along(0.4) - along(0.96)) : grey;
    };
    expect(stripesOf(scrolled(0.16), { seconds: 1.6 })).toEqual([]);
    expect(stripesOf(scrolled(0.5), { seconds: 1.6 })).toMatchObject([{ motion: 'alternating' }]);
  });

  test('of stripes that flash may be 25 % of the picture', { tags: 'long' }, () => {
    const flashing = (share: number) =>
      stripesOf((x, y, t) => (y < share && Math.floor(5 * t + 1e-6) % 2 === 0 ? stripe(x * 20) : grey));
    expect(flashing(0.22)).toEqual([]);
    expect(flashing(0.3)).toMatchObject([{ motion: 'alternating' }]);
  });

  test('is that of the displayed picture, with its bars', () => {
    const letterboxed = (height: number) =>
      stripesOf((x, y) => (Math.abs(y - 0.5) < height / 2 ? stripe(x * 20) : black));
    expect(letterboxed(0.36)).toEqual([]);
    expect(letterboxed(0.5)).toMatchObject([{ pairs: 20 }]);
  });

  test('of parts with like stripes, and of parts with other stripes, is added up', () => {
    const apart = stripesOf((x, y) => (Math.abs(y - 0.5) > 0.25 ? stripe(x * 24) : grey));
    expect(apart[0]!.pictureShare).toBeCloseTo(0.5, 1);
    const crossed = stripesOf((x, y) => (x < 0.3 ? stripe(y * 18) : x > 0.7 ? stripe(x * 40) : grey));
    expect(crossed[0]!.pictureShare).toBeCloseTo(0.6, 1);
  });
});

describe('the time', { tags: 'long' }, () => {
  const between = (from: number, to: number) =>
    stripesOf((x, _y, t) => (t >= from - 1e-6 && t < to - 1e-6 ? stripe(x * 20) : grey));

  test('of the stripes is exact to a few pictures', () => {
    const [stretch] = between(0.8, 2.2);
    expect(Math.abs(stretch!.startSeconds - 0.8)).toBeLessThanOrEqual(0.08);
    expect(Math.abs(stretch!.endSeconds - 2.2)).toBeLessThanOrEqual(0.08);
  });

  test('may be less than half a second', () => {
    expect(between(0.8, 1.2)).toEqual([]);
    expect(between(0.8, 1.52)).toHaveLength(1);
  });

  test('is reported apart for stripes apart', () => {
    const twice = stripesOf((x, _y, t) => (t < 1 || t >= 2.2 ? stripe(x * 20) : grey), { seconds: 3.4 });
    expect(twice).toHaveLength(2);
  });
});

test('curved stripes are found', () => {
  const rings = stripesOf((x, y) => stripe(Math.hypot((x - 0.5) * 16, (y - 0.5) * 9) * 1.2));
  expect(rings).toHaveLength(1);
  expect(rings[0]!.pictureShare).toBeGreaterThan(0.8);
  // 19 pairs cross the width. Those in the middle are not counted, where they have every direction.
  expect(rings[0]!.pairs).toBeGreaterThan(5);
  expect(rings[0]!.pairs).toBeLessThanOrEqual(19);
});

test('zigzags are found', () => {
  const zigzag = stripesOf((x, y) => stripe(y * 10 + 3 * Math.abs(((x * 2) % 1) - 0.5)));
  expect(zigzag).toHaveLength(1);
});

describe('nothing is found', () => {
  /** A checkerboard has no stripes. The recommendation names stripes only. */
  const pictures = {
    'in a checkerboard': (x: number, y: number) =>
      (Math.floor(x * 16) + Math.floor(y * 9)) % 2 === 0 ? white : black,
    'in a fine checkerboard': (x: number, y: number) =>
      (Math.floor(x * 64) + Math.floor(y * 36)) % 2 === 0 ? white : black,
    'in dots': (x: number, y: number) =>
      Math.hypot(((x * 32) % 1) - 0.5, ((y * 18) % 1) - 0.5) < 0.3 ? white : black,
    'in stripes of less than 50 cd/m²': (x: number) => (stripe(x * 20) === white ? 120 : black),
    'in stripes that hardly differ': (x: number) => (stripe(x * 20) === white ? 160 : 152),
    'in a ramp': (x: number) => black + (white - black) * x,
    'in colour bars': (x: number) => black + Math.floor(x * 7) * 36,
    'in a single edge': (x: number) => (x < 0.5 ? white : black),
  };
  test.for(Object.entries(pictures))('%s', ([, lumaAt]) => {
    expect(stripesOf(lumaAt, { seconds: 1 })).toEqual([]);
  });
});

test('a finding has the area, the pairs, the luminance, the time, the direction and the motion', () => {
  const [finding] = judgeStripes(stripesOf((x) => stripe(x * 16)));
  expect(finding).toMatchObject({
    ruleCode: 'pattern.stripes',
    severity: 'major',
    summary: '16 light-dark pairs of still stripes from 0:00.00 to 0:03.00, over 100 % of the picture',
    anchor: { kind: 'time', startSeconds: 0, endSeconds: 3 },
    evidence: [
      { content: { measured: 16, threshold: 5, unit: 'pairs' } },
      { content: { measured: 100, threshold: 40 } },
      { content: { measured: 200, threshold: 50 } },
      { content: { measured: 3, threshold: 0.5 } },
      { content: { motion: 'still', degrees: 90 } },
    ],
  });
});
