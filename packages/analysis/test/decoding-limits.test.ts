/** @module-tag long */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { asFinalFailure } from '../../../activities/analyse/final-failure.ts';
import { observeFile } from '../jobs/observe-file.ts';
import { decode } from '../decode/decode.ts';
import { DecodeFailed, DecodeTimedOut } from '../decode/run-ffmpeg.ts';
import { takePicture } from '../decode/take-picture.ts';
import { probe } from '../decode/ffprobe.ts';
import { decoderThreads } from '../decode/memory-limits.ts';
import { maxUnmeasuredSeconds } from '../decode/recording-limits.ts';
import { examinedStreams } from '../decode/streams.ts';
import type { SidekickCode } from '../sidekicks/catalogue.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { mediaTools } from '../../../test/support/media-tools.ts';
import { useParsers } from '../../../test/support/parsers.ts';
import { runSidekick } from './support/run-sidekick.ts';

// Files that are cheap to make must not cost much to decode, and must not hide content from the analysis.

const parsers = useParsers();
const directory = path.join(inject('scratchDir'), 'decoding-limits');
const file = (name: string) => path.join(directory, name);
const signal = new AbortController().signal;
const fast = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const run = (code: SidekickCode, name: string) => runSidekick(parsers, code, file(name));

beforeAll(() => mkdir(directory, { recursive: true }));

const observeWith = async (code: SidekickCode, name: string) =>
  (
    await observeFile({
      tools: await mediaTools(),
      path: file(name),
      codes: [code],
      signal,
      progress: () => {},
    })
  ).observations[code]!;

/** Returns a script that runs ffmpeg as the sandbox does, but with other resource limits. */
async function toolsWith(change: (script: string) => string) {
  const tools = await mediaTools();
  const script = file('ffmpeg-with-other-limits');
  const changed = change(await readFile(tools.ffmpeg, 'utf8'));
  expect(changed).not.toBe(await readFile(tools.ffmpeg, 'utf8'));
  await writeFile(script, changed, { mode: 0o755 });
  return { ...tools, ffmpeg: script };
}

describe('a file that makes ffmpeg crash', () => {
  test('is at fault, and is not decoded again', async () => {
    await make(file('tone.ogg'), ['-f', 'lavfi', '-i', 'sine=duration=1', '-c:a', 'libvorbis']);
    const good = await readFile(file('tone.ogg'));
    // The second of two chained streams declares a sample rate of 1 Hz, which makes the loudness filter crash.
    await writeFile(file('chain.ogg'), Buffer.concat([good, withSampleRate(good, 1)]));
    const seen = await observeWith('loudness', 'chain.ogg');
    expect(seen.decodeFailure).toMatch(/^the decoder crashed \(ffmpeg .*(134|139|SIG(ABRT|SEGV))/);
    const failure = await run('loudness', 'chain.ogg').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DecodeFailed);
    expect(asFinalFailure(failure)).toMatchObject({ type: 'undecodable_media', nonRetryable: true });
  });

  test('by using up its processor time, takes too long', async () => {
    await make(file('hour.mp4'), ['-f', 'lavfi', '-i', 'color=size=64x48:rate=25:duration=7200', ...fast]);
    const tools = await toolsWith((script) => script.replace(/ulimit -S -t \d+/, 'ulimit -S -t 1'));
    const pictureFilters = ['hqdn3d', 'hqdn3d', 'hqdn3d'];
    const failure = await decode({
      tools,
      path: file('hour.mp4'),
      signal,
      timeoutMs: 50_000,
      pictureFilters,
      onMessage: () => undefined,
    }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DecodeTimedOut);
    expect((failure as Error).message).toContain('s of processor time');
    expect(asFinalFailure(failure)).toMatchObject({ type: 'analysis_timed_out', nonRetryable: true });
  });
});

/** Returns an Ogg Vorbis stream with another sample rate and serial number, and with correct checksums. */
function withSampleRate(ogg: Buffer, sampleRate: number): Buffer {
  const changed = Buffer.from(ogg);
  changed.writeUInt32LE(sampleRate, changed.indexOf('\x01vorbis', 0, 'latin1') + 12);
  for (let at = 0; at < changed.length;) {
    const segments = changed[at + 26]!;
    const lengths = changed.subarray(at + 27, at + 27 + segments);
    const end = at + 27 + segments + lengths.reduce((sum, length) => sum + length, 0);
    changed.writeUInt32LE(0x1234, at + 14);
    changed.writeUInt32LE(0, at + 22);
    changed.writeUInt32LE(oggChecksum(changed.subarray(at, end)), at + 22);
    at = end;
  }
  return changed;
}

