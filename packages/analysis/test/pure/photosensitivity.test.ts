import { describe, expect, test } from 'vitest';
import { displayFormat } from '../../sidekicks/photosensitivity/display-format.ts';
import type { FlashingStretch } from '../../sidekicks/photosensitivity/flash-counter.ts';
import { lights, luminanceAt, unitsPerCandela } from '../../sidekicks/photosensitivity/light.ts';
import { visualField } from '../../sidekicks/photosensitivity/picture-grid.ts';
import {
  alternating,
  black,
  type Colour,
  findingsOf,
  grey,
  red,
  seenOf,
  type SyntheticVideo,
  white,
} from '../support/flashes.ts';
import { sampled } from '../../../../test/support/sampled.ts';

const nothing = { tooOften: [], ongoing: [] };

function expectRange(flashing: FlashingStretch | undefined, startSeconds: number, endSeconds: number) {
  expect(Math.abs(flashing!.startSeconds - startSeconds)).toBeLessThan(0.2);
  expect(Math.abs(flashing!.endSeconds - endSeconds)).toBeLessThan(0.3);
}

/** Returns a pseudorandom number (0–1) that depends only on its arguments. */
const random = (column: number, row: number, frame: number) => {
  let hash = Math.imul(column * 374_761_393 + row * 668_265_263 + frame * 2_147_483_647, 1_274_126_177);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
};

describe('the number of flashes', () => {
  const rates = ['24', '25', '30000/1001', '50', '60000/1001', '60'];
  const isInSample = (rate: string) => ['25', '60000/1001'].includes(rate);

  for (const [cases, options] of sampled(rates, isInSample))
    test.for(cases)('four flashes a second are found at %s pictures per second', options, (rate) => {
      const flash = alternating(4, white, black);
      const colour = (t: number) => (t >= 1 && t < 3 ? flash(t) : black);
      const { general, red } = seenOf({ seconds: 4.5, rate, colour });
      expect(red).toEqual(nothing);
      expect(general.ongoing).toEqual([]);
      expect(general.tooOften).toEqual([
        expect.objectContaining({ flashes: 4, pictureShare: 1, fieldShare: 1 }),
      ]);
      expectRange(general.tooOften[0], 1, 3);
    });

  for (const [cases, options] of sampled(rates, isInSample))
    test.for(cases)(
      'three flashes a second are within the limit at %s pictures per second',
      options,
      (rate) => {
        const colour = alternating(3, white, black);
        expect(seenOf({ seconds: 4.5, rate, colour })).toEqual({ general: nothing, red: nothing });
      },
    );

  test('three flashes within a single second are within the limit, four are not', () => {
    const pulses = (count: number) => (t: number) =>
      t >= 1 && t < 1 + count * 0.16 - 0.01 && (t - 1) % 0.16 < 0.079 ? white : black;
    expect(seenOf({ seconds: 4, colour: pulses(3) }).general).toEqual(nothing);
    expect(seenOf({ seconds: 4, colour: pulses(4) }).general.tooOften).toMatchObject([{ flashes: 4 }]);
  });

  test('flashing up to the end of the video is found', () => {
    const flash = alternating(5, white, black);
    const { general } = seenOf({ seconds: 4, colour: (t) => (t >= 2 ? flash(t) : black) });
    expect(general.tooOften).toHaveLength(1);
    expectRange(general.tooOften[0], 2, 4);
  });

  test('a stretch ends with the last flash, even if other content moves afterwards', () => {
    const flash = alternating(5, white, black);
    // After the flashes, two columns of cells in ten change in each picture.
    const moving = (column: number, frame: number) => ((column + frame) % 10 < 5 ? white : black);
    const { general } = seenOf({
      seconds: 5,
      colour: (t, column, _row, frame) =>
        t >= 1 && t < 3 ? flash(t) : t < 3 ? black : moving(column, frame),
    });
    expect(general.tooOften).toMatchObject([{ startSeconds: 1, endSeconds: 3 }]);
  });

  test('separate stretches are reported separately, and overlapping seconds as one', () => {
    const flash = alternating(5, white, black);
    const { general } = seenOf({ seconds: 8, colour: (t) => (t < 2 || t >= 5 ? flash(t) : black) });
    expect(general.tooOften).toHaveLength(2);
    expectRange(general.tooOften[0], 0, 2);
    expectRange(general.tooOften[1], 5, 8);
  });

  test('smoothly rising and falling luminance is one flash per period', () => {
    const wave = (perSecond: number) => (t: number) =>
      grey(Math.round(120 + 100 * Math.sin(2 * Math.PI * perSecond * t)));
    expect(seenOf({ seconds: 3, rate: '50', colour: wave(4) }).general.tooOften).toMatchObject([
      { flashes: 4 },
    ]);
    expect(seenOf({ seconds: 4, rate: '50', colour: wave(0.5) }).general).toEqual(nothing);
  });

  test('a stepwise rise and a stepwise fall are one flash, whatever the number of steps', () => {
    const colour = (t: number) => grey(Math.round(250 * Math.abs(1 - (t % 2))));
    expect(seenOf({ seconds: 6, colour }).general).toEqual(nothing);
  });
});

