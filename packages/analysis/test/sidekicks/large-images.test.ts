import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { asFinalFailure } from '../../../../activities/analyse/final-failure.ts';
import { observeFile } from '../../jobs/observe-file.ts';
import { DecodeTimedOut } from '../../decode/run-ffmpeg.ts';
import type { ProbeReport } from '../../decode/ffprobe.ts';
import { frameLimit } from '../../decode/image-limits.ts';
import type { Finding } from '../../contract/finding.ts';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import { gifAnimation, pngAnimation, webpAnimation } from '../../../../test/support/animations.ts';
import { mediaTools } from '../../../../test/support/media-tools.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { mediaFile as file, runSidekick } from '../support/run-sidekick.ts';

// Images that are small files but have enormous frames or very many of them. Each must be examined within seconds.

const parsers = useParsers();
/** Bytes of a GIF of `gifAnimation` before its first frame. */
const headerBytes = 19;

async function examine(name: string, bytes: Buffer): Promise<Finding[]> {
  await writeFile(file(name), bytes);
  return runSidekick(parsers, 'integrity', name);
}

function unexamined(findings: Finding[]): string[] {
  for (const { ruleCode, severity } of findings)
    expect([ruleCode, severity]).toEqual(['decode.unexamined', 'info']);
  return findings.map(({ summary }) => summary);
}

describe('an animation with more frames than are decoded', () => {
  test('as a GIF of 100 megapixels is examined up to its hundredth frame', { tags: 'long' }, async () => {
    const bytes = gifAnimation({ width: 10_000, height: 10_000, frames: 470_000 });
    expect(bytes.length).toBeLessThan(11e6);
    const findings = await examine('many.gif', bytes);
    expect(unexamined(findings)).toEqual(['The first 100 of 470000 frames were decoded']);
    expect(await examine('many.gif', bytes)).toEqual(findings);
  });

  test('as a GIF of one pixel is examined up to its 20,000th frame', { tags: 'long' }, async () => {
    const bytes = gifAnimation({ width: 1, height: 1, frames: 1_000_000 });
    expect(unexamined(await examine('tiny.gif', bytes))).toEqual([
      'The first 20000 of 1000000 frames were decoded',
    ]);
  });

  test('as an animated PNG is examined up to the limit of pixels', { tags: 'long' }, async () => {
    const bytes = pngAnimation({ width: 5_000, height: 5_000, frames: 20_000 });
    const [variant, ...others] = (await examine('many.png', bytes)).toSorted((one, other) =>
      other.ruleCode.localeCompare(one.ruleCode),
    );
    expect(variant?.ruleCode).toBe('format.variant');
    expect(unexamined(others)).toEqual(['The first 400 of 20000 frames were decoded']);
  });

  test('as an animated WebP is not decoded', async () => {
    const bytes = webpAnimation({ width: 10_000, height: 10_000, frames: 400_000 });
    expect(await examine('many.webp', bytes)).toEqual([]);
  });

  test(
    'as a GIF whose frames cannot be decoded is examined up to a number of messages',
    { tags: 'long' },
    async () => {
      const good = gifAnimation({ width: 5_000, height: 5_000, frames: 470_000 });
      const bytes = Buffer.from(good);
      // Invalid LZW code sizes in all frames but the first. The code size is five bytes before the end of a frame.
      for (let end = headerBytes + 2 * 23; end < bytes.length; end += 23) bytes[end - 5] = 0x20;
      expect((await examine('broken.gif', bytes)).map(({ ruleCode }) => ruleCode)).toEqual([
        'decode.image',
        'decode.unexamined',
      ]);
    },
  );

  test(
    'as a file of many pictures one after another is examined up to the limit of pixels',
    { tags: 'long' },
    async () => {
      const picture = pngAnimation({ width: 10_000, height: 10_000, frames: 1 });
      const bytes = Buffer.alloc(picture.length * 110, picture);
      expect(unexamined(await examine('chain.png', bytes))).toEqual(['The first 100 frames were decoded']);
    },
  );
});

