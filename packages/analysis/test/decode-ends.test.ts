import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { decode } from '../decode/decode.ts';
import { DecodeTimedOut } from '../decode/run-ffmpeg.ts';
import type { MediaTools } from '../decode/media-tools.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { probe } from '../decode/ffprobe.ts';
import { until } from '../../../test/support/api.ts';
import { mediaTools } from '../../../test/support/media-tools.ts';

const file = path.join(inject('scratchDir'), 'decode-ends.mp4');
const oneHour = 3_600;
let tools: MediaTools;

beforeAll(async () => {
  tools = await mediaTools();
  const picture = `color=size=64x48:rate=10:duration=${oneHour}`;
  await make(file, ['-f', 'lavfi', '-i', picture, '-c:v', 'libx264', '-preset', 'ultrafast']);
});

/** Returns how many seconds of media were decoded before `decode` ended, and the error that it threw. */
async function decodeUntil(stop: { signal?: AbortSignal; timeoutMs?: number }) {
  let decodedSeconds = 0;
  const failure = await decode({
    tools,
    path: file,
    signal: stop.signal ?? new AbortController().signal,
    timeoutMs: stop.timeoutMs ?? 60_000,
    pictureFilters: ['blackdetect=d=0.1'],
    onMessage: () => undefined,
    onProgress: (seconds) => (decodedSeconds = seconds),
  }).then(
    () => null,
    (error: unknown) => error,
  );
  return { decodedSeconds, failure };
}

describe('decoding ends', () => {
  test('at its time limit, even before the program has started', async () => {
    const { decodedSeconds, failure } = await decodeUntil({ timeoutMs: 1 });
    expect(failure).toBeInstanceOf(DecodeTimedOut);
    expect(decodedSeconds).toBeLessThan(oneHour);
  });

  test('when it is cancelled, even before the program has started', async () => {
    const cancelled = new AbortController();
    const running = decodeUntil({ signal: cancelled.signal });
    cancelled.abort(new Error('nobody wants it'));
    const { decodedSeconds, failure } = await running;
    expect(failure).toEqual(new Error('nobody wants it'));
    expect(decodedSeconds).toBeLessThan(oneHour);
  });

  test.each(['ffmpeg', 'ffprobe'] as const)(
    'together with processes that %s has started',
    async (program) => {
      const directory = inject('scratchDir');
      const started = path.join(directory, `${program}-child`);
      const script = path.join(directory, `${program}-with-child`);
      await writeFile(script, `#!/bin/sh\nsleep 600 &\necho $! > ${started}\nwait\n`, { mode: 0o755 });
      const cancelled = new AbortController();
      const options = { tools: { ...tools, [program]: script }, path: file, signal: cancelled.signal };
      const running =
        program === 'ffprobe'
          ? probe(options.tools, file, options.signal)
          : decode({
              ...options,
              timeoutMs: 60_000,
              pictureFilters: ['blackdetect=d=0.1'],
              onMessage: () => undefined,
              onProgress: () => undefined,
            });
      const failed = expect(running).rejects.toThrow('nobody wants it');
      const pid = await until(
        () => readFile(started, 'utf8').catch(() => ''),
        (text) => text.endsWith('\n'),
      );
      cancelled.abort(new Error('nobody wants it'));
      await failed;
      await until(
        () => isRunning(Number(pid)),
        (running) => !running,
      );
    },
  );
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