describe('the size of a luminance change', () => {
  const between = (dark: number, light: number) =>
    seenOf({ seconds: 2, colour: alternating(5, grey(light), grey(dark)) }).general.tooOften;

  test('a change below a tenth of the maximum luminance does not count, one above it does', () => {
    // Relative luminance of 8-bit grey values: 89: 0.0999, 90: 0.1022, 188: 0.5029, 203: 0.5972, 204: 0.6038.
    expect(between(0, 89)).toEqual([]);
    expect(between(0, 90)).toHaveLength(1);
    expect(between(188, 203)).toEqual([]);
    expect(between(188, 204)).toHaveLength(1);
  });

  test('changes count only if the darker side is below 0.8', () => {
    // The 8-bit grey value 231 has a relative luminance of 0.799, and 232 has 0.807.
    expect(between(232, 255)).toEqual([]);
    expect(between(231, 255)).toHaveLength(1);
  });
});

describe('high dynamic range', () => {
  // ITU-R BT.2408: levels of a grey card, of reference white and of the peak, on an HLG display of 1,000 cd/m².
  test.for([
    ['pq', 0.38, 26],
    ['pq', 0.58, 203],
    ['pq', 0.75, 983],
    ['hlg', 0.38, 26],
    ['hlg', 0.75, 203],
    ['hlg', 1, 1000],
  ] as const)('%s at %d is %d cd/m²', ([transfer, signal, luminance]) => {
    const value = Math.round(signal * 255);
    const found = luminanceAt(lights[transfer], Uint8Array.of(value, value, value), 0) / unitsPerCandela;
    expect(Math.abs(found - luminance) / luminance).toBeLessThan(0.03);
  });

  /** Returns the grey whose PQ signal is nearest to a luminance in cd/m². */
  function pqGrey(luminance: number): Colour {
    const power = (luminance / 10_000) ** (2610 / 16384);
    const signal = ((3424 / 4096 + (2413 / 128) * power) / (1 + (2392 / 128) * power)) ** (2523 / 32);
    return grey(Math.round(255 * signal));
  }

  test.for([
    [64, 121, true],
    [100, 112, false],
    [100, 130, true],
    // A Michelson contrast of 0.05 and of 0.07; the limit is 1/17.
    [400, 440, false],
    [400, 465, true],
  ] as const)('a change from %i to %i cd/m² counts: %s', ([darker, lighter, counts]) => {
    const colour = alternating(4, pqGrey(lighter), pqGrey(darker));
    const { general } = seenOf({ seconds: 4, transfer: 'pq', colour });
    expect(general.tooOften.length > 0).toBe(counts);
  });
});

