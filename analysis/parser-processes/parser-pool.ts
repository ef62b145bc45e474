import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { RangedSource } from '../../lib/ranged-source.ts';
import type { JobInput, JobResult, JobTable } from './protocol.ts';
import { isAliveChild, type JobOptions, ParserFailed, ProcessDied, runJob } from './run-job.ts';

export interface ParserPoolOptions {
  /** Called with the name of the job and the reason when a parser process dies. */
  onDeath?: (job: string, reason: string) => void;
}

export interface ParserPool<Jobs extends JobTable> {
  /**
   * Runs a job on a source and returns the job's result. Throws the source's own error if the source cannot be read.
   * Throws `ParserFailed` if the content makes the parser crash or exceed a limit. Throws the signal's reason if the
   * job is cancelled.
   */
  run<Name extends keyof Jobs & string>(
    job: Name,
    input: JobInput<Jobs[Name]>,
    source: RangedSource,
    options: JobOptions,
  ): Promise<JobResult<Jobs[Name]>>;
  /** Kills every process of the pool. */
  close(): void;
}

const childFile = path.join(import.meta.dirname, 'child.ts');
const projectRoot = path.join(import.meta.dirname, '../..');
const maxHeapMb = 512;
/**
 * Node's flags for a parser process. The process may read the project's code. The process may not write files or load
 * addons, and may not start processes or threads. https://nodejs.org/docs/latest-v24.x/api/permissions.html
 */
export const parserArguments = [
  '--permission',
  ...['analysis', 'domain', 'lib', 'node_modules', 'package.json'].map(
    (code) => `--allow-fs-read=${path.join(projectRoot, code)}`,
  ),
  `--max-old-space-size=${maxHeapMb}`,
  '--disable-warning=ExperimentalWarning',
];
/** Maximum number of jobs per process. Replacing the process limits the memory that libraries leak. */
const maxJobsPerProcess = 200;

/**
 * Creates a pool of processes that parse untrusted files and are reused between jobs. A process requests the bytes of
 * the file from its parent process. A process is killed if its job exceeds its memory or time limit, or is cancelled.
 * @param jobsModule absolute path of a module that exports `jobs`
 */
export function createParserPool<Jobs extends JobTable>(
  jobsModule: string,
  { onDeath = () => undefined }: ParserPoolOptions = {},
): ParserPool<Jobs> {
  const idle: { child: ChildProcess; jobs: number }[] = [];
  const all = new Set<ChildProcess>();

  function spawn(): Promise<ChildProcess> {
    const child = fork(childFile, [jobsModule], {
      env: {},
      execArgv: parserArguments,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    all.add(child);
    return new Promise((resolve, reject) => {
      child.once('message', () => resolve(child));
      child.once('exit', (code, signal) => {
        all.delete(child);
        reject(new Error(`a parser process did not start (${signal ?? code})`));
      });
      child.once('error', reject);
    });
  }

  /**
   * Removes an idle process from the pool and returns it; undefined if no process is idle. Processes that died while
   * idle are dropped.
   */
  function takeIdle() {
    let parser = idle.pop();
    while (parser !== undefined && !isAliveChild(parser.child)) parser = idle.pop();
    return parser;
  }

  async function runOnce(
    job: string,
    input: unknown,
    source: RangedSource,
    options: JobOptions,
    fresh: boolean,
  ): Promise<unknown> {
    options.signal.throwIfAborted();
    const parser = (fresh ? undefined : takeIdle()) ?? { child: await spawn(), jobs: 0 };
    parser.jobs++;
    try {
      const result = await runJob(parser.child, job, input, source, options);
      const isReusable =
        options.isLast !== true && parser.jobs < maxJobsPerProcess && isAliveChild(parser.child);
      if (isReusable) idle.push(parser);
      else parser.child.kill('SIGKILL');
      return result;
    } catch (error) {
      // The parser process may still be running the failed job.
      parser.child.kill('SIGKILL');
      throw error;
    }
  }

  return {
    async run<Name extends keyof Jobs & string>(
      job: Name,
      input: JobInput<Jobs[Name]>,
      source: RangedSource,
      options: JobOptions,
    ) {
      try {
        return (await runOnce(job, input, source, options, false)) as JobResult<Jobs[Name]>;
      } catch (error) {
        if (!(error instanceof ProcessDied)) throw error;
        onDeath(job, error.message);
        // If the machine is short of memory, the operating system also kills processes. The content counts as the cause
        // only if a second, new process also dies.
        return (await runOnce(job, input, source, options, true).catch((second: unknown) => {
          if (!(second instanceof ProcessDied)) throw second;
          onDeath(job, second.message);
          throw new ParserFailed(second.message);
        })) as JobResult<Jobs[Name]>;
      }
    },

    close(): void {
      for (const child of all) child.kill('SIGKILL');
    },
  };
}