test('an image that takes longer than its time limit fails for good, but a video does not', async () => {
  await writeFile(file('slow.gif'), gifAnimation({ width: 10_000, height: 10_000, frames: 470_000 }));
  await make(file('short.mp4'), ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=25:duration=1']);
  const examineWithin = async (name: string) =>
    observeFile({
      tools: await mediaTools(),
      path: file(name),
      codes: ['integrity'],
      imageTimeoutMs: 1,
      signal: new AbortController().signal,
      progress: () => undefined,
    });
  const error: unknown = await examineWithin('slow.gif').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DecodeTimedOut);
  expect(asFinalFailure(error)).toMatchObject({ type: 'analysis_timed_out', nonRetryable: true });
  expect((await examineWithin('short.mp4')).observations.integrity).toMatchObject({ decodeFailure: null });
});

describe('frames', () => {
  const report = (name: string, width?: number, height?: number): ProbeReport => ({
    streams: [{ codec_type: 'video', tags: {}, ...(width === undefined ? {} : { width, height: height! }) }],
    format: { format_name: name, tags: {} },
  });

  test.for([
    ['gif', 320, 240, 20_000],
    ['gif', 1920, 1080, 4_822],
    ['apng', 3840, 2160, 1_205],
    ['png_pipe', 16_000, 16_000, 39],
    ['image2', undefined, undefined, 37],
    ['mov,mp4,m4a,3gp,3g2,mj2', 1920, 1080, null],
  ] as const)('of %s with %i × %i pixels are decoded up to %i', ([name, width, height, limit]) => {
    expect(frameLimit(report(name, width, height))).toBe(limit);
  });

  test('of an animation at the limit are all decoded', { tags: 'long' }, async () => {
    const exact = gifAnimation({ width: 5_000, height: 5_000, frames: 400 });
    expect(await examine('exact.gif', exact)).toEqual([]);
    const more = gifAnimation({ width: 5_000, height: 5_000, frames: 401 });
    expect(unexamined(await examine('more.gif', more))).toEqual(['The first 400 of 401 frames were decoded']);
  });
});

describe('a picture that is too large to decode', () => {
  test.for([
    ['gif', (bytes: Buffer) => bytes.writeUInt32LE(0xffffffff, 6), '65535 × 65535'],
    ['jpg', (bytes: Buffer) => bytes.writeUInt32BE(0xffffffff, startOfFrame(bytes) + 5), '65535 × 65535'],
    [
      'png',
      (bytes: Buffer) => {
        bytes.writeUInt32BE(100_000, 16);
        bytes.writeUInt32BE(100_000, 20);
        bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
      },
      '100000 × 100000',
    ],
    ['webp', (bytes: Buffer) => bytes.writeUInt32LE(0x0fffffff, bytes.indexOf('VP8L') + 9), '16384 × 16384'],
  ] as [string, (bytes: Buffer) => void, string][])('is reported as not decoded: %s', async (row) => {
    const [extension, enlarge, size] = row;
    const still = ['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=25', '-frames:v', '1'];
    await make(file(`small.${extension}`), [...still, ...(extension === 'webp' ? ['-lossless', '1'] : [])]);
    const bytes = await readFile(file(`small.${extension}`));
    enlarge(bytes);
    expect(unexamined(await examine(`huge.${extension}`, bytes))).toEqual([
      `The picture of ${size} pixels was not decoded`,
    ]);
  });

  test('a picture of 200 megapixels is decoded', { tags: 'long' }, async () => {
    const bytes = pngAnimation({ width: 16_320, height: 12_240, frames: 1 });
    expect(await examine('photograph.png', bytes)).toEqual([]);
  });
});

function startOfFrame(bytes: Buffer): number {
  return bytes.indexOf('ffc0', 'hex');
}