describe('the flashing area', () => {
  const field = visualField(16 / 9);
  const quarterField = Math.sqrt(field.cells / 4);
  const flash = alternating(5, white, black);
  const inside =
    (across: number, down: number, at = 40) =>
    (t: number, column: number, row: number) =>
      column >= at && column < at + across && row >= 20 && row < 20 + down ? flash(t) : black;

  test('a ten-degree field is a third of the width of 1024 × 768, and a quarter of it is 21,824 pixels', () => {
    expect(visualField(4 / 3)).toEqual({ columns: 53, rows: 30, cells: 53 * 30 });
    expect(field).toEqual({ columns: 53, rows: 40, cells: 53 * 40 });
    const pixelsOfCell = (1024 / 160) * (576 / 90);
    expect(((field.cells / 4) * pixelsOfCell) / 21_824).toBeCloseTo(1, 1);
  });

  test('a quarter of a ten-degree field is within the limit, a larger area is not', () => {
    const side = Math.floor(quarterField);
    expect(seenOf({ seconds: 2, colour: inside(side, side) }).general).toEqual(nothing);
    const { general } = seenOf({ seconds: 2, colour: inside(side + 1, side + 1) });
    expect(general.tooOften).toHaveLength(1);
    expect(general.tooOften[0]!.fieldShare).toBeGreaterThan(0.25);
    expect(general.tooOften[0]!.pictureShare).toBeLessThan(0.05);
  });

  test('small areas add up within a field of view, and not across several', () => {
    const two = (apart: number) => (t: number, column: number, row: number) =>
      (column >= 10 && column < 27) || (column >= 10 + apart && column < 27 + apart)
        ? row >= 20 && row < 38
          ? flash(t)
          : black
        : black;
    expect(seenOf({ seconds: 2, colour: two(30) }).general.tooOften).toHaveLength(1);
    expect(seenOf({ seconds: 2, colour: two(80) }).general.tooOften).toEqual([]);
  });

  test('the flashing share of the picture is reported as well', () => {
    const share = (down: number) =>
      seenOf({ seconds: 2, colour: inside(80, down) }).general.tooOften[0]!.pictureShare;
    expect(share(44)).toBeCloseTo((80 * 44) / 14_400, 5);
    expect(share(46)).toBeCloseTo((80 * 46) / 14_400, 5);
  });

  test('alternating halves count as one flashing area', () => {
    const colour = (t: number, column: number) => flash(column < 80 ? t : t + 0.1);
    expect(seenOf({ seconds: 2, colour }).general.tooOften).toMatchObject([{ flashes: 5, pictureShare: 1 }]);
  });

  test('areas that flash one after the other do not add up', { tags: 'long' }, () => {
    const colour = (t: number, column: number) =>
      Math.floor(t) % 8 === Math.floor(column / 20) ? alternating(3, white, black)(t) : black;
    expect(seenOf({ seconds: 8, colour }).general).toEqual(nothing);
  });
});

describe('a fast pan', () => {
  const noise = (seed: number) => Math.abs(Math.sin(seed * 12.9898) * 43_758.5453) % 1;
  /** A room of grey furniture, with lamps of different widths in a strip below the ceiling. */
  const room = (x: number, row: number): Colour => {
    if (row >= 5 && row < 25 && x % 40 < 12 + 8 * noise(Math.floor(x / 40))) return white;
    return grey(20 + Math.round(60 * noise(Math.floor(x / 7) + 100 * Math.floor(row / 9))));
  };
  const judged = (colour: SyntheticVideo['colour']) => findingsOf({ seconds: 3, rate: '30', colour });

  test('past lamps, over an area that is permitted for television, is minor', async () => {
    const panned = (t: number) => Math.round(30 * 8 * Math.min(1.2, Math.max(0, t - 0.9)));
    const found = await judged((t, column, row) => room(column + panned(t), row));
    expect(found).toMatchObject([{ ruleCode: 'flash.general', severity: 'minor' }]);
    expect(found[0]!.details).toContain('moves as a whole');
  });

  test(
    'flashes of the same lamps in a slow pan, and stripes that reverse their contrast, stay major',
    { tags: 'long' },
    async () => {
      const flash = alternating(5, white, black);
      const strobe = await judged((t, column, row) =>
        row >= 5 && row < 25 ? flash(t) : room(column + Math.round(30 * t), row),
      );
      const reversed = await judged((t, column, row) =>
        row >= 5 && row < 25 && column >= 20 && column < 100
          ? flash(t + (Math.floor(column / 12) % 2) / 10)
          : black,
      );
      for (const found of [strobe, reversed])
        expect(found).toMatchObject([{ ruleCode: 'flash.general', severity: 'major' }]);
    },
  );
});

