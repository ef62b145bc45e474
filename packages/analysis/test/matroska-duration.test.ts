import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { demuxedDuration } from '../measure/demuxed-duration.ts';
import { type Element, elementAt, elementsIn } from '../formats/matroska/ebml.ts';
import { matroskaDuration } from '../measure/matroska-duration.ts';
import { Unmeasurable } from '../formats/format-errors.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { bytesSource } from './support/file-source.ts';
import { mediaTools } from '../../../test/support/media-tools.ts';
import { sampled } from '../../../test/support/sampled.ts';

const directory = inject('scratchDir');
const file = (name: string) => path.join(directory, `matroska-${name}`);

const lavfi = (what: string) => ['-f', 'lavfi', '-i', what];
const picture = lavfi('testsrc2=size=160x120:rate=25:duration=7.6');
/** ffmpeg options for a video with a high bit rate. The measurement reads only the ends of such large clusters. */
const noise = [
  ...lavfi('nullsrc=size=320x240:rate=25:duration=12,geq=random(1)*255:128:128'),
  ...lavfi('sine=duration=12.3'),
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '20', '-g', '125'],
];

/** Returns ffmpeg options for `seconds` of noise, with a key frame every `keyframes` frames. */
const smallNoise = (seconds: number, keyframes: number) => [
  ...lavfi(`color=gray:size=160x120:rate=25:duration=${seconds},noise=alls=100:allf=t`),
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '20', '-g', String(keyframes)],
];

const files: Record<string, { options: string[]; seconds: number }> = {
  'plain.mkv': { options: picture, seconds: 7.6 },
  'cues-first.mkv': { options: [...picture, '-reserve_index_space', '4000'], seconds: 7.6 },
  'sound-longer.mkv': { options: [...picture, ...lavfi('sine=duration=9.2')], seconds: 9.2 },
  'opus.mkv': { options: [...picture, ...lavfi('sine=duration=9.2'), '-c:a', 'libopus'], seconds: 9.2 },
  'raw-sound.mkv': {
    options: [...picture, ...lavfi('sine=duration=9.2'), '-c:a', 'pcm_s16le'],
    seconds: 9.2,
  },
  'vp9.mkv': { options: [...picture, '-c:v', 'libvpx-vp9', '-deadline', 'realtime'], seconds: 7.6 },
  'b-frames.mkv': {
    options: [...picture, '-c:v', 'libx264', '-bf', '8', '-b_strategy', '0', '-g', '50'],
    seconds: 7.6,
  },
  'ntsc.mkv': { options: lavfi('testsrc2=size=160x120:rate=30000/1001:duration=5.005'), seconds: 5.005 },
  'large-clusters.mkv': { options: noise, seconds: 12.3 },
  // A cluster lasts five seconds. Every second cluster starts without a key frame and has no cue.
  'few-cues.mkv': { options: smallNoise(45.2, 250), seconds: 45.2 },
  'many-cues.mkv': { options: smallNoise(12, 25), seconds: 12 },
};

beforeAll(async () => {
  for (const [name, { options }] of Object.entries(files)) await make(file(name), options);
  await make(file('live.mkv'), [...picture, '-live', '1']);
  await make(file('sound.mkv'), lavfi('sine=duration=3'));
});

const bytesOf = (name: string) => readFile(file(name));
const measure = (bytes: Buffer) => matroskaDuration(bytesSource(bytes));

/** Returns the number of requests and bytes that the measurement of `bytes` needs. */
async function reads(bytes: Buffer) {
  const source = bytesSource(bytes);
  const counts = { requests: 0, bytes: 0 };
  const counting: typeof source = {
    ...source,
    read(start, end) {
      counts.requests++;
      counts.bytes += end - start;
      return source.read(start, end);
    },
  };
  expect(await matroskaDuration(counting)).not.toBeNull();
  return counts;
}

