import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { inject } from 'vitest';
import { readOptions } from '../../check/options.ts';
import { type openMediaTools, runCheck } from '../../check/run-check.ts';
import { createTrustLists, noTrustLists } from '../../contract/trust-lists.ts';
import { createWorkRoot } from '../../decode/work-directory.ts';
import type { MediaRuntime } from '../../jobs/media-runtime.ts';
import { mediaTools } from '../../../../test/support/media-tools.ts';
import { useParserPool } from '../../../../test/support/parsers.ts';

export type SharedParts = Partial<Pick<MediaRuntime, 'parserPool' | 'textReaders' | 'speechListeners'>>;

/** Returns tools that share the processes of the tests. */
export async function sharedTools({
  parserPool = useParserPool(),
  textReaders = null,
  speechListeners = null,
}: SharedParts = {}): ReturnType<typeof openMediaTools> {
  const workDir = path.join(inject('scratchDir'), `check-work-${process.pid}`);
  await mkdir(workDir, { recursive: true });
  const runtime: MediaRuntime = {
    parserPool,
    tools: await mediaTools(),
    workDir: createWorkRoot(workDir),
    textReaders,
    speechListeners,
    trustLists: createTrustLists(noTrustLists),
  };
  return { runtime, fault: '', ffmpeg: '7.1', close: () => Promise.resolve() };
}

function output() {
  const stream = {
    ...{ text: '', isTTY: false, columns: 80, rows: 24 },
    write(text: unknown) {
      stream.text += String(text);
      return true;
    },
  };
  return stream;
}

interface Setting extends SharedParts {
  cwd: string;
  stdin?: string;
  openTools?: () => ReturnType<typeof openMediaTools>;
  signal?: AbortSignal;
}

/** Runs `assay check` in this process. */
export async function runCheckHere(args: readonly string[], setting: Setting) {
  const { cwd, stdin = '', openTools = () => sharedTools(setting) } = setting;
  const options = readOptions(['check', ...args]);
  if (options.command !== 'check') throw new Error('no check');
  const [stdout, stderr] = [output(), output()];
  const streams = { stdin: Readable.from([stdin]), stdout, stderr };
  const { signal = new AbortController().signal } = setting;
  const code = await runCheck(options, { env: {}, cwd, ...streams }, '0.1.0', signal, openTools);
  return { code, stdout: stdout.text, stderr: stderr.text };
}
