import { describe, expect, test } from 'vitest';
import { judgeFormat, type VideoStream } from '../../sidekicks/video-qc/judge-format.ts';
import { rules } from '../../sidekicks/video-qc/rules.ts';
import { judgeLengths } from '../../sidekicks/video-qc/judge-lengths.ts';

const stream = (parts: Partial<VideoStream>): VideoStream => ({
  codec_type: 'video',
  codec_name: 'h264',
  pix_fmt: 'yuv420p',
  width: 1280,
  height: 720,
  tags: {},
  ...parts,
});
const found = (parts: Partial<VideoStream>) =>
  judgeFormat(stream(parts)).map(({ ruleCode, severity }) => [ruleCode, severity]);
const colours = (primaries?: string, transfer?: string, matrix?: string) => ({
  ...(primaries === undefined ? {} : { color_primaries: primaries }),
  ...(transfer === undefined ? {} : { color_transfer: transfer }),
  ...(matrix === undefined ? {} : { color_space: matrix }),
});
const bt601 = colours('bt470bg', 'bt709', 'smpte170m');

describe('colour and format', () => {
  test('HD in BT.709 and HD without colour metadata have no finding', () => {
    expect(found({ ...colours('bt709', 'bt709', 'bt709'), color_range: 'tv' })).toEqual([]);
    expect(found({})).toEqual([]);
  });

  test('HD in other colours is minor, and info in high dynamic range', () => {
    expect(found(bt601)).toEqual([['colour.not_hdtv', 'minor']]);
    expect(found(colours('bt2020', 'smpte2084', 'bt2020nc'))).toEqual([['colour.not_hdtv', 'info']]);
  });

  test('HD with incomplete colour metadata is info', () => {
    expect(found(colours('bt709', 'bt709'))).toEqual([['colour.unsignalled', 'info']]);
    expect(found(colours('bt709', 'bt709', 'unknown'))).toEqual([['colour.unsignalled', 'info']]);
  });

  test('an upright picture in SD, nearly square pixels and the chroma of a master have no finding', () => {
    expect(found({ ...bt601, width: 540, height: 960 })).toEqual([]);
    expect(found({ sample_aspect_ratio: '9233:9262' })).toEqual([]);
    expect(found({ codec_name: 'prores', pix_fmt: 'yuv422p10le' })).toEqual([]);
  });
});

test.for([
  // The padding of AAC and short pictures at the end.
  [4.16, 25, 'info'],
  [3.85, 25, 'info'],
  [4.3, 25, 'minor'],
  [4.4, 10, 'minor'],
] as const)(
  '4 s of picture and %d s of sound at %i pictures a second are %s',
  ([seconds, rate, severity]) => {
    const picture = { startSeconds: 0, endSeconds: 4 };
    const sound = { startSeconds: 0, endSeconds: seconds };
    expect(judgeLengths(picture, sound, rate, rules)).toMatchObject([
      { ruleCode: 'length.mismatch', severity },
    ]);
  },
);
