import { describe, expect, test } from 'vitest';
import type { Picture } from '../../decode/picture.ts';
import { changedArea } from '../../text/picture-change.ts';
import { followPlace, keepPlaces } from '../../text/reader/follow-places.ts';
import { planReading, rememberPlaces } from '../../text/reader/reading-memory.ts';
import { showsSample, takeSample } from '../../text/reader/samples.ts';
import type { Box, KnownPlace } from '../../text/text-reader.ts';

const [width, height] = [640, 360];

/** The lit segments of seven-segment digits: the three horizontal ones from the top, then the four vertical ones. */
const segments: Record<string, string> = { '1': '0001010', '6': '1111011', '8': '1111111', '9': '1111110' };

/** Draws digits of 12 × 20 pixels on a noisy ground. */
function draw(digits: string, left: number, top: number, { light = 0, seed = 1 } = {}): Picture {
  const rgb = new Uint8Array(3 * width * height);
  let noise = seed;
  for (let at = 0; at < rgb.length; at++) {
    noise = (noise * 1_103_515_245 + 12_345) % 2 ** 31;
    rgb[at] = 60 + light + ((noise >> 16) % 7);
  }
  const fill = ([x, y, w, h]: readonly [number, number, number, number]) => {
    for (let row = y; row < y + h; row++)
      rgb.fill(220 + light, 3 * (row * width + x), 3 * (row * width + x + w));
  };
  for (const [i, digit] of [...digits].entries()) {
    const x = left + 18 * i;
    const bars = [0, 9, 17].map((y) => [x, top + y, 12, 3] as const);
    const posts = [
      [x + 9, top, 3, 11],
      [x, top, 3, 11],
      [x + 9, top + 9, 3, 11],
      [x, top + 9, 3, 11],
    ] as const;
    for (const [segment, box] of [...bars, ...posts].entries())
      if (segments[digit]![segment] === '1') fill(box);
  }
  return { width, height, rgb };
}

const boxOf = (digits: string, left: number, top: number): Box => [
  left - 6,
  top - 6,
  left + 18 * digits.length,
  top + 26,
];

function placeOf(picture: Picture, box: Box, text = 'text'): KnownPlace {
  const line = { text, confidence: 0.95, box, letters: null };
  return { line, isText: true, readings: 1, sample: takeSample(picture, box) };
}

describe('the letters of a place', () => {
  const digits = '18691869';
  const box = boxOf(digits, 100, 200);
  const sample = takeSample(draw(digits, 100, 200), box);

  test('are the same with other noise, and a little lighter', () => {
    expect(showsSample(draw(digits, 100, 200, { seed: 7, light: 12 }), sample, box[0], box[1])).toBe(true);
  });

  test.each(['18691868', '18891869', '98691869', '1869186'])('are others in %s', (others) => {
    expect(showsSample(draw(others, 100, 200, { seed: 7 }), sample, box[0], box[1])).toBe(false);
  });

  test('are found where the picture has moved, at their exact place', () => {
    const picture = draw(digits, 137, 192, { seed: 7 });
    const [left, top, right, bottom] = boxOf(digits, 137, 192);
    // The boxes of the detector are not exact.
    const detected: Box = [left - 2, top + 1, right + 1, bottom + 2];
    const known = [
      placeOf(draw('11111111', 100, 100), boxOf(digits, 100, 100)),
      placeOf(draw(digits, 100, 200), box),
    ];
    expect(followPlace(picture, detected, known)).toEqual({ known: 1, box: [left, top, right, bottom] });
    expect(followPlace(draw('18691866', 137, 192), detected, known)).toBeNull();
  });
});

test('a line with the same letters is kept if the detector splits or misses it, but not if it has become longer', () => {
  const digits = '18691869';
  const [left, top, right, bottom] = boxOf(digits, 100, 200);
  const known = [placeOf(draw(digits, 100, 200), [left, top, right, bottom])].map((place) => ({
    ...place,
    line: { ...place.line, confidence: 0.99 },
  }));
  const keep = (picture: Picture, ...boxes: Box[]) => {
    const detected = boxes.map((upright) => ({ upright }));
    const { kept, left: rest } = keepPlaces(picture, known, detected);
    return [kept.length, rest.map(({ upright }) => upright)];
  };
  const same = draw(digits, 100, 200, { seed: 7 });
  const other: Box = [20, 20, 90, 50];
  expect(keep(same, [left, top, left + 60, bottom], [left + 66, top, right, bottom], other)).toEqual([
    1,
    [other],
  ]);
  expect(keep(same)).toEqual([1, []]);
  const upper: Box = [left, top, right, top + 18];
  expect(keep(same, upper)).toEqual([0, [upper]]);
  const longer: Box = [left, top, right + 80, bottom];
  expect(keep(draw(`${digits}8188`, 100, 200), longer)).toEqual([0, [longer]]);
  expect(keep(draw('18691868', 100, 200), [left, top, right, bottom])).toEqual([
    0,
    [[left, top, right, bottom]],
  ]);
});

describe('a picture of which a part has changed', () => {
  const picture = draw('', 0, 0);
  const places = [placeOf(picture, [20, 20, 200, 50]), placeOf(picture, [120, 100, 300, 130])];

  test('is read in that part, and the places outside are kept', () => {
    const other = draw('8', 140, 110);
    const changed = changedArea(picture, other)!;
    expect(changed).toEqual([128, 96, 160, 144]);
    const plan = planReading(other, places, changed);
    // The second line is cut by the changed part, and is read as a whole.
    expect(plan).toEqual({ area: [120, 96, 300, 144], kept: [places[0]], known: [places[1]] });
    const found = { ...places[1]!, readings: 2, known: 0 };
    expect(rememberPlaces(other, plan, [found]).map(({ readings }) => readings)).toEqual([1, 2]);
  });

  test('is read as a whole if the part is large', () => {
    expect(planReading(picture, places, [0, 0, 640, 300])).toMatchObject({
      area: [0, 0, 640, 360],
      kept: [],
    });
  });

  test('is read as a whole after a picture with very many places', () => {
    const many = Array.from({ length: 1_001 }, () => places[0]!);
    const { area, kept, known } = planReading(picture, many, [128, 96, 160, 144]);
    expect({ area, kept: kept.length, known: known.length }).toEqual({
      area: [0, 0, 640, 360],
      kept: 0,
      known: 1_000,
    });
  });

  test('is not read if it differs only in noise', () => {
    expect(changedArea(picture, draw('', 0, 0, { seed: 5 }))).toBeNull();
  });
});

test('the samples of a picture with very many large places are limited', () => {
  const picture = draw('', 0, 0);
  const found = Array.from({ length: 500 }, () => {
    const { line } = placeOf(picture, [0, 0, 640, 300]);
    return { line, isText: true, readings: 1, known: null };
  });
  const plan = planReading(picture, []);
  const levels = rememberPlaces(picture, plan, found).map(({ sample }) => sample.levels.length);
  expect(levels.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(2 ** 21);
});
