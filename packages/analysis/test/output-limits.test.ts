import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { decode } from '../decode/decode.ts';
import { DecodeFailed } from '../decode/run-ffmpeg.ts';
import { takePicture } from '../decode/take-picture.ts';
import { packetSpan, probe, ProbeRefused } from '../decode/ffprobe.ts';
import { createLineReader } from '../decode/line-reader.ts';
import type { MediaTools } from '../decode/media-tools.ts';
import { createParserPool } from '../parsers/parser-pool.ts';
import { ParserFailed } from '../parsers/run-job.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { bytesSource } from './support/file-source.ts';
import { withPeakGrowth } from './support/memory.ts';

// A file decides how much ffprobe, ffmpeg and the parsers say about it. Output that no real file can cause is written
// by a shell script in place of the program.

const scratch = path.join(inject('scratchDir'), 'output-limits');
const file = (name: string) => path.join(scratch, name);
const signal = new AbortController().signal;
const maxGrowthBytes = 128 * 2 ** 20;

/** Returns tools with a shell script in place of ffmpeg and ffprobe. */
async function scripted(name: string, script: string): Promise<MediaTools> {
  const program = file(`${name}.sh`);
  // fluent-ffmpeg asks for the encoders before each run.
  const encoders = 'case "$*" in *-encoders*) exit 0;; esac';
  await writeFile(program, `#!/bin/sh\n${encoders}\n${script}\n`, { mode: 0o755 });
  return { ffmpeg: program, ffprobe: program, encoder: program, containment: 'none', version: '0' };
}

/** A command that writes letters without end and without a line end. */
const endless = `exec tr '\\0' x < /dev/zero`;

/** Returns the error of an attempt, null if it succeeds, and the growth of this process's memory in bytes. */
async function failureOf(attempt: () => Promise<unknown>) {
  const { result: error, growthBytes } = await withPeakGrowth(() =>
    attempt().then(
      () => null,
      (reason: unknown) => reason,
    ),
  );
  return { error, growthBytes };
}

beforeAll(async () => {
  await mkdir(scratch, { recursive: true });
  await make(file('a.mp4'), ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=25:duration=1']);
});

describe('a report of ffprobe that cannot be used is refused:', () => {
  test.for([
    ['no report', ':', /report is unexpected: SyntaxError/],
    ['half a report', `echo '{"streams": ['`, /report is unexpected: SyntaxError/],
    ['no format', `echo '{"streams": []}'`, /report is unexpected: format: /],
    [
      'a width in words',
      `echo '{"streams": [{"width": "wide"}], "format": {"format_name": "mov"}}'`,
      /report is unexpected: streams\.0\.width: /,
    ],
    [
      'a duration that is no number',
      `echo '{"streams": [{"duration": "inf"}], "format": {"format_name": "mov"}}'`,
      /report is unexpected: streams\.0\.duration: /,
    ],
    ['an endless report', endless, /report exceeds 1048576 characters/],
  ] as const)('%s', async ([name, script, message]) => {
    const tools = await scripted(name.replaceAll(' ', '-'), script);
    const { error, growthBytes } = await failureOf(() => probe(tools, file('a.mp4'), signal));
    expect(error).toBeInstanceOf(ProbeRefused);
    expect((error as Error).message).toMatch(message);
    expect(growthBytes).toBeLessThan(maxGrowthBytes);
  });
});

test('a line about a packet is cut', { tags: 'long' }, async () => {
  // 600 million letters are more than a string may have.
  const line = `head -c 600000000 /dev/zero | tr '\\0' x; printf '\\nvideo,0,1.0,1.0,0.5\\n'`;
  const tools = await scripted('packets', line);
  const report = { streams: [], format: { format_name: 'avi', tags: {} } };
  const { result, growthBytes } = await withPeakGrowth(() =>
    packetSpan(tools, file('a.mp4'), report, signal),
  );
  expect(result).toEqual({ startSeconds: 1, endSeconds: 1.5 });
  expect(growthBytes).toBeLessThan(maxGrowthBytes);
});

describe('the output of ffmpeg is limited:', () => {
  const options = { signal, timeoutMs: 60_000, smallFilters: ['null'], onMessage: () => undefined };

  test('a log without line ends', async () => {
    const tools = await scripted('log', `${endless} >&2`);
    const { error, growthBytes } = await failureOf(() => decode({ ...options, tools, path: file('a.mp4') }));
    expect(error).toEqual(new DecodeFailed('the metadata exceed 67108864 characters in the log'));
    expect(growthBytes).toBeLessThan(maxGrowthBytes);
  });

  test('a log of endless metadata', { tags: 'long' }, async () => {
    const tools = await scripted('lines', `exec yes '  comment : x' >&2`);
    const { error } = await failureOf(() => decode({ ...options, tools, path: file('a.mp4') }));
    expect(error).toEqual(new DecodeFailed('the metadata exceed 67108864 characters in the log'));
  });

  test('a long line of a filter is cut, and the next line is read', async () => {
    const long = `printf '[blackdetect @ 0x1] [info] '; head -c 1000000 /dev/zero | tr '\\0' x`;
    const tools = await scripted('filter', `{ ${long}; printf '\\n[idet @ 0x2] [info] next\\n'; } >&2`);
    const texts: [string, number][] = [];
    const onMessage = (from: string, _level: string, text: string) => void texts.push([from, text.length]);
    await decode({ ...options, tools, path: file('a.mp4'), onMessage });
    expect(texts).toEqual([
      ['blackdetect', expect.closeTo(10_000, -2) as number],
      ['idet', 4],
    ]);
  });

  test('a picture of 100 MB', async () => {
    const tools = await scripted('picture', `head -c 100000000 /dev/zero`);
    const { error, growthBytes } = await failureOf(() =>
      takePicture({ ...options, tools, path: file('a.mp4'), atSeconds: 0 }),
    );
    expect(error).toEqual(new DecodeFailed('the picture exceeds 1048576 bytes'));
    expect(growthBytes).toBeLessThan(maxGrowthBytes);
  });
});

test('a result of a parser process that exceeds 4 MiB is refused', { tags: 'long' }, async () => {
  const jobs = `export const jobs = { repeat: (source, times) => 'x'.repeat(times) };`;
  const pool = createParserPool<{ repeat: (source: unknown, times: number) => string }>(
    `data:text/javascript,${encodeURIComponent(jobs)}`,
    { repeat: z.string() },
  );
  const repeat = (times: number) =>
    pool.forTenant('test').run('repeat', times, bytesSource('x'), { signal, maxComputeMs: 8_000 });
  await expect(repeat(2 ** 22)).rejects.toThrow(
    new ParserFailed('RangeError: the result exceeds 4194304 bytes'),
  );
  expect(await repeat(3)).toBe('xxx');
  pool.close();
});

describe('a line reader', () => {
  test('joins lines that arrive in parts, and cuts long ones', () => {
    const lines: string[] = [];
    let dropped = 0;
    const reader = createLineReader(
      5,
      (line) => lines.push(line),
      (characters) => (dropped += characters),
    );
    for (const text of ['on', 'e\n\ntw', 'o\nmuch too', ' long\nla', 'st']) reader.write(text);
    reader.end();
    reader.end();
    expect(lines).toEqual(['one', '', 'two', 'much ', 'last']);
    expect(dropped).toBe('too long'.length);
  });
});