describe('a fast zoom', () => {
  const isCentre = (column: number, row: number) => column >= 40 && column < 90 && row >= 20 && row < 70;
  /** Parts of a scene that pass by: each becomes lighter and darker at its own times, most often in the centre. */
  const passing = (t: number, column: number, row: number): Colour => {
    const size = isCentre(column, row) ? 8 : 5;
    const block = Math.floor(column / size) + 40 * Math.floor(row / size);
    const turn = Math.floor((t + random(block, 5, 0)) * 25);
    return grey(random(block, turn, 0) < (isCentre(column, row) ? 0.5 : 0.94) ? 200 : 30);
  };
  const judged = (colour: SyntheticVideo['colour']) => findingsOf({ seconds: 2, rate: '30', colour });

  test('whose parts change at their own times is minor over an area that is permitted for television', async () => {
    const found = await judged(passing);
    expect(found).toMatchObject([{ ruleCode: 'flash.general', severity: 'minor' }]);
    expect(found[0]!.details).toContain('as in a fast zoom');
  });

  test(
    'is major with a lamp or flashing letters, and so are many lamps in a still picture',
    { tags: 'long' },
    async () => {
      const flash = alternating(5, white, black);
      const lamp = await judged((t, column, row) =>
        column >= 100 && column < 130 && row >= 30 && row < 60 ? flash(t) : passing(t, column, row),
      );
      const letters = await judged((t, column, row) =>
        column >= 100 && column < 150 && row >= 30 && row < 60 && column % 6 < 4
          ? flash(t)
          : passing(t, column, row),
      );
      const still = await judged((t, column, row) =>
        isCentre(column, row) ? passing(t, column, row) : black,
      );
      for (const found of [lamp, letters, still])
        expect(found).toMatchObject([{ ruleCode: 'flash.general', severity: 'major' }]);
    },
  );
});

describe('red flashes', () => {
  const green: Colour = [0, 128, 0];

  test('saturated red alternating with a colour of equal luminance is a red flash, not a general flash', () => {
    const { general, red: seen } = seenOf({ seconds: 3, colour: alternating(4, red, green) });
    expect(general).toEqual(nothing);
    expect(seen.tooOften).toMatchObject([{ flashes: 4, pictureShare: 1 }]);
    expectRange(seen.tooOften[0], 0, 3);
  });

  test('red and black alternating are red and general flashes; three a second are within both limits', () => {
    const both = seenOf({ seconds: 3, colour: alternating(4, red, black) });
    expect([both.general.tooOften, both.red.tooOften]).toMatchObject([[{ flashes: 4 }], [{ flashes: 4 }]]);
    expect(seenOf({ seconds: 4, colour: alternating(3, red, black) }).red).toEqual(nothing);
  });

  test('a red is saturated from 0.8 of the linear light', () => {
    const blue: Colour = [0, 0, 255];
    // The share of red in the linear light is 0.7999 if green is 137, and 0.8024 if green is 136.
    expect(seenOf({ seconds: 3, colour: alternating(4, [255, 137, 0], blue) }).red).toEqual(nothing);
    expect(seenOf({ seconds: 3, colour: alternating(4, [255, 136, 0], blue) }).red.tooOften).toHaveLength(1);
  });

  test('a change of chromaticity counts above 0.2', () => {
    // The chromaticity distances of the two pinks from red are 0.1977 and 0.2017.
    expect(seenOf({ seconds: 3, colour: alternating(4, red, [255, 166, 166]) }).red).toEqual(nothing);
    expect(seenOf({ seconds: 3, colour: alternating(4, red, [255, 170, 170]) }).red.tooOften).toHaveLength(1);
  });

  test('reds too dark to be visible do not count', () => {
    expect(seenOf({ seconds: 3, colour: alternating(4, [30, 0, 0], black) }).red).toEqual(nothing);
  });
});

