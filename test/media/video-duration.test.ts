import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { Unmeasurable } from '../../activities/measure/unmeasurable.ts';
import { videoDuration } from '../../activities/measure/video-duration.ts';
import { make } from '../../local/samples/ffmpeg.ts';
import { fileSource } from '../support/file-source.ts';

const directory = inject('scratchDir');
const file = (name: string) => path.join(directory, `duration-${name}`);
const signal = new AbortController().signal;

const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=160x120:rate=25:duration=7.6'];
const longerSound = ['-f', 'lavfi', '-i', 'sine=duration=9.2'];

async function measure(name: string, mimeType: string) {
  const source = await fileSource(file(name));
  const result = await videoDuration(source, mimeType, () => Promise.resolve(file(name)), signal);
  return { ...result, bytesRead: source.reads.reduce((sum, { start, end }) => sum + end - start, 0) };
}

beforeAll(async () => {
  await make(file('plain.mp4'), picture);
  await make(file('faststart.mp4'), [...picture, '-movflags', '+faststart']);
  await make(file('fragmented.mp4'), [...picture, '-movflags', '+frag_keyframe+empty_moov']);
  await make(file('sound-longer.mp4'), [...picture, ...longerSound]);
  await make(file('plain.mov'), picture);
  await make(file('plain.mkv'), picture);
  await make(file('plain.avi'), picture);
  await make(file('sound.mp4'), ['-f', 'lavfi', '-i', 'sine=duration=3', '-f', 'mp4']);
});

describe('the duration of a video', () => {
  test.for([
    ['plain.mp4', 'video/mp4', 7.6, 'sample-tables'],
    ['faststart.mp4', 'video/mp4', 7.6, 'sample-tables'],
    ['fragmented.mp4', 'video/mp4', 7.6, 'sample-tables'],
    ['plain.mov', 'video/quicktime', 7.6, 'sample-tables'],
    ['plain.mkv', 'video/x-matroska', 7.6, 'sample-tables'],
    ['plain.avi', 'video/x-msvideo', 7.6, 'ffprobe'],
  ] as const)('of %s is read from its content', async ([name, mimeType, seconds, method]) => {
    const measured = await measure(name, mimeType);
    expect(measured.durationSeconds).toBeCloseTo(seconds, 1);
    expect(measured.method).toBe(method);
  });

  test('is that of the longest track', async () => {
    expect((await measure('sound-longer.mp4', 'video/mp4')).durationSeconds).toBeCloseTo(9.2, 1);
  });

  test('does not believe a header that claims a second', async () => {
    const bytes = await readFile(file('plain.mp4'));
    // ISO/IEC 14496-12, 8.2.2: after version, flags and two 32-bit times come the time scale and the duration.
    for (const box of ['mvhd', 'mdhd']) {
      const at = bytes.indexOf(box) + 4;
      const timescale = at + 12;
      bytes.writeUInt32BE(bytes.readUInt32BE(timescale), timescale + 4);
    }
    await writeFile(file('lying.mp4'), bytes);
    expect((await measure('lying.mp4', 'video/mp4')).durationSeconds).toBeCloseTo(7.6, 1);
  });

  test('is not there for what is no video', async () => {
    await writeFile(file('noise.mp4'), Buffer.alloc(5000, 'no video at all '));
    await writeFile(file('cut.mp4'), (await readFile(file('plain.mp4'))).subarray(0, 3000));
    await expect(measure('noise.mp4', 'video/mp4')).rejects.toThrow(Unmeasurable);
    await expect(measure('cut.mp4', 'video/mp4')).rejects.toThrow(Unmeasurable);
  });

  test('a fault of the storage is not a fault of the file', async () => {
    const source = {
      ...(await fileSource(file('plain.mp4'))),
      read: () => Promise.reject(new Error('storage away')),
    };
    const measured = videoDuration(source, 'video/mp4', () => Promise.reject(new Error('unused')), signal);
    await expect(measured).rejects.toThrow('storage away');
  });
});
