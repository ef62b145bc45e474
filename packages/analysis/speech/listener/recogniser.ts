import { spawn } from 'node:child_process';
import { z } from 'zod';
import { plainText } from '@assay/domain/lib/characters.ts';
import { killGroup } from '../../decode/kill-group.ts';
import { createLineReader } from '../../decode/line-reader.ts';
import { childOf, processUsage } from '../../parsers/process-usage.ts';
import type { Heard, HeardWord } from '../speech-listener.ts';
import {
  maxWindowSamples,
  maxWindowWords,
  maxWordCharacters,
  minWindowSamples,
  sampleRate,
  leadSamples,
} from './limits.ts';

/** Maximum processor time for a window, in milliseconds. White noise, the slowest sound, takes 4 s. */
const maxComputeMs = 20_000;
/** Maximum wall-clock time for a window, and for the start of the process, in milliseconds. */
const maxWallMs = 8 * maxComputeMs;
/** Maximum resident memory in bytes. 28 s of speech need 330 MiB. */
const maxMemoryBytes = 512 * 2 ** 20;
const watchIntervalMs = 200;
/** Maximum length of a line of output, in characters. 224 words take 20,000. */
const maxLineCharacters = 200_000;

const maxSeconds = (leadSamples + maxWindowSamples) / sampleRate;
const seconds = z.number().min(0).max(maxSeconds);
const probability = z.number().min(0).max(1);
const word = z.tuple([
  z
    .string()
    .max(2_000)
    .transform((text) => plainText(text, maxWordCharacters)),
  seconds,
  seconds,
  probability,
]);
/** The process may have been taken over by hostile sound, so its output is checked. */
const heard: z.ZodType<Heard> = z.strictObject({
  language: z.string().regex(/^[a-z]{2,3}$/),
  languageProbability: probability,
  logProbability: z.number().max(0.001),
  words: z
    .array(word)
    .max(maxWindowWords)
    .refine((words) =>
      words.every(([, start, end], at) => start <= end && (at === 0 || words[at - 1]![1] <= start)),
    ),
});

export interface Recogniser {
  /** Returns the words of a window. Rejects if the process has died, exceeds a limit or sends an invalid result. */
  hear(window: Uint8Array): Promise<Heard>;
  close(): void;
}

/**
 * Starts a process that recognises speech. Rejects if it does not start. A process belongs to one block of sound.
 * @param script path of the script that starts it (`ProcessSandbox.pythonScript`)
 * @param isWrapped true if the script runs the process as the child of bubblewrap
 */
export async function startRecogniser(
  script: string,
  isWrapped: boolean,
  signal: AbortSignal,
): Promise<Recogniser> {
  signal.throwIfAborted();
  const child = spawn(script, [], { env: {}, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  let onLine: ((line: string) => void) | null = null;
  let onEnd: (error: Error) => void = () => undefined;
  let ended: Error | null = null;
  let lastError = '';

  function end(error: Error): void {
    if (ended !== null) return;
    ended = error;
    killGroup(child);
    signal.removeEventListener('abort', abort);
    onEnd(error);
  }
  const abort = () => end(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  const output = createLineReader(
    maxLineCharacters,
    (line) => (onLine === null ? end(new Error('it sent an unexpected line')) : onLine(line)),
    () => end(new Error(`it sent a line of more than ${maxLineCharacters} characters`)),
  );
  const errors = createLineReader(500, (line) => (lastError = line.trim() || lastError));
  child.stdout.setEncoding('utf8').on('data', (text: string) => output.write(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.write(text));
  // The end of the process is reported by `close`.
  child.stdin.on('error', () => undefined);
  child.once('error', end);
  child.once('close', (code, killedBy) =>
    end(
      new Error(`it ended (${killedBy ?? code})${lastError === '' ? '' : `: ${plainText(lastError, 300)}`}`),
    ),
  );

  /** Waits for the next line, within the limits of a window. */
  async function nextLine(pid: number | null, send?: () => void): Promise<string> {
    if (ended !== null) throw ended;
    const before = pid === null ? null : await processUsage(pid);
    const startedAt = performance.now();
    let watch: NodeJS.Timeout | undefined;
    try {
      return await new Promise<string>((resolve, reject) => {
        if (ended !== null) return reject(ended);
        onLine = resolve;
        onEnd = reject;
        watch = setInterval(() => {
          if (performance.now() - startedAt > maxWallMs)
            return end(new Error(`it took more than ${maxWallMs / 1000} s`));
          if (pid === null) return;
          void processUsage(pid).then((now) => {
            if (now === null || before === null) return;
            if (now.cpuMs - before.cpuMs > maxComputeMs)
              end(new Error(`it used more than ${maxComputeMs / 1000} s of processor time`));
            else if (now.residentBytes > maxMemoryBytes)
              end(new Error(`it used more than ${maxMemoryBytes / 2 ** 20} MiB of memory`));
          });
        }, watchIntervalMs);
        send?.();
      });
    } finally {
      clearInterval(watch);
      onLine = null;
    }
  }

  if ((await nextLine(null)) !== 'ready') {
    end(new Error('it sent an unexpected line'));
    throw ended!;
  }
  const pid = isWrapped ? await childOf(child.pid!) : child.pid!;

  return {
    async hear(window) {
      if (window.length > 2 * maxWindowSamples) throw new RangeError('a window is too long');
      const bytes = Buffer.alloc(2 * leadSamples + Math.max(2 * minWindowSamples, window.length));
      bytes.set(window, 2 * leadSamples);
      const header = Buffer.alloc(4);
      header.writeUInt32LE(bytes.length / 2);
      const line = await nextLine(pid, () => {
        child.stdin.write(header);
        child.stdin.write(bytes);
      });
      const result = heard.safeParse(parsed(line));
      if (!result.success) {
        end(new Error('it sent an invalid result'));
        throw ended!;
      }
      const lead = leadSamples / sampleRate;
      const words = result.data.words.map(([text, start, finish, probability]): HeardWord => [
        text,
        Math.max(0, start - lead),
        Math.max(0, finish - lead),
        probability,
      ]);
      return { ...result.data, words };
    },
    close: () => end(new Error('it was closed')),
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}
