import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createMediaTools, type MediaTools } from './media/media-tools.ts';
import { createProcessSandbox, type SandboxSetting } from './media/process-sandbox.ts';
import { createWorkDirectory, sweepWorkDirectories } from './media/work-directory.ts';
import type { Jobs } from './parser-jobs.ts';
import { createParserPool, type ParserPool, type ParserPoolOptions } from './parser-processes/parser-pool.ts';

/** The pool of processes that parse files in JavaScript. */
export type Parsers = ParserPool<Jobs>;

/** Everything that untrusted files are opened with. */
export interface MediaRuntime {
  parsers: Parsers;
  /** ffmpeg and ffprobe. */
  tools: MediaTools;
  /** Directory for local copies that ffmpeg works on. */
  workDir: string;
}

export function createParsers(options: ParserPoolOptions = {}): Parsers {
  return createParserPool<Jobs>(path.join(import.meta.dirname, 'parser-jobs.ts'), options);
}

/**
 * Creates the media runtime of a process, after removing what workers that died have left in `workDir`. Throws
 * `NoSandbox` when `sandbox` asks for more isolation than the machine has.
 */
export async function createMediaRuntime({
  workDir,
  sandbox,
  searchPath,
  ...options
}: ParserPoolOptions & {
  workDir: string;
  sandbox: SandboxSetting;
  searchPath: string;
}): Promise<MediaRuntime> {
  await mkdir(workDir, { recursive: true });
  await sweepWorkDirectories(workDir);
  const ownDirectory = await createWorkDirectory(workDir);
  const tools = await createMediaTools(await createProcessSandbox(sandbox, ownDirectory, searchPath));
  return { parsers: createParsers(options), tools, workDir };
}
