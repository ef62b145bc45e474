import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, test } from 'vitest';
import { createProcessSandbox } from '../decode/process-sandbox.ts';
import { findSpeech } from '../speech/listener/find-speech.ts';
import { startRecogniser } from '../speech/listener/recogniser.ts';
import { readSpeech } from '../speech/read-speech.ts';
import { ListenerFailed, type SpeechListener } from '../speech/speech-listener.ts';
import { toSpokenWindow } from '../speech/windows.ts';
import { mediaTools } from '../../../test/support/media-tools.ts';
import { useSpeechListeners } from '../../../test/support/speech-listeners.ts';
import { makeSound, speak } from '../../../test/support/spoken-files.ts';

const listeners = useSpeechListeners();
const signal = new AbortController().signal;
const searchPath = process.env['PATH'] ?? '';

const read = async (file: string, listener: SpeechListener = listeners.forTenant('a')) =>
  readSpeech({ tools: await mediaTools(), path: file, listener, signal, progress: () => undefined });

const wordsIn = async (file: string) =>
  (await read(file))!.windows.flatMap(({ words }) =>
    words.map((word) => ({ ...word, text: plain(word.text) })),
  );
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}%]/gu, '');

describe('the speech in a file', () => {
  test('is read with the times of the file, after a pause and in a video that starts with silence', async () => {
    const first = await speak('first', 'Our new washing powder is clinically proven.');
    const second = await speak('second', 'Save fifty per cent on all carpets this weekend.');
    const file = await makeSound('pauses.mkv', [
      ...['-f', 'lavfi', '-i', 'color=s=64x64:r=10:d=15', '-i', first, '-i', second],
      ...[
        '-filter_complex',
        '[1]adelay=3000:all=1[a];[2]adelay=10000:all=1[b];[a][b]amix=duration=longest[s]',
      ],
      ...['-map', '0:v', '-map', '[s]', '-c:a', 'aac'],
    ]);
    const words = await wordsIn(file);
    expect(words.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['washing', 'powder', 'carpets', 'weekend']),
    );
    const startOf = (text: string) => words.find((word) => word.text === text)!.startSeconds;
    expect(words[0]!.startSeconds).toBeGreaterThan(2.7);
    expect(startOf('washing')).toBeLessThan(4);
    expect(startOf('carpets')).toBeGreaterThan(10.8);
    expect(startOf('carpets')).toBeLessThan(12.5);
    for (const [at, { startSeconds, endSeconds }] of words.entries()) {
      expect(endSeconds).toBeGreaterThanOrEqual(startSeconds);
      expect(startSeconds).toBeGreaterThanOrEqual(words[at - 1]?.startSeconds ?? 0);
    }
  }, 120_000);

  test.each([
    ['silence', ['-f', 'lavfi', '-i', 'anullsrc=r=48000:d=20']],
    ['a tone', ['-f', 'lavfi', '-i', 'sine=440:d=20']],
    ['noise', ['-f', 'lavfi', '-i', 'anoisesrc=c=pink:d=20:seed=1']],
    [
      'music',
      [
        ...['-f', 'lavfi', '-i'],
        "aevalsrc='0.3*sin(2*PI*t*220*pow(2,floor(mod(t*4,8))/12))*exp(-4*mod(t,0.25))+0.2*sin(2*PI*t*110*pow(2,floor(mod(t,4))/6))':d=20",
      ],
    ],
  ])(
    'is not invented from %s',
    async (name, input) => {
      const file = await makeSound(`${name.replace(' ', '-')}.wav`, input);
      expect((await read(file))!.windows).toEqual([]);
    },
    120_000,
  );

  test('is null without sound', async () => {
    const file = await makeSound('mute.mp4', ['-f', 'lavfi', '-i', 'color=s=64x64:r=10:d=1']);
    expect(await read(file)).toBeNull();
  });

  test('is left out with the reason if the recogniser fails twice', async () => {
    const file = await speak('short', 'Please wait here.');
    const speech = await read(file, {
      detect: (...of) => listeners.forTenant('a').detect(...of),
      hear: () => Promise.reject(new ListenerFailed('it ended (SIGKILL)')),
    });
    expect(speech!.windows).toEqual([]);
    expect(speech!.leftOut).toEqual({ speechSeconds: speech!.speechSeconds, fault: 'it ended (SIGKILL)' });
    expect(speech!.speechSeconds).toBeGreaterThan(0.5);
  }, 60_000);
});

