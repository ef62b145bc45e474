import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createWorkRoot } from '../decode/work-directory.ts';
import { asFinalFailure } from '../../../activities/analyse/final-failure.ts';
import { observeFile } from '../jobs/observe-file.ts';
import { LongerThanMeasured, recordingLimits } from '../decode/recording-limits.ts';
import { matroskaDuration } from '../measure/matroska-duration.ts';
import { measureSource } from '../measure/measure-source.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { fileSource } from './support/file-source.ts';
import { mediaTools } from '../../../test/support/media-tools.ts';
import { useParsers } from '../../../test/support/parsers.ts';

// A video must not be priced as a short one and analysed as a long one.

const parsers = useParsers();
const directory = path.join(inject('scratchDir'), 'recording-limits');
const file = (name: string) => path.join(directory, name);
const signal = new AbortController().signal;

beforeAll(() => mkdir(directory, { recursive: true }));

/** Returns the arguments of a small test picture. */
const picture = (seconds: number, rate = 1) => [
  ...['-f', 'lavfi', '-i', `testsrc=size=64x48:rate=${rate}:duration=${seconds}`],
];

/** Decodes a file for `integrity`. Returns the furthest progress in seconds and the result. */
async function decodeMeasured(name: string, measuredSeconds: number | null) {
  const { observations } = await observeFile({
    tools: await mediaTools(),
    path: file(name),
    codes: ['integrity'],
    measuredSeconds,
    signal,
    progress: () => undefined,
  });
  return observations.integrity!;
}

describe('a track of pictures that an MP4 declares as metadata', () => {
  test('counts towards the duration', async () => {
    await make(file('hidden.mp4'), [
      ...[...picture(120), ...picture(1, 10), '-map', '0:v', '-map', '1:v', '-c:v', 'libx264'],
    ]);
    const bytes = await readFile(file('hidden.mp4'));
    const handler = bytes.indexOf('vide', bytes.indexOf('hdlr'));
    bytes.write('meta', handler, 'latin1');
    await writeFile(file('hidden.mp4'), bytes);
    const runtime = {
      parsers,
      tools: await mediaTools(),
      workDir: createWorkRoot(directory),
      workspaceId: 'any',
    };
    const measured = await measureSource(runtime, await fileSource(file('hidden.mp4')), 'video/mp4', signal);
    expect(measured).toMatchObject({ outcome: 'measured', details: { method: 'demuxed' } });
    // Pictures that are shown later than they are stored add up to two seconds.
    expect((measured as { value: number }).value).toSatisfy((value: number) => value >= 119 && value <= 122);
  });
});

test('a Matroska file with long ticks is not measured by its index', async () => {
  await make(file('ticks.mkv'), picture(3));
  const bytes = await readFile(file('ticks.mkv'));
  expect(await matroskaDuration(await fileSource(file('ticks.mkv')))).toMatchObject({ seconds: 3 });
  // TimestampScale with a length of three bytes: 1,000,000 becomes 2,000,001.
  const scale = bytes.indexOf('2ad7b183', 'hex') + 4;
  bytes.writeUIntBE(2_000_001, scale, 3);
  await writeFile(file('ticks.mkv'), bytes);
  expect(await matroskaDuration(await fileSource(file('ticks.mkv')))).toBeNull();
});

describe('a video that is longer than was measured', () => {
  beforeAll(() => make(file('long.mp4'), picture(300)));

  test('fails for good', async () => {
    const failure = await decodeMeasured('long.mp4', 10).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LongerThanMeasured);
    expect(asFinalFailure(failure)).toMatchObject({ type: 'longer_than_measured', nonRetryable: true });
  });

  test('is not decoded beyond the tolerance', async () => {
    const seen = await decodeMeasured('long.mp4', 290);
    expect(seen).toMatchObject({ decodeFailure: null, seen: { decodedSeconds: 300 } });
    const { maxSeconds, longestSeconds } = recordingLimits(10);
    expect([longestSeconds, maxSeconds]).toEqual([25.5, 41]);
    await expect(decodeMeasured('long.mp4', 10)).rejects.toThrow('decoded more than 25.5 s, measured 10 s');
  });

  test('is decoded in full if it was not measured', async () => {
    expect(await decodeMeasured('long.mp4', null)).toMatchObject({ seen: { decodedSeconds: 300 } });
  });
});

test('a video with thousands of frames per second is decoded up to 300 frames per second', async () => {
  const frames = recordingLimits(1).maxFrames;
  expect(frames).toBe(9330);
  const fast = ['-f', 'lavfi', '-i', 'color=size=32x32:rate=10000', '-preset', 'ultrafast'];
  await make(file('fast.mp4'), [...fast, '-frames:v', String(frames + 500)]);
  expect(await decodeMeasured('fast.mp4', 1)).toMatchObject({ firstFrames: frames, decodeFailure: null });
  await make(file('normal.mp4'), picture(2, 25));
  expect(await decodeMeasured('normal.mp4', 2)).not.toHaveProperty('firstFrames');
});
