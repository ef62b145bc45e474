import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { demuxedDuration } from '../measure/demuxed-duration.ts';
import { Unmeasurable } from '../formats/format-errors.ts';
import { isoDuration } from '../measure/iso-duration.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { openDmlAvi } from '../../../test/support/avi-files.ts';
import { bytesSource, fileSource } from './support/file-source.ts';
import { mediaTools } from '../../../test/support/media-tools.ts';
import { sampled } from '../../../test/support/sampled.ts';

const directory = inject('scratchDir');
const file = (name: string) => path.join(directory, `duration-${name}`);
const signal = new AbortController().signal;

const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=160x120:rate=25:duration=7.6'];
const longerSound = ['-f', 'lavfi', '-i', 'sine=duration=9.2'];

const measure = async (name: string) => (await isoDuration(await fileSource(file(name))))?.seconds;
const demux = async (name: string) => (await demuxedDuration(await mediaTools(), file(name), signal)).seconds;

async function cut(name: string, to: string, share: number): Promise<void> {
  const whole = await readFile(file(name));
  await writeFile(file(to), whole.subarray(0, Math.floor(whole.length * share)));
}

beforeAll(async () => {
  await make(file('plain.mp4'), picture);
  await make(file('faststart.mp4'), [...picture, '-movflags', '+faststart']);
  await make(file('fragmented.mp4'), [...picture, '-g', '25', '-movflags', '+frag_keyframe+empty_moov']);
  await make(file('sound-longer.mp4'), [...picture, ...longerSound]);
  await make(file('partly.mp4'), [...picture, '-g', '25', '-movflags', '+frag_keyframe']);
  await make(file('late.mp4'), ['-itsoffset', '3', '-i', file('plain.mp4'), '-c', 'copy']);
  const late = ['-itsoffset', '3', '-i', file('plain.mp4'), '-f', 'lavfi', '-i', 'sine=duration=2'];
  await make(file('late-sound.mp4'), [...late, '-c:v', 'copy']);
  await make(file('plain.mov'), picture);
  await make(file('plain.mkv'), picture);
  await make(file('plain.avi'), picture);
  await make(file('mp3.avi'), [...picture, ...longerSound]);
  await make(file('pcm.avi'), [...picture, ...longerSound, '-c:a', 'pcm_s16le']);
  await make(file('ntsc.avi'), ['-f', 'lavfi', '-i', 'testsrc2=size=160x120:rate=30000/1001:duration=5']);
  await make(file('sound.mp4'), ['-f', 'lavfi', '-i', 'sine=duration=3', '-f', 'mp4']);
});

describe('the duration of an MP4 or QuickTime video', () => {
  test.for(['plain.mp4', 'faststart.mp4', 'fragmented.mp4', 'plain.mov'])(
    'of %s is that of its samples',
    async (name) => {
      expect(await measure(name)).toBeCloseTo(7.6, 1);
    },
  );

  test('is that of the longest track', async () => {
    expect(await measure('sound-longer.mp4')).toBeCloseTo(9.2, 1);
  });

  test('does not trust a header of one second', async () => {
    const bytes = await readFile(file('plain.mp4'));
    // The time scale and duration follow version, flags and two 32-bit times (ISO/IEC 14496-12, 8.2.2).
    for (const box of ['mvhd', 'mdhd']) {
      const at = bytes.indexOf(box) + 4;
      const timescale = at + 12;
      bytes.writeUInt32BE(bytes.readUInt32BE(timescale), timescale + 4);
    }
    await writeFile(file('lying.mp4'), bytes);
    expect(await isoDuration(await fileSource(file('lying.mp4')))).toEqual({
      seconds: expect.closeTo(7.6, 1) as number,
      headerSeconds: 1,
    });
  });

  test('does not trust an edit list that hides most of it', async () => {
    const bytes = await readFile(file('plain.mp4'));
    // The duration of the first edit follows version, flags and entry count (ISO/IEC 14496-12, 8.6.6).
    bytes.writeUInt32BE(1_000, bytes.indexOf('elst') + 12);
    expect((await isoDuration(bytesSource(bytes)))!.seconds).toBeCloseTo(7.6, 1);
    // Let the edit start one minute into the track, which is after the end of its samples.
    bytes.writeUInt32BE(60 * bytes.readUInt32BE(bytes.indexOf('mdhd') + 16), bytes.indexOf('elst') + 16);
    expect(await isoDuration(bytesSource(bytes))).toBeNull();
  });

  test('excludes padding that an edit list removes', async () => {
    const bytes = await readFile(file('plain.mp4'));
    bytes.writeUInt32BE(7_400, bytes.indexOf('elst') + 12);
    expect((await isoDuration(bytesSource(bytes)))!.seconds).toBeCloseTo(7.4, 2);
  });

  test('counts the time before a late start if its header does', async () => {
    expect(await measure('late.mp4')).toBeCloseTo(10.6, 1);
    const bytes = await readFile(file('late.mp4'));
    const header = bytes.indexOf('mvhd') + 4;
    bytes.writeUInt32BE(7_600, header + 16);
    expect((await isoDuration(bytesSource(bytes)))!.seconds).toBeCloseTo(7.6, 1);
  });

  test('is null for sample tables followed by fragments; ffprobe measures it', async () => {
    expect(await measure('partly.mp4')).toBeUndefined();
    expect(await demux('partly.mp4')).toBeCloseTo(7.6, 1);
  });

  test('is unmeasurable for a file truncated after its index', async () => {
    await cut('faststart.mp4', 'cut-faststart.mp4', 1 / 3);
    await expect(measure('cut-faststart.mp4')).rejects.toThrow('truncated file');
    const bytes = await readFile(file('faststart.mp4'));
    await expect(isoDuration(bytesSource(bytes.subarray(0, -1)))).rejects.toThrow('lacks at least 1 byte;');
  });

  test('is null for fragments with a truncated or false index', async () => {
    await cut('fragmented.mp4', 'cut-fragmented.mp4', 1 / 3);
    expect(await measure('cut-fragmented.mp4')).toBeUndefined();
    const bytes = await readFile(file('fragmented.mp4'));
    // Set the decode time of the last fragment to zero, the time of the first one (ISO/IEC 14496-12, 8.8.12).
    const time = bytes.lastIndexOf('tfdt') + 8;
    bytes.fill(0, time, time + 8);
    expect(await isoDuration(bytesSource(bytes))).toBeNull();
  });

  test('is null for tables with different sample counts', async () => {
    const bytes = await readFile(file('plain.mp4'));
    bytes.writeUInt32BE(1, bytes.indexOf('stts') + 12);
    expect(await isoDuration(bytesSource(bytes))).toBeNull();
  });

  test('is unmeasurable for audio alone', async () => {
    await expect(measure('sound.mp4')).rejects.toThrow(Unmeasurable);
  });

  test('is null for a damaged file or another type', async () => {
    await writeFile(file('noise.mp4'), Buffer.alloc(5000, 'no video at all '));
    await cut('plain.mp4', 'headless.mp4', 0.5);
    for (const name of ['noise.mp4', 'headless.mp4']) expect(await measure(name)).toBeUndefined();
  });

  test('an error of the storage is not an error of the file', async () => {
    const source = {
      ...(await fileSource(file('plain.mp4'))),
      read: () => Promise.reject(new Error('storage away')),
    };
    await expect(isoDuration(source)).rejects.toThrow('storage away');
  });
});

