import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { DecodeFailed } from '../decode/run-ffmpeg.ts';
import { takePicture } from '../decode/take-picture.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { meanColour, sizeOf } from '../../../test/support/jpeg.ts';
import { mediaTools } from '../../../test/support/media-tools.ts';

const file = (name: string) => path.join(inject('scratchDir'), `picture-${name}`);

const { signal } = new AbortController();

async function take(name: string, atSeconds: number, stop = signal) {
  const tools = await mediaTools();
  return takePicture({ tools, path: file(name), signal: stop, timeoutMs: 20_000, atSeconds });
}

beforeAll(async () => {
  const colours = ['red', 'lime', 'blue'].flatMap((colour) => [
    ...['-f', 'lavfi', '-i', `color=${colour}:size=640x360:rate=25:duration=2`],
  ]);
  // The video has a single key frame, at the start. Taking a later picture therefore requires decoding from the start.
  const oneKeyFrame = ['-g', '1000', '-sc_threshold', '0'];
  await make(file('colours.mp4'), [...colours, '-filter_complex', 'concat=n=3', ...oneKeyFrame]);
});

describe('a picture', () => {
  test.for([
    [0, 'red'],
    [1.9, 'red'],
    [2.5, 'green'],
    [5.9, 'blue'],
  ] as const)('at %d s is the one shown at that time: %s', async ([atSeconds, colour]) => {
    const { red, green, blue } = await meanColour((await take('colours.mp4', atSeconds))!);
    const max = Math.max(red, green, blue);
    expect({ red, green, blue }[colour]).toBe(max);
    expect(max).toBeGreaterThan(180);
    expect(red + green + blue - max).toBeLessThan(60);
  });

  test('of the same time has the same bytes', async () => {
    expect(await take('colours.mp4', 3)).toEqual(await take('colours.mp4', 3));
  });

  test('does not exist after the end', async () => {
    expect(await take('colours.mp4', 6)).toBeNull();
  });

  test('does not exist for sound and for files that are not media', async () => {
    await make(file('tone.wav'), ['-f', 'lavfi', '-i', 'sine=duration=1']);
    await writeFile(file('noise.mp4'), Buffer.alloc(10_000, 7));
    await expect(take('tone.wav', 0)).rejects.toThrow(DecodeFailed);
    await expect(take('noise.mp4', 0)).rejects.toThrow(DecodeFailed);
  });

  test('is not blamed on the file if ffmpeg cannot be started', async () => {
    const tools = { ...(await mediaTools()), ffmpeg: file('no-such-program') };
    const attempt = takePicture({
      tools,
      path: file('colours.mp4'),
      signal,
      timeoutMs: 20_000,
      atSeconds: 0,
    });
    await expect(attempt).rejects.toThrow('ENOENT');
    await expect(attempt).rejects.not.toThrow(DecodeFailed);
  });

  test('is not awaited after a cancellation', async () => {
    await expect(take('colours.mp4', 0, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });

  test.for([
    ['640x360', '1', '320x180'],
    ['360x640', '1', '180x320'],
    ['720x576', '16/15', '320x240'],
    ['32x2000', '1', '6x320'],
    ['64x48', '1', '320x240'],
  ] as const)('of %s with a pixel ratio of %s is %s', async ([size, sar, expected]) => {
    const args = ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=5:duration=1`, '-vf', `setsar=${sar}`];
    await make(file('shape.mp4'), args);
    expect(await sizeOf((await take('shape.mp4', 0))!)).toBe(expected);
  });
});