/** Returns the checksum of an Ogg page (RFC 3533, 6): a CRC-32 with the polynomial 0x04c11db7, not reflected. */
function oggChecksum(page: Buffer): number {
  let crc = 0;
  for (const byte of page) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}

describe('the memory of ffmpeg', () => {
  test('does not hold the picture until the sound starts', async () => {
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=60'];
    const late = ['-itsoffset', '58', '-f', 'lavfi', '-i', 'sine=duration=2'];
    await make(file('late.mkv'), [...picture, ...late, ...fast, '-g', '5', '-c:a', 'pcm_s16le']);
    // The pictures before the sound have 500 MB.
    const tools = await toolsWith((script) => script.replace(/ulimit -d \d+/, `ulimit -d ${300 * 1024}`));
    const codes: SidekickCode[] = ['video-qc', 'loudness', 'integrity'];
    const job = { tools, path: file('late.mkv'), codes, signal, progress: () => {} };
    const { observations: seen } = await observeFile(job);
    for (const code of codes) expect(seen[code]).toMatchObject({ decodeFailure: null });
    expect(seen.integrity).toMatchObject({ seen: { faults: [] } });
  });

  test('is limited, and a file that needs more is reported as not decoded', async () => {
    const picture = ['-f', 'lavfi', '-i', 'color=size=4000x4000:rate=25', '-frames:v', '8'];
    await make(file('large.mkv'), [...picture, '-c:v', 'png', '-pix_fmt', 'rgb48be']);
    await make(file('large.png'), [...picture.slice(0, 4), '-frames:v', '1', '-pix_fmt', 'rgb48be']);
    for (const name of ['large.mkv', 'large.png']) {
      const limit = name === 'large.png' ? 100 : 200;
      const tools = await toolsWith((script) => script.replace(/ulimit -d \d+/, `ulimit -d ${limit * 1024}`));
      expect(await runSidekick(parsers, 'integrity', file(name), signal, tools)).toMatchObject([
        {
          ruleCode: 'decode.unexamined',
          severity: 'major',
          summary: 'The file was not decoded in full: it needs too much memory',
        },
      ]);
      expect(await run('integrity', name)).toEqual([]);
    }
  });

  test('is shared by fewer threads if the picture is large', () => {
    expect(decoderThreads({ width: 7_000, height: 7_000 })).toBe(1);
    expect(decoderThreads({ width: 7_680, height: 4_320 })).toBeLessThanOrEqual(2);
    expect(decoderThreads({ width: 64, height: 48 })).toBeGreaterThan(1);
  });
});

describe('sound', () => {
  test('with a low sample rate is not decoded, and is reported', async () => {
    await writeFile(file('slow.wav'), wavOf(10, 15_000));
    expect(await run('loudness', 'slow.wav')).toEqual([]);
    expect(await run('integrity', 'slow.wav')).toMatchObject([
      {
        ruleCode: 'decode.unexamined',
        severity: 'info',
        summary: 'The sound with a sample rate of 10 Hz was not decoded',
      },
    ]);
  });

  test('is decoded up to four hours, and the rest is reported', async () => {
    expect(maxUnmeasuredSeconds).toBe(14_400);
    await writeFile(file('long.wav'), wavOf(4_000, 4_000 * (maxUnmeasuredSeconds + 60)));
    expect(await run('integrity', 'long.wav')).toMatchObject([
      { ruleCode: 'decode.unexamined', severity: 'info', summary: 'The first 4 hours were decoded' },
    ]);
    await writeFile(file('whole.wav'), wavOf(4_000, 4_000 * maxUnmeasuredSeconds));
    expect(await run('integrity', 'whole.wav')).toEqual([]);
  });
});

