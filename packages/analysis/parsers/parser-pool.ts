import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { killGroup } from '../decode/kill-group.ts';
import { openChannel } from './channel.ts';
import { moduleExtension, parserCode } from './code-files.ts';
import type { JobInput, JobResult, JobTable, ResultSchemas } from './protocol.ts';
import { childOf, processUsage, type Usage } from './process-usage.ts';
import {
  isAliveProcess,
  type JobOptions,
  type ParserProcess,
  ParserFailed,
  ProcessDied,
  runJob,
} from './run-job.ts';

export interface ParserPoolOptions {
  /** Called with the name of the job and the reason when a parser process dies. */
  onDeath?: (job: string, reason: string) => void;
  /** Path of a script that starts Node in a sandbox (`ProcessSandbox.nodeScript`). Null or absent: no sandbox. */
  nodeScript?: string | null;
  /**
   * Number of processes, idle and busy, above which the pool ends idle processes. Absent: 4. The pool does not
   * limit the number of busy processes: each concurrent job has its own process, and callers limit their jobs.
   */
  maxProcesses?: number;
  /** Absolute paths of files and directories that a process may read besides the project's code. Absent: none. */
  readable?: readonly string[];
  /** True if a process may load native add-ons. Absent: false. */
  loadsAddons?: boolean;
  /**
   * Maximum resident memory of an idle process in bytes. Libraries do not free all memory, so a process that exceeds
   * this value is ended. Absent: 256 MiB.
   */
  maxIdleBytes?: number;
}

export interface Parsers<Jobs extends JobTable> {
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
}

export interface ParserPool<Jobs extends JobTable> {
  /**
   * Returns the parsers of a workspace, which is the tenant. A process parses files of one workspace only. A file that
   * has taken over its process therefore cannot access files of other workspaces.
   */
  forTenant(tenant: string): Parsers<Jobs>;
  close(): void;
}

/** A process that has parsed files of one workspace only. */
interface Parser extends ParserProcess {
  tenant: string;
  jobs: number;
  /** Watches the process while it is idle; null while it runs a job. */
  idleWatch: NodeJS.Timeout | null;
}

const childFile = path.join(import.meta.dirname, `child${moduleExtension}`);
const maxHeapMb = 512;
/**
 * Returns Node's flags for a parser process. The process may read the project's code, but cannot write files or start
 * processes or threads. https://nodejs.org/docs/latest-v24.x/api/permissions.html
 */
export const parserArguments = ({ readable = [], loadsAddons = false }: ParserPoolOptions = {}) => [
  '--permission',
  ...[...parserCode, ...readable].map((place) => `--allow-fs-read=${place}`),
  ...(loadsAddons ? ['--allow-addons'] : []),
  `--max-old-space-size=${maxHeapMb}`,
  '--disallow-code-generation-from-strings',
  '--disable-warning=ExperimentalWarning',
];
/** Maximum number of jobs per process. Replacing the process limits the memory that libraries leak. */
const maxJobsPerProcess = 200;
/** Maximum processor time of a process while it is idle, in milliseconds. Garbage collection takes less. */
const maxIdleComputeMs = 1_000;
const idleWatchIntervalMs = 1_000;

/**
 * Creates a pool of processes that parse untrusted files and are reused between jobs. A process requests the bytes of
 * the file from its parent process. A process is killed if its job fails, exceeds a limit or is cancelled. An idle
 * process is killed if it sends a message or uses much processor time or memory.
 * @param jobsModule absolute path of a module that exports `jobs`
 * @param results the schemas of the results of these jobs
 */