/** Overwrites the data of the first element with the given ID. The new data must have the same size. */
function overwrite(bytes: Buffer, id: string, data: Buffer): Buffer {
  const at = bytes.indexOf(Buffer.from(id, 'hex')) + id.length / 2;
  const changed = Buffer.from(bytes);
  // The size is stored in one byte (RFC 8794, 4.4).
  expect(changed[at]).toBe(0x80 + data.length);
  data.copy(changed, at + 1);
  return changed;
}

function clustersIn(bytes: Buffer) {
  const [, segment] = [...elementsIn(bytes)];
  return [...elementsIn(bytes, segment!.dataStart)].filter(({ id }) => id === 0x1f43b675);
}

/** Overwrites a Cluster's Timestamp. It has two bytes, in milliseconds, and follows a checksum. */
function setTime(bytes: Buffer, { dataStart }: Element, milliseconds: number): void {
  expect(bytes.readUInt16BE(dataStart + 6)).toBe(0xe782);
  bytes.writeUInt16BE(milliseconds, dataStart + 8);
}

/** Returns a copy of the file with only the first `count` cue points. A Void element replaces the others. */
function withCues(bytes: Buffer, count: number): Buffer {
  const { dataStart } = elementAt(bytes, bytes.lastIndexOf(Buffer.from('1c53bb6b', 'hex')))!;
  const points = [...elementsIn(bytes, dataStart)].filter(({ id }) => id === 0xbb);
  const { at } = points[count]!;
  const changed = Buffer.from(bytes);
  changed[at] = 0xec;
  changed.writeUInt32BE(0x1000_0000 + bytes.length - at - 5, at + 1);
  return changed;
}

function double(value: number): Buffer {
  const data = Buffer.alloc(8);
  data.writeDoubleBE(value);
  return data;
}

