import { describe, expect, test } from 'vitest';
import {
  formatTimeCode,
  frameAt,
  middleOfFrame,
  parseFrameRate,
  timeCodeFormat,
} from '@assay/domain/time-code.ts';

const ntsc = 30_000 / 1001;

describe('a time code', () => {
  test.for([
    [25, null, 0, '00:00:00:00'],
    [25, null, 1504, '00:01:00:04'],
    [25, '10:00:00:00', 304, '10:00:12:04'],
    [24_000 / 1001, '01:00:00:00', 24 * 60, '01:01:00:00'],
    // SMPTE ST 12-1: the numbers ;00 and ;01 are left out at 00:01:00, but not at 00:10:00.
    [ntsc, null, 1799, '00:00:59;29'],
    [ntsc, null, 1800, '00:01:00;02'],
    [ntsc, null, 17_981, '00:09:59;29'],
    [ntsc, null, 17_982, '00:10:00;00'],
    [ntsc, null, 107_892, '01:00:00;00'],
    [60_000 / 1001, null, 3600, '00:01:00;04'],
    [ntsc, '10:00:00;00', 1800, '10:01:00;02'],
    [ntsc, '00:01:00;02', 0, '00:01:00;02'],
    [ntsc, '01:00:00:00', 1800, '01:01:00:00'],
    [25, '23:59:59:24', 1, '00:00:00:00'],
    [25, 'hostile', 1, '00:00:00:01'],
  ] as const)('at %d frames/s from %s, frame %i is %s', ([rate, start, frame, text]) => {
    expect(formatTimeCode(frame, timeCodeFormat(rate, start))).toBe(text);
  });

  test('numbers every frame of two hours of drop-frame once, and agrees with the clock', () => {
    const format = timeCodeFormat(ntsc, null);
    let before = '';
    for (let frame = 0; frame < 2 * 107_892; frame++) {
      const text = formatTimeCode(frame, format);
      expect(text > before).toBe(true);
      before = text;
    }
    expect(before).toBe('01:59:59;29');
  });
});

test.for([25, ntsc, 24_000 / 1001, 50, 60_000 / 1001])(
  'at %d frames/s, a time that is rounded to a millisecond is in its frame',
  (rate) => {
    for (let frame = 0; frame < 10_000; frame++) {
      expect(frameAt(Number((frame / rate).toFixed(3)), rate)).toBe(frame);
      expect(frameAt(middleOfFrame(frame, rate), rate)).toBe(frame);
    }
  },
);

test.for([
  ['25', 25],
  ['30000/1001', ntsc],
  ['0/0', null],
  ['25/0', null],
  ['-1', null],
] as const)('the frame rate %s is %d', ([text, rate]) => {
  expect(parseFrameRate(text)).toBe(rate);
});
