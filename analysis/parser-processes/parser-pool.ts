import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { RangedSource } from '../../lib/ranged-source.ts';
import type { JobInput, JobResult, JobTable } from './protocol.ts';
import { isAliveChild, type JobOptions, ParserFailed, ProcessDied, runJob } from './run-job.ts';

export interface ParserPoolOptions {
  /** Called with the job and the reason when a parser process dies. */
  onDeath?: (job: string, reason: string) => void;
}

export interface ParserPool<Jobs extends JobTable> {
  /**
   * Runs a job on a source. Throws the source's own error when it cannot be read, `ParserFailed` when the content
   * crashes the parser or exceeds its limits, and the signal's reason when the job is cancelled.
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
 * Node's flags for a parser process: it may read the code, write nothing, and start no processes, threads or addons.
 * https://nodejs.org/docs/latest-v24.x/api/permissions.html
 */
export const parserArguments = [
  '--permission',
  ...['analysis', 'domain', 'lib', 'node_modules', 'package.json'].map(
    (code) => `--allow-fs-read=${path.join(projectRoot, code)}`,
  ),
  `--max-old-space-size=${maxHeapMb}`,
  '--disable-warning=ExperimentalWarning',
];
/** A process is replaced after this many jobs, which bounds what libraries leak. */
const maxJobsPerProcess = 200;

/**
 * Creates a pool of processes that parse untrusted files and stay warm between jobs. A job reads its file through its
 * parent. The process is killed when the job exceeds its limits of memory or time, or is cancelled.
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

  /** An idle process that still runs; processes that died while idle are dropped. */
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
      // The job may still be running in it.
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
        // A machine short of memory kills processes too. Only a second death, in a fresh process, is blamed on the
        // content.
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
