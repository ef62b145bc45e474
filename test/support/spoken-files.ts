import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { ensureEspeak } from '../../tools/local/programs/espeak.ts';

const run = promisify(execFile);

/** Speaks a text and returns the path of the WAV file. */
export async function speak(name: string, text: string, voice = 'en-gb'): Promise<string> {
  const { cacheDir, environment } = loadLocalConfig();
  const espeak = await ensureEspeak(cacheDir, environment['PATH'] ?? '');
  const file = path.join(inject('scratchDir'), `${name}.wav`);
  await run(espeak, ['-v', voice, '-s', '150', '-w', file, text]);
  return file;
}

/** Runs ffmpeg, and returns the path of its output. */
export async function makeSound(name: string, args: readonly string[]): Promise<string> {
  const file = path.join(inject('scratchDir'), name);
  await run('ffmpeg', ['-v', 'error', '-y', ...args, file]);
  return file;
}