/** Returns a WAV with silence in 8 bits. */
function wavOf(sampleRate: number, samples: number): Buffer {
  const wav = Buffer.alloc(44 + samples, 128);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + samples, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(sampleRate, 24);
  wav.writeUInt32LE(sampleRate, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(samples, 40);
  return wav;
}

describe('of several streams', () => {
  const plain = ['-f', 'lavfi', '-i', 'color=black:size=64x48:rate=25:duration=6'];
  const flashing = [
    ...['-f', 'lavfi', '-i', 'color=black:size=320x240:rate=25:duration=6'],
    ...['-filter_complex', `[1:v]drawbox=color=white:t=fill:enable='lt(mod(t\\,0.25)\\,0.125)'[flashes]`],
  ];
  const both = [...plain, ...flashing, '-map', '0:v', '-map', '[flashes]', ...fast];

  test.each([
    ['the default one', ['-disposition:v:0', '0', '-disposition:v:1', 'default']],
    ['the largest one of several defaults', ['-disposition:v:0', 'default', '-disposition:v:1', 'default']],
  ])('%s is examined, and the others are reported', async (_what, dispositions) => {
    const name = `${dispositions[1]}.mp4`;
    await make(file(name), [...both, ...dispositions]);
    expect(await run('photosensitivity', name)).toMatchObject([
      { ruleCode: 'flash.general', severity: 'critical' },
      { ruleCode: 'flash.extended' },
    ]);
    expect(await run('integrity', name)).toMatchObject([
      {
        ruleCode: 'decode.unexamined',
        severity: 'info',
        summary: 'The file has further streams: 1 of 2 video streams were not examined',
      },
    ]);
    const { picture } = examinedStreams(await probe(await mediaTools(), file(name), signal));
    expect(picture!.index).toBe(1);
    const { seen } = await observeWith('video-qc', name);
    expect(seen).toMatchObject({ stream: { width: 320, height: 240 } });
  });

  test('a picture of a moment shows the examined one', async () => {
    await make(file('moment.mp4'), [...both, '-disposition:v:0', '0', '-disposition:v:1', 'default']);
    const options = { tools: await mediaTools(), path: file('moment.mp4'), signal, timeoutMs: 20_000 };
    // At this moment, the second stream is white and the first one is black.
    const plainPicture = await takePicture({ ...options, atSeconds: 1.05, pictureStream: 0 });
    const examined = await takePicture({ ...options, atSeconds: 1.05, pictureStream: 1 });
    expect(await takePicture({ ...options, atSeconds: 1.05 })).toEqual(plainPicture);
    expect(examined).not.toEqual(plainPicture);
  });

  test('the sound with the default disposition is measured', async () => {
    const tones = [
      ...['-f', 'lavfi', '-i', 'anullsrc=channel_layout=stereo:sample_rate=48000:duration=5'],
      ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000:duration=5', '-map', '0', '-map', '1'],
    ];
    await make(file('tones.mkv'), [
      ...[...tones, '-c:a', 'pcm_s16le', '-disposition:a:0', '0', '-disposition:a:1', 'default'],
    ]);
    const { seen } = await observeWith('loudness', 'tones.mkv');
    expect((seen as { truePeakDbtp: number | null }).truePeakDbtp).toBeGreaterThan(-30);
    expect(await run('integrity', 'tones.mkv')).toMatchObject([
      {
        ruleCode: 'decode.unexamined',
        summary: 'The file has further streams: 1 of 2 audio streams were not examined',
      },
      { ruleCode: 'format.variant' },
    ]);
  });
});

test('decoding ends at the limit of frames, also for outputs with fewer frames', async () => {
  await make(file('minute.mp4'), ['-f', 'lavfi', '-i', 'testsrc2=size=64x48:rate=25:duration=60', ...fast]);
  const counts = { frames: 0, lumaFrames: 0, wholePictures: 0 };
  const small = (name: 'frames' | 'lumaFrames') => ({
    width: 16,
    height: 12,
    rate: '5',
    onFrame: () => {
      counts[name]++;
    },
  });
  const cutBy = await decode({
    tools: await mediaTools(),
    path: file('minute.mp4'),
    signal,
    timeoutMs: 50_000,
    maxFrames: 50,
    smallFilters: ['null'],
    frames: small('frames'),
    lumaFrames: small('lumaFrames'),
    wholePictures: {
      width: 64,
      height: 48,
      format: 'yuv420p',
      bytes: 64 * 48 * 1.5,
      onPicture: () => {
        counts.wholePictures++;
      },
    },
    onMessage: () => undefined,
  });
  expect(cutBy).toBe('frames');
  // 51 frames are 2.04 s.
  expect(counts.frames).toBeLessThanOrEqual(11);
  expect(counts.lumaFrames).toBeLessThanOrEqual(11);
  expect(counts.wholePictures).toBeLessThanOrEqual(3);
});
