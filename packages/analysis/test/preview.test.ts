/** @module-tag long */

import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { DecodeFailed, DecodeTimedOut } from '../decode/run-ffmpeg.ts';
import { probe, type ProbeReport } from '../decode/ffprobe.ts';
import { makePreview, maxPreviewBytes } from '../decode/preview.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { countedFrames, countedVideo } from '../../../test/support/counted-frames.ts';
import { mediaTools } from '../../../test/support/media-tools.ts';

const { signal } = new AbortController();
const tools = await mediaTools();
const tone = ['-f', 'lavfi', '-i', 'sine=duration=4'];
const prores = ['-c:v', 'prores_ks', '-pix_fmt', 'yuv422p10le', '-c:a', 'pcm_s24le'];

/** Arguments of ffmpeg for a video without sound. */
const silent = (size: string) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=size=${size}:rate=5:duration=1`,
  '-c:v',
  'mpeg4',
];

/** Makes a recording in a directory of its own. Returns its path. */
async function recording(name: string, ...args: string[]): Promise<string> {
  const directory = path.join(inject('scratchDir'), `preview-${name}`);
  await mkdir(directory, { recursive: true });
  const file = path.join(directory, name);
  if (args.length > 0) await make(file, args);
  return file;
}

/** Makes the preview of a recording. Returns its path and ffprobe's report on it. */
async function preview(
  file: string,
  options: Partial<Parameters<typeof makePreview>[0]> = {},
): Promise<{ file: string; report: ProbeReport; streams: Record<string, ProbeReport['streams'][number]> }> {
  await makePreview({
    encoder: tools.encoder,
    path: file,
    signal,
    timeoutMs: 60_000,
    media: options.media ?? (await probe(tools, file, signal)),
    withPicture: true,
    maxFrames: 10_000,
    maxSeconds: 3_600,
    onProgress: () => undefined,
    ...options,
  });
  const made = path.join(path.dirname(file), 'output');
  const report = await probe(tools, made, signal);
  return {
    file: made,
    report,
    streams: Object.fromEntries(report.streams.map((stream) => [stream.codec_type, stream])),
  };
}

describe('a preview has the frames of its recording, at their times', () => {
  test.for<[name: string, rate: string, ...args: string[]]>([
    ['prores.mov', '24000/1001', ...prores],
    ['mjpeg.avi', '25', '-c:v', 'mjpeg', '-q:v', '3', '-pix_fmt', 'yuvj422p', '-c:a', 'pcm_s16le'],
    ['mpeg4.avi', '30000/1001', '-c:v', 'mpeg4', '-q:v', '3', '-bf', '2', '-c:a', 'mp3'],
    ['h264.mkv', '50', '-c:v', 'libx264', '-c:a', 'aac'],
    ['hevc.mkv', '25', '-c:v', 'libx265', '-x265-params', 'log-level=error', '-c:a', 'aac'],
    [
      'vp9.mkv',
      '30000/1001',
      '-c:v',
      'libvpx-vp9',
      '-deadline',
      'realtime',
      '-cpu-used',
      '8',
      '-c:a',
      'libopus',
    ],
  ])('%s at %s frames per second', async ([name, rate, ...args]) => {
    const file = await recording(name, ...tone, ...countedVideo(rate, 4), ...args);
    const made = await preview(file);
    const [before, after] = [await countedFrames(file), await countedFrames(made.file)];
    expect(after.map(({ number }) => number)).toEqual(Array.from(before.keys()));
    for (const [index, { seconds }] of before.entries())
      expect(after[index]!.seconds).toBeCloseTo(seconds, 3);
    expect(made.streams['video']).toMatchObject({
      codec_name: 'h264',
      pix_fmt: 'yuv420p',
    });
    expect(made.streams['audio']).toMatchObject({ codec_name: 'aac', start_time: 0 });
  });

  test('with a variable frame rate', async () => {
    const drop = `select='lt(t,2)+not(mod(n,3))'`;
    const file = await recording(
      'variable.mkv',
      ...countedVideo('50', 4, drop),
      '-fps_mode',
      'vfr',
      '-c:v',
      'libx264',
    );
    const [before, after] = [await countedFrames(file), await countedFrames((await preview(file)).file)];
    expect(before.length).toBeLessThan(150);
    expect(after.map(({ number }) => number)).toEqual(before.map(({ number }) => number));
    for (const [index, { seconds }] of before.entries())
      expect(after[index]!.seconds).toBeCloseTo(seconds, 3);
  });
});

test('a preview begins with the file, and sound that starts late begins with silence', async () => {
  const late = ['-itsoffset', '2', '-f', 'lavfi', '-i', 'sine=duration=2'];
  const file = await recording('late.mov', ...late, ...countedVideo('25', 4), ...prores);
  const made = await preview(file);
  expect((await countedFrames(made.file))[0]).toEqual({ number: 0, seconds: 0 });
  expect(made.streams['audio']).toMatchObject({ start_time: 0 });
  const sound = path.join(path.dirname(file), 'sound.wav');
  await make(sound, ['-i', made.file, '-vn', '-c:a', 'pcm_s16le', '-ac', '1', '-ar', '48000']);
  const samples = new Int16Array((await readFile(sound)).buffer.slice(78));
  const first = samples.findIndex((sample) => Math.abs(sample) > 500);
  expect(first / 48_000).toBeCloseTo(2, 1);
});

describe('the picture of a preview', () => {
  test.for<[name: string, args: string[], width: number, height: number]>([
    ['hd.mov', silent('1920x1080'), 640, 360],
    ['small.mov', silent('176x144'), 176, 144],
    ['odd.mov', silent('351x201'), 350, 200],
    ['tall.mov', silent('500x2000'), 320, 1280],
    ['anamorphic.mov', [...silent('720x576'), '-aspect', '16:9'], 640, 360],
    ['line.mov', silent('640x2'), 640, 2],
  ])('of %s has square pixels and is never larger', async ([name, args, width, height]) => {
    const { streams } = await preview(await recording(name, ...args));
    expect(streams['video']).toMatchObject({ width, height });
    expect(streams['video']!.sample_aspect_ratio ?? '1:1').toBe('1:1');
    expect(streams['video']!.side_data_list ?? []).toEqual([]);
  });
});

test('a preview is turned as the recording is shown', async () => {
  const lying = await recording('lying.mov', ...silent('1280x720'));
  const turned = await recording('turned.mov', '-i', lying, '-c', 'copy', '-metadata:s:v', 'rotate=90');
  expect((await probe(tools, turned, signal)).streams[0]).toMatchObject({ width: 1280, height: 720 });
  const { streams } = await preview(turned);
  expect(streams['video']).toMatchObject({ width: 640, height: 1136 });
  expect(streams['video']!.side_data_list ?? []).toEqual([]);
});

test('sound becomes AAC in an MP4 file, without the cover', async () => {
  const file = await recording(
    'sound.ogg',
    ...tone,
    '-c:a',
    'libvorbis',
    '-metadata',
    'location=+48.8577+002.295/',
  );
  const { report } = await preview(file, { withPicture: false });
  expect(report.streams.map(({ codec_name }) => codec_name)).toEqual(['aac']);
  expect(report.format.tags).not.toHaveProperty('location');
});

test('a preview has its index before its media, so that players seek with ranged reads', async () => {
  const { file } = await preview(
    await recording('index.mkv', ...tone, ...countedVideo('25', 1), '-c:v', 'libx264'),
  );
  const bytes = await readFile(file);
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  expect((await stat(file)).size).toBeLessThan(maxPreviewBytes(4, true));
});

test('a preview ends at the measured duration and number of frames', async () => {
  const file = await recording('long.mkv', ...countedVideo('25', 8), '-c:v', 'libx264');
  const { file: made } = await preview(file, { maxSeconds: 2 });
  expect(await countedFrames(made)).toHaveLength(50);
  await preview(file, { maxFrames: 10 });
  expect(await countedFrames(made)).toHaveLength(10);
});

describe('a preview fails', () => {
  test('for files without pictures and sound that can be decoded', async () => {
    const noise = await recording('noise.avi', ...countedVideo('25', 1), '-c:v', 'mpeg4');
    const media = await probe(tools, noise, signal);
    await writeFile(noise, Buffer.alloc(100_000, 7));
    await expect(preview(noise, { media })).rejects.toThrow(DecodeFailed);
    const silent = await recording('silent.mkv', ...countedVideo('25', 1), '-c:v', 'libx264');
    await expect(preview(silent, { withPicture: false })).rejects.toThrow(/no pictures and no sound/);
  });

  test('after its time limit', async () => {
    const file = await recording('slow.mkv', ...countedVideo('25', 8), '-c:v', 'libx264');
    await expect(preview(file, { timeoutMs: 50 })).rejects.toThrow(DecodeTimedOut);
  });
});