export function createParserPool<Jobs extends JobTable>(
  jobsModule: string,
  results: ResultSchemas<Jobs>,
  options: ParserPoolOptions = {},
): ParserPool<Jobs> {
  const { onDeath = () => undefined, nodeScript = null, maxProcesses = 4 } = options;
  const { maxIdleBytes = 256 * 2 ** 20 } = options;
  /** Idle processes, longest idle first. */
  const idle: Parser[] = [];
  const all = new Set<ChildProcess>();

  async function start(tenant: string): Promise<Parser> {
    if (all.size >= maxProcesses) end(idle.shift());
    const child = spawn(
      nodeScript ?? process.execPath,
      [...parserArguments(options), childFile, jobsModule],
      {
        env: {},
        // The last descriptor is the channel for messages.
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
        detached: true,
      },
    );
    all.add(child);
    const channel = openChannel(child);
    await new Promise<void>((resolve, reject) => {
      channel.listen({
        onMessage: ({ type }) => (type === 'ready' ? resolve() : channel.close()),
        onClose: (reason) => reject(new Error(`a parser process did not start: ${reason}`)),
      });
      child.once('exit', (code, signal) => {
        all.delete(child);
        reject(new Error(`a parser process did not start (${signal ?? code})`));
      });
      child.once('error', reject);
    });
    channel.listen(null);
    const pid = nodeScript === null ? child.pid! : await childOf(child.pid!);
    return { child, channel, tenant, jobs: 0, idleWatch: null, pid };
  }

  function end(parser: Parser | undefined): void {
    if (parser === undefined) return;
    stopWatching(parser);
    all.delete(parser.child);
    parser.channel.close();
  }

  /** Takes an idle process of a workspace from the pool, skipping dead processes; undefined if there is none. */
  function takeIdle(tenant: string): Parser | undefined {
    for (;;) {
      const index = idle.findLastIndex((parser) => parser.tenant === tenant);
      if (index < 0) return undefined;
      const [parser] = idle.splice(index, 1);
      stopWatching(parser!);
      if (isAliveProcess(parser!)) return parser;
    }
  }

  /**
   * Returns a process to the pool. Ends the process if it has died, has not received all data, uses more memory than
   * `maxIdleBytes`, or has run 200 jobs.
   */
  async function release(parser: Parser): Promise<void> {
    const usage = await processUsage(parser.pid);
    const isLarge = usage !== null && usage.residentBytes > maxIdleBytes;
    const isUsable = isAliveProcess(parser) && parser.channel.isDrained;
    if (isLarge || parser.jobs >= maxJobsPerProcess || !isUsable) {
      end(parser);
      return;
    }
    if (usage !== null) watchIdle(parser, usage);
    idle.push(parser);
    if (all.size > maxProcesses) end(idle.shift());
  }

  /**
   * Ends an idle process that exceeds `maxIdleComputeMs` or `maxIdleBytes`, because code of a hostile file may still
   * run in it.
   */
  function watchIdle(parser: Parser, { cpuMs }: Usage): void {
    const isCalm = (now: Usage) => now.cpuMs - cpuMs <= maxIdleComputeMs && now.residentBytes <= maxIdleBytes;
    const watch = setInterval(() => {
      void processUsage(parser.pid).then((now) => {
        // A job may have started in the meantime.
        if (parser.idleWatch !== watch || (now !== null && isCalm(now))) return;
        idle.splice(idle.indexOf(parser), 1);
        end(parser);
      });
    }, idleWatchIntervalMs);
    watch.unref();
    parser.idleWatch = watch;
  }

  function stopWatching(parser: Parser): void {
    if (parser.idleWatch !== null) clearInterval(parser.idleWatch);
    parser.idleWatch = null;
  }

  async function runOnce(
    tenant: string,
    job: string,
    input: unknown,
    source: RangedSource,
    options: JobOptions,
    fresh: boolean,
  ): Promise<unknown> {
    options.signal.throwIfAborted();
    const parser = (fresh ? undefined : takeIdle(tenant)) ?? (await start(tenant));
    parser.jobs++;
    try {
      const result = results[job]!.safeParse(await runJob(parser, job, input, source, options));
      if (!result.success) throw new ParserFailed('the parser returned an unexpected result');
      if (options.isLast === true) end(parser);
      else await release(parser);
      return result.data;
    } catch (error) {
      // The parser process may still be running the failed job.
      end(parser);
      throw error;
    }
  }

  const forTenant = (tenant: string): Parsers<Jobs> => ({
    async run<Name extends keyof Jobs & string>(
      job: Name,
      input: JobInput<Jobs[Name]>,
      source: RangedSource,
      options: JobOptions,
    ) {
      try {
        return (await runOnce(tenant, job, input, source, options, false)) as JobResult<Jobs[Name]>;
      } catch (error) {
        if (!(error instanceof ProcessDied)) throw error;
        onDeath(job, error.message);
        // If the machine is short of memory, the operating system also kills processes. The content counts as the cause
        // only if a second, new process also dies.
        return (await runOnce(tenant, job, input, source, options, true).catch((second: unknown) => {
          if (!(second instanceof ProcessDied)) throw second;
          onDeath(job, second.message);
          throw new ParserFailed(second.message);
        })) as JobResult<Jobs[Name]>;
      }
    },
  });

  return {
    forTenant,
    close(): void {
      for (const child of all) killGroup(child);
    },
  };
}
