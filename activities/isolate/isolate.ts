import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RangedSource } from '../../domain/ranged-source.ts';
import { IsolateFailed } from './isolate-error.ts';
import type { FromIsolate, JobInput, JobName, JobResult, ToIsolate } from './protocol.ts';

export interface IsolateOptions {
  /** Told of an isolate that died, and of what. */
  onDeath?: (job: string, how: string) => void;
}

export interface JobOptions {
  signal: AbortSignal;
  /** Limit of processor time. */
  maxComputeMs: number;
  onProgress?: (share: number) => void;
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
/** Buffers are outside the heap; a process that holds more than this in all is ended. */
const maxResidentBytes = 1024 * 2 ** 20;
const watchIntervalMs = 200;
/** How many times its processor time a job may take on a busy machine, the waits for bytes not counted. */
const patience = 8;
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
    while (isolate !== undefined && !isAlive(isolate.child)) isolate = idle.pop();
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
      if (isolate.jobs < jobsPerProcess && isAlive(isolate.child)) idle.push(isolate);
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

function isAlive(child: ChildProcess): boolean {
  return child.connected && child.exitCode === null && child.signalCode === null;
}

/** The isolate ended before it had an answer. */
class Died extends Error {}

/** One job from its start to its answer. */
function converse(
  child: ChildProcess,
  job: JobName,
  input: unknown,
  source: RangedSource,
  { signal, maxComputeMs, onProgress }: JobOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let computedMs = 0;
    let openReads = 0;
    let computingSince = performance.now();
    let readFault: Error | null = null;

    const spentMs = () => computedMs + (openReads === 0 ? performance.now() - computingSince : 0);
    const atStart = processUsage(child.pid!);
    const watch = setInterval(() => {
      void Promise.all([processUsage(child.pid!), atStart]).then(([now, then]) => {
        const spent = now === null || then === null ? spentMs() : now.cpuMs - then.cpuMs;
        if (spent > maxComputeMs || spentMs() > patience * maxComputeMs) {
          end(() => reject(new IsolateFailed(`it takes more than ${maxComputeMs / 1000} s to read`)));
        } else if (now !== null && now.residentBytes > maxResidentBytes) {
          end(() => reject(new Died('it takes too much memory to read')));
        }
      });
    }, watchIntervalMs);

    const send = (message: ToIsolate) => {
      // It may have died since; its end is heard of elsewhere.
      if (child.connected) child.send(message, () => undefined);
    };
    const onMessage = (message: FromIsolate) => {
      switch (message.type) {
        case 'read':
          return void read(message);
        case 'progress':
          return onProgress?.(message.share);
        case 'done':
          // What it made of a file that could not be read says nothing of the file.
          return end(() => (readFault === null ? resolve(message.result) : reject(readFault)));
        case 'failed':
          return end(() => reject(readFault ?? new IsolateFailed(`${message.name}: ${message.message}`)));
      }
    };
    const onExit = () => end(() => reject(readFault ?? new Died('its parser did not survive it')));
    const onAbort = () => end(() => reject(signal.reason as Error));

    async function read({
      readId,
      start,
      end: until,
    }: Extract<FromIsolate, { type: 'read' }>): Promise<void> {
      if (openReads++ === 0) computedMs += performance.now() - computingSince;
      try {
        send({ type: 'bytes', readId, bytes: await source.read(start, until) });
      } catch (error) {
        readFault ??= error as Error;
        send({ type: 'unreadable', readId });
      } finally {
        if (--openReads === 0) computingSince = performance.now();
      }
    }

    function end(settle: () => void): void {
      clearInterval(watch);
      child.off('message', onMessage);
      child.off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      settle();
    }

    child.on('message', onMessage);
    child.on('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    if (!isAlive(child)) return onExit();
    send({ type: 'run', job, input, sizeBytes: source.sizeBytes });
  });
}

interface Usage {
  cpuMs: number;
  residentBytes: number;
}

/** Linux counts processor time in hundredths of a second for everybody who asks (proc(5)). */
const msPerTick = 10;

/** What a process has used; null where the system does not tell, or the process is gone. */
async function processUsage(pid: number): Promise<Usage | null> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  const [stat, status] = await Promise.all([read('stat'), read('status')]);
  // The name in parentheses may have spaces; what follows it begins with field 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const residentKb = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  if (residentKb === undefined) return null;
  const [userTicks, systemTicks] = [fields[14 - 3], fields[15 - 3]];
  return {
    cpuMs: (Number(userTicks) + Number(systemTicks)) * msPerTick,
    residentBytes: Number(residentKb) * 1024,
  };
}