test('a range of speech is cut where it is least like speech', () => {
  const probabilities = Array.from({ length: 1_500 }, () => 0.9);
  probabilities[800] = 0.6;
  const ranges = findSpeech(probabilities, 1_500 * 512);
  expect(ranges).toEqual([
    { start: 0, end: 800.5 * 512 },
    { start: 800.5 * 512, end: 1_500 * 512 },
  ]);
});

describe('a window', () => {
  const window = [
    { start: 16_000, end: 32_000 },
    { start: 160_000, end: 176_000 },
  ];
  const heard = { language: 'en', languageProbability: 1, logProbability: -0.3 };

  test('has words within the ranges in which speech was found', () => {
    const { words } = toSpokenWindow(
      {
        ...heard,
        words: [
          ['one', 0.2, 0.6, 0.9],
          // It starts before the pause, and its greater part is after it.
          ['two', 0.8, 1.6, 0.9],
        ],
      },
      window,
      16_000,
    );
    expect(words.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds])).toEqual([
      [2.2, 2.6],
      [11, 11.6],
    ]);
  });

  test('has no words if they were probably invented', () => {
    const words = [['you', 0, 1, 0.2]] as const;
    expect(toSpokenWindow({ ...heard, logProbability: -0.81, words }, window, 0).words).toEqual([]);
    expect(toSpokenWindow({ ...heard, logProbability: -0.8, words }, window, 0).words).toHaveLength(1);
  });
});

describe('the process that recognises speech', () => {
  const listening = async (program: string) => {
    const directory = await mkdtemp(path.join(inject('scratchDir'), 'listen-'));
    const script = path.join(directory, 'script.py');
    await writeFile(script, program);
    await mkdir(path.join(directory, 'scripts'));
    const sandbox = await createProcessSandbox('required', path.join(directory, 'scripts'), searchPath);
    const { stdout } = await promisify(execFile)('python3', [
      '-Ic',
      'import os, sys; print(os.path.realpath(sys.executable)); print(sys.base_prefix)',
    ]);
    const [python, prefix] = stdout.trim().split('\n');
    const started = await sandbox.pythonScript(
      'x',
      { python: python!, prefix: prefix!, script, readable: [] },
      30,
    );
    return startRecogniser(started, true, signal);
  };
  const silence = new Uint8Array(32_000);

  test.each([
    ['dies', 'import os; os._exit(3)', /it ended \(3\)/],
    ['allocates too much', 'bytearray(600 * 2**20)', /MemoryError/],
    ['uses too much processor time', 'while True: pass', /20 s of processor time/],
    [
      'sends a number that is not finite',
      'print(\'{"language":"en","languageProbability":NaN}\', flush=True); import time; time.sleep(9)',
      /invalid result/,
    ],
    [
      'sends words out of order',
      'print(\'{"language":"en","languageProbability":1,"logProbability":-1,"words":[["a",2,3,1],["b",1,3,1]]}\', flush=True); import time; time.sleep(9)',
      /invalid result/,
    ],
  ])(
    'is ended if it %s',
    async (_, then, reason) => {
      const recogniser = await listening(
        `import sys\nprint("ready", flush=True)\nsys.stdin.buffer.read(4)\n${then}\n`,
      );
      await expect(recogniser.hear(silence)).rejects.toThrow(reason);
    },
    90_000,
  );

  test('has no network, and sees and changes no files', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const recogniser = await listening(
      [
        'import os, socket, sys',
        'print("ready", flush=True)',
        'sys.stdin.buffer.read(4)',
        'faults = 0',
        `for attempt in (lambda: socket.create_connection(("127.0.0.1", ${port}), 2), lambda: open("/etc/passwd"), lambda: open(__file__, "w"), lambda: open("/x", "w"), lambda: os.listdir("/root/.ssh")):`,
        '  try: attempt()',
        '  except OSError: faults += 1',
        'print(\'{"language":"en","languageProbability":1,"logProbability":-\' + str(faults) + \',"words":[]}\', flush=True)',
      ].join('\n'),
    );
    const { logProbability } = await recogniser.hear(silence);
    recogniser.close();
    server.close();
    expect(logProbability).toBe(-5);
  }, 60_000);
});
