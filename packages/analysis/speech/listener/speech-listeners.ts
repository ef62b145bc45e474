import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Clock } from '@assay/domain/lib/pausable-timeout.ts';
import { bytesSource } from '@assay/domain/lib/ranged-source.ts';
import { findProgram } from '../../decode/find-on-path.ts';
import type { ProcessSandbox } from '../../decode/process-sandbox.ts';
import { moduleExtension, parserCode } from '../../parsers/code-files.ts';
import { createParserPool, type ParserPoolOptions } from '../../parsers/parser-pool.ts';
import type { ResultSchemas } from '../../parsers/protocol.ts';
import { takingTurns } from '../../parsers/taking-turns.ts';
import { type Heard, ListenerFailed, type SpeechListener } from '../speech-listener.ts';
import type { DetectorJobs } from './detector-jobs.ts';
import { blockSamples, maxWindowSamples } from './limits.ts';
import { packagesFolder, weightsFolder } from './model-files.ts';
import { startRecogniser } from './recogniser.ts';

/** Finds and recognises speech, in separate processes for each workspace. */
export interface SpeechListeners {
  /**
   * Returns the listener of a workspace, which is the tenant.
   * @param clock clock of a time limit. It is paused while sound waits and no sound of its workspace is heard. Absent
   *   or null: there is no limit.
   */
  forTenant(tenant: string, clock?: Clock | null): SpeechListener;
  close(): void;
}

export interface SpeechListenersOptions extends ParserPoolOptions {
  sandbox: ProcessSandbox;
  searchPath: string;
  /** Called with the reason when a process that recognises speech dies or exceeds a limit. */
  onListenerDeath?: (reason: string) => void;
  /** Maximum number of processes that recognise speech at the same time. Absent: 1. */
  maxListeners?: number;
}

/** Maximum processor time for finding the speech in a block, in milliseconds. Four minutes take 0.5 s. */
const maxDetectorMs = 20_000;
/** Maximum processor time of a recogniser, in seconds: 28 s of speech take 3 s, and a block has at most 10 windows. */
const maxRecogniserSeconds = 300;
const maxIdleBytes = 256 * 2 ** 20;

const maxSpeech = blockSamples + maxWindowSamples;
const detectorResults: ResultSchemas<DetectorJobs> = {
  loadDetector: z.literal(true),
  detectSpeech: z.strictObject({
    speech: z
      .array(
        z
          .strictObject({ start: z.int().min(0), end: z.int().max(maxSpeech) })
          .refine(({ start, end }) => start < end && end - start <= maxWindowSamples),
      )
      .max(5_000)
      .refine((ranges) => ranges.every(({ start }, at) => at === 0 || ranges[at - 1]!.end <= start)),
  }),
};

/**
 * Creates the processes that find and recognise speech. Throws if they cannot load their weights.
 * @param models absolute path of the directory with the Python packages and the weights
 */
export async function createSpeechListeners(
  models: string,
  {
    sandbox,
    searchPath,
    onListenerDeath = () => undefined,
    maxListeners = 1,
    ...options
  }: SpeechListenersOptions,
): Promise<SpeechListeners> {
  const [packages, weights] = [packagesFolder, weightsFolder].map((name) => path.join(models, name));
  const pool = createParserPool<DetectorJobs>(
    path.join(import.meta.dirname, `detector-jobs${moduleExtension}`),
    detectorResults,
    {
      ...options,
      nodeScript: await sandbox.nodeScript([...parserCode, weights!], 'speech-detector'),
      readable: [weights!],
      loadsAddons: true,
      maxIdleBytes,
    },
  );
  const script = await sandbox.pythonScript(
    'listen',
    {
      ...(await findPython(searchPath)),
      script: path.join(import.meta.dirname, 'listen.py'),
      readable: [packages!, weights!],
    },
    maxRecogniserSeconds,
  );
  const isWrapped = sandbox.containment === 'bubblewrap';
  const inTurn = takingTurns(maxListeners);
  const closed = new AbortController();
  const startUp = { signal: closed.signal, maxComputeMs: maxDetectorMs, isLast: true };
  await pool
    .forTenant('start-up')
    .run('loadDetector', { models: weights! }, bytesSource(new Uint8Array()), startUp);
  (await startRecogniser(script, isWrapped, closed.signal)).close();

  async function hear(windows: readonly Uint8Array[], signal: AbortSignal): Promise<Heard[]> {
    const heard: Heard[] = [];
    let failedAt = -1;
    while (heard.length < windows.length) {
      signal.throwIfAborted();
      let recogniser: Awaited<ReturnType<typeof startRecogniser>> | null = null;
      try {
        recogniser = await startRecogniser(script, isWrapped, signal);
        while (heard.length < windows.length) heard.push(await recogniser.hear(windows[heard.length]!));
      } catch (error) {
        signal.throwIfAborted();
        onListenerDeath((error as Error).message);
        if (failedAt === heard.length) throw new ListenerFailed((error as Error).message);
        failedAt = heard.length;
      } finally {
        recogniser?.close();
      }
    }
    return heard;
  }

  return {
    forTenant: (tenant, clock = null) => ({
      async detect(sound, signal) {
        const options = { signal, maxComputeMs: maxDetectorMs };
        const source = bytesSource(sound);
        return (await pool.forTenant(tenant).run('detectSpeech', { models: weights! }, source, options))
          .speech;
      },
      hear: (windows, signal) =>
        windows.length === 0
          ? Promise.resolve([])
          : inTurn(tenant, clock, () => hear(windows, AbortSignal.any([signal, closed.signal]))),
    }),
    close(): void {
      closed.abort(new Error('the listeners were closed'));
      pool.close();
    },
  };
}

/** Returns the interpreter behind `python3`, which may be a script or a link, and the directory of its library. */
async function findPython(searchPath: string): Promise<{ python: string; prefix: string }> {
  const found = await findProgram('python3', searchPath);
  const program = 'import sys; print(sys.executable); print(sys.base_prefix)';
  const { stdout } = await promisify(execFile)(found, ['-I', '-c', program], { env: { PATH: searchPath } });
  const [python = '', prefix = ''] = stdout.trim().split('\n');
  return { python: await realpath(python), prefix: await realpath(prefix) };
}
