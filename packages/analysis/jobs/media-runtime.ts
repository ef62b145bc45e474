import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { jobResults } from './job-results.ts';
import { createMediaTools, type MediaTools } from '../decode/media-tools.ts';
import { createProcessSandbox, type ProcessSandbox, type SandboxSetting } from '../decode/process-sandbox.ts';
import {
  createWorkDirectory,
  createWorkRoot,
  sweepWorkDirectories,
  type WorkRoot,
} from '../decode/work-directory.ts';
import {
  createTrustLists,
  noTrustLists,
  type TrustListFiles,
  type TrustListName,
  type TrustListReader,
} from '../contract/trust-lists.ts';
import type { Jobs } from './parser-jobs.ts';
import { moduleExtension, parserCode } from '../parsers/code-files.ts';
import {
  createParserPool,
  type ParserPool,
  type ParserPoolOptions,
  type Parsers as TenantParsers,
} from '../parsers/parser-pool.ts';
import { createSpeechListeners, type SpeechListeners } from '../speech/listener/speech-listeners.ts';
import { createTextReaders, type TextReaders } from '../text/reader/text-readers.ts';

/** Parser processes that belong to one workspace. */
export type Parsers = TenantParsers<Jobs>;

/** The parsers and programs that open untrusted files. */
export interface MediaRuntime {
  parserPool: ParserPool<Jobs>;
  tools: MediaTools;
  /** Directory for local copies of files. A copy is stored there while ffmpeg decodes it. */
  workDir: WorkRoot;
  /** Reads text in pictures; null if the runtime has no weights. */
  textReaders: TextReaders | null;
  /** Finds and recognises speech; null if the runtime has no weights for it. */
  speechListeners: SpeechListeners | null;
  /** The lists that signers of content credentials are judged against. */
  trustLists: TrustListReader;
}

export function createParsers(options: ParserPoolOptions = {}): ParserPool<Jobs> {
  return createParserPool<Jobs>(
    path.join(import.meta.dirname, `parser-jobs${moduleExtension}`),
    jobResults,
    options,
  );
}

/**
 * Creates the media runtime of a process. First removes the directories of dead workers from `workDir`. Throws
 * `NoSandbox` if `sandbox` is `required` and bubblewrap does not work. Throws if the weights in `textModels` or
 * `speechModels` cannot be loaded.
 * @param textModels directory with the weights of the networks that read text; null if no text is read
 * @param speechModels directory with the packages and weights that recognise speech; null if no speech is read
 * @param maxSpeechListeners maximum number of processes that recognise speech; absent: 1
 * @param maxTextReaders maximum number of processes that read text; absent: the default of the pool
 * @param trustListFiles files of the lists for signers of content credentials; absent: no lists
 * @param onTrustListFault called if a changed file of a trust list cannot be used
 * @param searchPath value of PATH for finding ffmpeg, ffprobe and the sandbox tools
 */
export async function createMediaRuntime({
  workDir,
  sandbox,
  searchPath,
  textModels = null,
  maxTextReaders,
  speechModels = null,
  maxSpeechListeners,
  trustListFiles = noTrustLists,
  onTrustListFault,
  ...options
}: ParserPoolOptions & {
  workDir: string;
  sandbox: SandboxSetting;
  searchPath: string;
  textModels?: string | null;
  maxTextReaders?: number;
  speechModels?: string | null;
  maxSpeechListeners?: number;
  trustListFiles?: TrustListFiles;
  onTrustListFault?: (list: TrustListName, reason: string) => void;
}): Promise<MediaRuntime> {
  await mkdir(workDir, { recursive: true });
  await sweepWorkDirectories(workDir);
  const ownDirectory = await createWorkDirectory(workDir);
  const processSandbox = await createProcessSandbox(sandbox, ownDirectory, searchPath);
  const tools = await createMediaTools(processSandbox);
  const nodeScript = await processSandbox.nodeScript(parserCode);
  // Without this check, a failure of Node to start in the sandbox would be mistaken for an error in a file.
  if (nodeScript !== null) await promisify(execFile)(nodeScript, ['--version']);
  return {
    parserPool: createParsers({ ...options, nodeScript }),
    tools,
    workDir: createWorkRoot(workDir),
    trustLists: createTrustLists(trustListFiles, onTrustListFault),
    speechListeners:
      speechModels === null
        ? null
        : await createSpeechListeners(path.resolve(speechModels), {
            ...options,
            sandbox: processSandbox,
            searchPath,
            onListenerDeath: (reason) => options.onDeath?.('listen', reason),
            ...(maxSpeechListeners === undefined ? {} : { maxListeners: maxSpeechListeners }),
          }),
    textReaders:
      textModels === null
        ? null
        : await readersOf(path.resolve(textModels), processSandbox, {
            ...options,
            ...(maxTextReaders === undefined ? {} : { maxProcesses: maxTextReaders }),
          }),
  };
}

async function readersOf(
  models: string,
  sandbox: ProcessSandbox,
  options: ParserPoolOptions,
): Promise<TextReaders> {
  const nodeScript = await sandbox.nodeScript([...parserCode, models], 'text-reader');
  return createTextReaders(models, { ...options, nodeScript });
}