describe('extended flashing', () => {
  test.for([2, 3, 4])('flashing %s times a second for more than five seconds is found', (perSecond) => {
    const flash = alternating(perSecond, white, black);
    const { general } = seenOf({ seconds: 9, colour: (t) => (t >= 1 && t < 7.5 ? flash(t) : black) });
    expect(general.ongoing).toHaveLength(1);
    expectRange(general.ongoing[0], 1, 7.5);
    expect(general.ongoing[0]!.flashes).toBe(perSecond);
  });

  test('five seconds, one flash a second and a quarter of the picture are within the limits', () => {
    const flash = alternating(3, white, black);
    expect(seenOf({ seconds: 8, colour: (t) => (t >= 1 && t < 6 ? flash(t) : black) }).general).toEqual(
      nothing,
    );
    expect(seenOf({ seconds: 8, colour: alternating(1, white, black) }).general).toEqual(nothing);
    const quarter = (t: number, column: number) => (column < 40 ? flash(t) : black);
    expect(seenOf({ seconds: 8, colour: quarter }).general).toEqual(nothing);
  });
});

describe('content without flashes', { tags: 'long' }, () => {
  test('noise', () => {
    const colour = (_t: number, column: number, row: number, frame: number) =>
      grey(Math.floor(random(column, row, frame) * 256));
    expect(seenOf({ seconds: 6, colour })).toEqual({ general: nothing, red: nothing });
  });

  test('moving texture', () => {
    const colour = (t: number, column: number, row: number) =>
      grey(
        Math.round(
          128 +
            70 * Math.sin((column + t * 60) / 3.8 + row / 5) +
            50 * Math.sin((column + t * 60) / 10 - row / 3),
        ),
      );
    expect(seenOf({ seconds: 6, colour })).toEqual({ general: nothing, red: nothing });
  });

  test('cuts from scene to scene', () => {
    const colour = (t: number, column: number, row: number) =>
      grey(Math.floor(random(column >> 4, row >> 4, Math.floor(t * 2)) * 256));
    expect(seenOf({ seconds: 10, colour })).toEqual({ general: nothing, red: nothing });
  });
});

describe('the display format', () => {
  const media = (stream: object) => ({
    streams: [
      { codec_type: 'audio', tags: {} },
      { codec_type: 'video', tags: {}, ...stream },
    ],
    format: { format_name: 'mov', tags: {} },
  });
  const hd = { width: 1920, height: 1080 };

  test('the rate is that of the stream, up to 60 pictures per second', () => {
    const rate = (r_frame_rate?: string, avg_frame_rate?: string) =>
      displayFormat(media({ ...hd, r_frame_rate, avg_frame_rate }))!.rate;
    expect(rate('30000/1001', '30000/1001')).toBe('30000/1001');
    expect(rate('25/1', '50/1')).toBe('50/1');
    expect(rate('90000/1', '24/1')).toBe('60');
    expect(rate('120/1', '120/1')).toBe('60');
    expect(rate('0/0', '0/0')).toBe('60');
    expect(rate()).toBe('60');
  });

  test('the aspect ratio and the transfer function are those of the displayed picture', () => {
    const shape = (stream: object) => displayFormat(media(stream))!.aspectRatio;
    expect(shape(hd)).toBeCloseTo(16 / 9);
    expect(shape({ width: 720, height: 576, sample_aspect_ratio: '16:15' })).toBeCloseTo(4 / 3);
    expect(shape({ ...hd, sample_aspect_ratio: '0:1', side_data_list: [{}, { rotation: -90 }] })).toBeCloseTo(
      9 / 16,
    );
    expect(shape({})).toBeCloseTo(16 / 9);
    expect(shape({ width: 0, height: 0 })).toBeCloseTo(16 / 9);
    const transfer = (color_transfer?: string) => displayFormat(media({ ...hd, color_transfer }))!.transfer;
    expect(['smpte2084', 'arib-std-b67', 'bt709', undefined].map(transfer)).toEqual([
      'pq',
      'hlg',
      'sdr',
      'sdr',
    ]);
  });

  test('cover art is not a video', () => {
    expect(displayFormat(media({ ...hd, disposition: { attached_pic: 1 } }))).toBeNull();
  });
});