describe('the duration of a video on a local copy', () => {
  const copies = [
    ['plain.avi', 7.6],
    ['mp3.avi', 9.2],
    ['pcm.avi', 9.2],
    ['ntsc.avi', 5],
    ['plain.mp4', 7.6],
    ['plain.mkv', 7.6],
    ['fragmented.mp4', 7.6],
  ] as const;
  for (const [cases, options] of sampled(copies, ([name]) => ['plain.avi', 'plain.mkv'].includes(name)))
    test.for(cases)('of %s is that of its longest stream', options, async ([name, seconds]) => {
      expect(await demux(name)).toBeCloseTo(seconds, 1);
    });

  test('is that of all parts of an OpenDML file', async () => {
    await writeFile(file('parts.avi'), openDmlAvi(3, 100, 25));
    expect(await demux('parts.avi')).toBeCloseTo(12, 1);
  });

  test('counts the time before a late start as ranged reads do', { tags: 'long' }, async () => {
    for (const name of ['late.mp4', 'late-sound.mp4']) {
      expect(await demux(name)).toBeCloseTo(10.6, 1);
      expect(await measure(name)).toBeCloseTo(10.6, 1);
    }
  });

  test('does not trust an edit list that hides most of it', async () => {
    const bytes = await readFile(file('late.mp4'));
    // Set the second edit, after the empty edit, to a duration of one second (ISO/IEC 14496-12, 8.6.6).
    bytes.writeUInt32BE(1_000, bytes.indexOf('elst') + 12 + 12);
    await writeFile(file('hidden.mp4'), bytes);
    expect(await demux('hidden.mp4')).toBeGreaterThan(7.5);
  });

  test('does not trust an AVI header that counts fewer frames', async () => {
    const bytes = await readFile(file('plain.avi'));
    // The fields changed here are AVIMAINHEADER.dwTotalFrames and AVISTREAMHEADER.dwLength.
    bytes.writeUInt32LE(25, bytes.indexOf('avih') + 8 + 16);
    bytes.writeUInt32LE(25, bytes.indexOf('strh') + 8 + 32);
    await writeFile(file('lying.avi'), bytes);
    expect(await demux('lying.avi')).toBeCloseTo(7.6, 1);
  });

  test('is that of the rest of a truncated file', async () => {
    await cut('plain.mkv', 'half.mkv', 0.5);
    const seconds = await demux('half.mkv');
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThan(6);
  });

  test('is unmeasurable for a file that is no video', async () => {
    await writeFile(file('noise.avi'), Buffer.alloc(5000, 'no video at all '));
    for (const name of ['noise.avi', 'sound.mp4']) await expect(demux(name)).rejects.toThrow(Unmeasurable);
  });
});
