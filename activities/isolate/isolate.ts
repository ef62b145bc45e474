import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { RangedSource } from '../../domain/ranged-source.ts';
import { converse, Died, isAliveChild, type JobOptions } from './converse.ts';
import { IsolateFailed } from './isolate-error.ts';
import type { JobInput, JobName, JobResult } from './protocol.ts';

export interface IsolateOptions {
  /** Told of an isolate that died, and of what. */
  onDeath?: (job: string, how: string) => void;
}

export type Isolates = ReturnType<typeof createIsolates>;

const childFile = path.join(import.meta.dirname, 'child.ts');
const projectRoot = path.join(import.meta.dirname, '../..');
const maxHeapMb = 512;
/**
 * How Node is started: it may read its own code, write nothing, and start no processes, threads or addons.
 * https://nodejs.org/docs/latest-v24.x/api/permissions.html
 */
export const isolateArguments = [
  '--permission',
  ...['activities', 'domain', 'node_modules', 'package.json'].map(
    (code) => `--allow-fs-read=${path.join(projectRoot, code)}`,
  ),
  `--max-old-space-size=${maxHeapMb}`,
  '--disable-warning=ExperimentalWarning',
];
/** A process is replaced after this many jobs, so that leaks of libraries stay bounded. */
const jobsPerProcess = 200;

/**
 * Processes for parsing what strangers sent, kept warm between jobs. A job reads the file through its parent,
 * and is ended with its process when it uses too much memory or time, or when it is cancelled.
 */
export function createIsolates({ onDeath = () => undefined }: IsolateOptions = {}) {
  const idle: { child: ChildProcess; jobs: number }[] = [];
  const all = new Set<ChildProcess>();

  function spawn(): Promise<ChildProcess> {
    const child = fork(childFile, [], {
      env: {},
      execArgv: isolateArguments,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    all.add(child);
    return new Promise((resolve, reject) => {
      child.once('message', () => resolve(child));
      child.once('exit', (code, signal) => {
        all.delete(child);
        reject(new Error(`an isolate did not start (${signal ?? code})`));
      });
      child.once('error', reject);
    });
  }

  /** One that died while it was idle is of no use. */
  function takeIdle() {
    let isolate = idle.pop();
    while (isolate !== undefined && !isAliveChild(isolate.child)) isolate = idle.pop();
    return isolate;
  }

  async function once<Name extends JobName>(
    job: Name,
    input: JobInput<Name>,
    source: RangedSource,
    options: JobOptions,
    fresh: boolean,
  ): Promise<JobResult<Name>> {
    options.signal.throwIfAborted();
    const isolate = (fresh ? undefined : takeIdle()) ?? { child: await spawn(), jobs: 0 };
    isolate.jobs++;
    try {
      const result = await converse(isolate.child, job, input, source, options);
      const isKept = options.isLast !== true && isolate.jobs < jobsPerProcess && isAliveChild(isolate.child);
      if (isKept) idle.push(isolate);
      else isolate.child.kill('SIGKILL');
      return result as JobResult<Name>;
    } catch (error) {
      // Whatever it still does, it does not do on.
      isolate.child.kill('SIGKILL');
      throw error;
    }
  }

  return {
    /**
     * Runs a job of `jobs.ts` on a source. Throws what the source throws when it cannot be read, `IsolateFailed`
     * when the content is too much for its parser, and the signal's reason when it is cancelled.
     */
    async run<Name extends JobName>(
      job: Name,
      input: JobInput<Name>,
      source: RangedSource,
      options: JobOptions,
    ): Promise<JobResult<Name>> {
      try {
        return await once(job, input, source, options, false);
      } catch (error) {
        if (!(error instanceof Died)) throw error;
        onDeath(job, error.message);
        // A machine short of memory ends processes too, idle ones among them; what ends a fresh one is the content.
        return await once(job, input, source, options, true).catch((second: unknown) => {
          if (!(second instanceof Died)) throw second;
          onDeath(job, second.message);
          throw new IsolateFailed(second.message);
        });
      }
    },

    close(): void {
      for (const child of all) child.kill('SIGKILL');
    },
  };
}
