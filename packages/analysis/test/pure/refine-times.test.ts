import { describe, expect, test } from 'vitest';
import { DecodeFailed, DecodeTimedOut } from '../../decode/run-ffmpeg.ts';
import { type Excerpt, refineTimes, type TimedLine } from '../../text/refine-times.ts';

const sampled = { intervalSeconds: 0.5, pictureCount: 20, width: 853, height: 480 };
const line = (changes: Partial<TimedLine> = {}): TimedLine => ({
  box: [100, 400, 300, 440],
  confidence: 0.9,
  first: 3,
  last: 8,
  ...changes,
});

/** Decodes pictures of a line that is shown from 1.2 to 4.2 s. */
function decodeLine({ fromSeconds, lengthSeconds, crop, onPicture }: Excerpt): Promise<number[]> {
  const times = Array.from({ length: 25 * lengthSeconds }, (_, i) => fromSeconds + i / 25);
  for (const [i, at] of times.entries()) {
    const rgb = new Uint8Array(3 * crop.width * crop.height);
    if (at > 1.19 && at < 4.19)
      for (let pixel = 0; pixel < rgb.length / 3; pixel += 8)
        rgb.fill(pixel % 16 === 0 ? 255 : 160, 3 * pixel, 3 * pixel + 6);
    onPicture({ width: crop.width, height: crop.height, rgb }, i);
  }
  return Promise.resolve(times);
}

const refine = (lines: TimedLine[], decode = decodeLine) => refineTimes(lines, sampled, decode, () => {});

test('the pictures in which a line appears and disappears are found', async () => {
  const [times] = await refine([line()]);
  expect(times!.startSeconds).toBeCloseTo(1.2, 1);
  expect(times!.endSeconds).toBeCloseTo(4.2, 1);
});

test('nearby times share an excerpt, unless their pictures would need too much memory', async () => {
  const excerptsOf = async (lines: TimedLine[]) => {
    const ranges: string[] = [];
    const times = await refine(lines, (excerpt) => {
      const { fromSeconds, lengthSeconds } = excerpt;
      ranges.push(`${fromSeconds.toFixed(1)}–${(fromSeconds + lengthSeconds).toFixed(1)}`);
      return decodeLine(excerpt);
    });
    return { ranges: ranges.sort(), times };
  };
  // The line appears at 1.2 s and disappears at 4.2 s. Two other lines disappear in other intervals.
  const { ranges, times } = await excerptsOf([line(), line({ first: 4, last: 5 }), line({ last: 10 })]);
  expect(ranges).toEqual(['0.3–6.2']);
  expect(times[0]!.startSeconds).toBeCloseTo(1.2, 1);
  expect(times[0]!.endSeconds).toBeCloseTo(4.2, 1);
  const many = (length: number) =>
    excerptsOf(Array.from({ length }, () => line({ last: 6, box: [0, 0, 300, 50] })));
  expect((await many(1)).ranges).toEqual(['0.3–4.2']);
  expect((await many(8)).ranges).toEqual(['0.3–2.2', '2.3–4.2']);
});

describe('an excerpt that cannot be decoded', () => {
  const failing = async (error: Error) => {
    let excerpts = 0;
    const times = await refine([line()], (excerpt) => {
      if (++excerpts === 1) throw error;
      return decodeLine(excerpt);
    });
    return { excerpts, isKnown: Object.values(times[0]!).map((time) => time !== null) };
  };

  test('is left out', async () => {
    expect(await failing(new DecodeFailed('damaged'))).toEqual({ excerpts: 2, isKnown: [false, true] });
  });

  test('in time is the last one: the other times stay inexact', async () => {
    expect(await failing(new DecodeTimedOut('60 s'))).toEqual({ excerpts: 1, isKnown: [false, false] });
  });

  test('because the work is cancelled throws the reason', async () => {
    await expect(failing(new Error('cancelled'))).rejects.toThrow('cancelled');
  });
});

test.each([
  ['at the right edge', [700, 400, 853, 440]],
  ['in the last column', [852, 400, 853, 440]],
] as const)('the excerpt of a box %s is within the even part of the picture', async (_, box) => {
  await refine([line({ box: [...box] })], (excerpt) => {
    const { x, y, width, height } = excerpt.crop;
    for (const even of [x, y, width, height]) expect(even % 2).toBe(0);
    expect(width).toBeGreaterThan(0);
    expect(x + width).toBeLessThanOrEqual(852);
    expect(y + height).toBeLessThanOrEqual(480);
    return decodeLine(excerpt);
  });
});
