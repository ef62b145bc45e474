import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createMediaTools, type MediaTools } from './media/media-tools.ts';
import { createProcessSandbox, type SandboxSetting } from './media/process-sandbox.ts';
import { createWorkDirectory, sweepWorkDirectories } from './media/work-directory.ts';
import type { Jobs } from './parser-jobs.ts';
import { createParserPool, type ParserPool, type ParserPoolOptions } from './parser-processes/parser-pool.ts';

/** The pool of processes that parse files with JavaScript libraries. */
export type Parsers = ParserPool<Jobs>;

/** The parsers and programs that open untrusted files. */
export interface MediaRuntime {
  parsers: Parsers;
  /** Paths of the scripts that run ffmpeg and ffprobe. */
  tools: MediaTools;
  /** Directory for local copies of files. A copy is stored there while ffmpeg decodes it. */
  workDir: string;
}

export function createParsers(options: ParserPoolOptions = {}): Parsers {
  return createParserPool<Jobs>(path.join(import.meta.dirname, 'parser-jobs.ts'), options);
}

/**
 * Creates the media runtime of a process. First removes the directories of dead workers from `workDir`. Throws
 * `NoSandbox` if `sandbox` is `required` and bubblewrap does not work.
 * @param searchPath value of PATH for finding ffmpeg, ffprobe and the sandbox tools
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