describe('the duration of a Matroska video', () => {
  for (const [cases, options] of sampled(Object.entries(files), ([name]) =>
    ['plain.mkv', 'sound-longer.mkv', 'few-cues.mkv'].includes(name),
  ))
    test.for(cases)('of %s is that of its blocks', options, async ([name, { seconds }]) => {
      const measured = await measure(await bytesOf(name));
      expect(measured!.seconds).toBeCloseTo(seconds, 1);
      const demuxed = await demuxedDuration(await mediaTools(), file(name), new AbortController().signal);
      expect(measured!.seconds).toBeCloseTo(demuxed.seconds, 1);
      expect(measured!.headerSeconds).toBeCloseTo(demuxed.headerSeconds!, 2);
    });

  test.for(['large-clusters.mkv', 'few-cues.mkv'])(
    'takes four requests and half a mebibyte for %s, a large file',
    async (name) => {
      const bytes = await bytesOf(name);
      expect(bytes.length).toBeGreaterThan(4_000_000);
      const { requests, bytes: read } = await reads(bytes);
      expect(requests).toBeLessThanOrEqual(4);
      expect(read).toBeLessThan(512 * 1024);
    },
  );

  test.for(['plain.mkv', 'large-clusters.mkv'])('of %s does not trust its header', async (name) => {
    const lying = overwrite(await bytesOf(name), '4489', double(1_000));
    expect(await measure(lying)).toEqual({
      seconds: expect.closeTo(files[name]!.seconds, 1) as number,
      headerSeconds: 1,
    });
  });

  test('includes clusters after incomplete cues', async () => {
    expect((await measure(withCues(await bytesOf('large-clusters.mkv'), 1)))!.seconds).toBeCloseTo(12.3, 1);
    for (const cues of [1, 2, 3, 11]) {
      expect((await measure(withCues(await bytesOf('many-cues.mkv'), cues)))!.seconds).toBeCloseTo(12, 1);
    }
  });

  test('is null if incomplete cues hide a cluster later than the last', async () => {
    const bytes = await bytesOf('many-cues.mkv');
    const [, , , , , sixth] = clustersIn(bytes);
    setTime(bytes, sixth!, 60_000);
    for (const cues of [1, 2, 3]) expect(await measure(withCues(bytes, cues))).toBeNull();
  });

  test.for(['few-cues.mkv', 'many-cues.mkv'])('of %s includes clusters after the cues', async (name) => {
    const bytes = await bytesOf(name);
    const { at, end } = clustersIn(bytes)[1]!;
    const more = Buffer.concat([bytes, bytes.subarray(at, end)]);
    setTime(more, elementAt(more, bytes.length)!, 60_000);
    const [, segment] = [...elementsIn(bytes)];
    more.writeBigUInt64BE(BigInt(more.length - segment!.dataStart) | (1n << 56n), segment!.dataStart - 8);
    expect((await measure(more))?.seconds).toBeGreaterThan(60);
  });

  test('is null without cues, and for a truncated file', async () => {
    const bytes = await bytesOf('large-clusters.mkv');
    expect(await measure(await bytesOf('live.mkv'))).toBeNull();
    for (const share of [0.01, 0.3, 0.9, 0.999]) {
      expect(await measure(bytes.subarray(0, bytes.length * share))).toBeNull();
    }
  });

  test('is null for cues that point elsewhere or have a time after the end', async () => {
    const bytes = await bytesOf('plain.mkv');
    const cues = bytes.lastIndexOf(Buffer.from('1c53bb6b', 'hex'));
    const changed = Buffer.from(bytes);
    const position = bytes.indexOf(0xf1, cues);
    changed[position + 2]! ^= 1;
    expect(await measure(changed)).toBeNull();
    const late = await bytesOf('large-clusters.mkv');
    // The CueTime of the last cue has two bytes.
    const time = late.lastIndexOf(Buffer.from('b382', 'hex'));
    late.fill(0xff, time + 2, time + 4);
    expect(await measure(late)).toBeNull();
  });

  test('does not mistake the data of a block for other blocks', async () => {
    const bytes = await bytesOf('large-clusters.mkv');
    // Write bytes that look like blocks with an earlier time into the last block. The duration in the header is changed
    // to match these false blocks.
    const cluster = bytes.lastIndexOf(Buffer.from('1f43b675', 'hex'));
    const cues = bytes.lastIndexOf(Buffer.from('1c53bb6b', 'hex'));
    const changed = overwrite(bytes, '4489', double(10_100));
    const fake = Buffer.from('a3888100000000000000', 'hex');
    for (let at = cues - fake.length; at > cluster + 100_000; at -= fake.length) fake.copy(changed, at);
    expect((await measure(changed))?.seconds ?? Infinity).toBeGreaterThan(12);
  });

  test('uses the default for a time scale of zero', async () => {
    const scale = Buffer.from('2ad7b1830f4240', 'hex');
    const bytes = await bytesOf('plain.mkv');
    expect(bytes.includes(scale)).toBe(true);
    bytes.fill(0, bytes.indexOf(scale) + 4, bytes.indexOf(scale) + 7);
    expect((await measure(bytes))!.seconds).toBeCloseTo(7.6, 1);
  });

  test('is null for a last cluster that is earlier than others', async () => {
    const bytes = await bytesOf('large-clusters.mkv');
    // Set the Timestamp of the last Cluster to 0.1 s. It has two bytes, in milliseconds. No cue refers to this Cluster.
    const time = bytes.lastIndexOf(Buffer.from('1f43b675', 'hex'));
    const at = bytes.indexOf(0xe7, time);
    expect(bytes[at + 1]).toBe(0x82);
    bytes.writeUInt16BE(100, at + 2);
    expect(await measure(bytes)).toBeNull();
  });

  test('is unmeasurable for audio alone', async () => {
    await expect(measure(await bytesOf('sound.mkv'))).rejects.toThrow(Unmeasurable);
  });

  test('of damaged copies is positive or null', { tags: 'long' }, async () => {
    const bytes = await bytesOf('plain.mkv');
    let seed = 1;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let turn = 0; turn < 500; turn++) {
      const damaged = Buffer.from(bytes);
      for (let place = 0; place < 10; place++) damaged[random(bytes.length)] = random(256);
      const measured = await measure(damaged).catch((error: unknown) => {
        expect(error).toBeInstanceOf(Unmeasurable);
        return null;
      });
      if (measured !== null) expect(measured.seconds).toBeGreaterThan(0);
    }
  });
});
