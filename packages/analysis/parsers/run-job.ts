import type { ChildProcess } from 'node:child_process';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { fileMemoryBytes } from '../decode/memory-limits.ts';
import type { Channel } from './channel.ts';
import { processUsage } from './process-usage.ts';
import { type FromChild, progressStep } from './protocol.ts';
import { createReadLimits, isWithin } from './read-limits.ts';

export interface JobOptions {
  signal: AbortSignal;
  /** Maximum processor time of the job, in milliseconds. */
  maxComputeMs: number;
  onProgress?: (share: number) => void;
  /** Maximum resident memory of the process in bytes, including buffers outside the heap. Absent: 1 GiB. */
  maxMemoryBytes?: number;
  /** True to end the process after the job. Used for jobs whose memory would not be freed. */
  isLast?: boolean;
  /** Maximum length of the property `bytes` of the result. Absent: 0, for a result without that property. */
  maxResultBytes?: number;
}

const watchIntervalMs = 200;
/**
 * Maximum wall-clock time in which no read is in progress, as a multiple of the maximum processor time. The factor is
 * above 1, because other processes may use the processor.
 */
const maxWallFactor = 8;
/** Maximum total time in which a job has a read in progress, in milliseconds. A read from S3 has its own timeout. */
const maxReadingMs = 5 * 60_000;

/** Maximum number of progress reports per job. A parser process that has not been taken over sends half as many. */
const maxReports = 2 / progressStep;

export interface ParserProcess {
  child: ChildProcess;
  channel: Channel;
  /** Id of the Node process. In a sandbox, `child` is the program that started it. */
  pid: number;
}

export function isAliveProcess({ child, channel }: ParserProcess): boolean {
  return channel.isOpen && child.exitCode === null && child.signalCode === null;
}

/**
 * Thrown if the content made its parser throw an error, exceed a limit of memory, time or reads, crash twice, or return
 * a result that does not match the schema. Not retryable: the same bytes fail again.
 */
export class ParserFailed extends Error {}

/** Thrown if the process ended before the job had a result. */
export class ProcessDied extends Error {}

/**
 * Runs one job in a parser process and returns the job's result, which the caller must check. Throws `ParserFailed` if
 * the job throws or exceeds its limits of time and reads. Throws `ProcessDied` if the process ends, sends an unexpected
 * message or exceeds its memory limit. Throws the source's error if the source cannot be read.
 */
export function runJob(
  parser: ParserProcess,
  job: string,
  input: unknown,
  source: RangedSource,
  { signal, maxComputeMs, onProgress, maxMemoryBytes = fileMemoryBytes, maxResultBytes = 0 }: JobOptions,
): Promise<unknown> {
  const { channel, pid } = parser;
  return new Promise((resolve, reject) => {
    const limits = createReadLimits(source.sizeBytes);
    let computedMs = 0;
    let readingMs = 0;
    let countedUntil = performance.now();
    let reports = 0;
    let readFault: Error | null = null;
    let isEnded = false;

    /** Adds the time since the last call to `readingMs` if a read is in progress, otherwise to `computedMs`. */
    function countTime(): void {
      const now = performance.now();
      if (limits.isOpen()) readingMs += now - countedUntil;
      else computedMs += now - countedUntil;
      countedUntil = now;
    }

    const fail = (reason: string) => end(() => reject(new ParserFailed(reason)));
    const die = (reason: string) => end(() => reject(new ProcessDied(reason)));
    const atStart = processUsage(pid);
    const watch = setInterval(() => {
      void Promise.all([processUsage(pid), atStart]).then(([now, then]) => {
        countTime();
        const spent = now === null || then === null ? computedMs : now.cpuMs - then.cpuMs;
        if (spent > maxComputeMs || computedMs > maxWallFactor * maxComputeMs)
          fail(`more than ${maxComputeMs / 1000} s of processor time`);
        else if (readingMs > maxReadingMs) fail(`reads of more than ${maxReadingMs / 1000} s`);
        else if (now !== null && now.residentBytes > maxMemoryBytes)
          die(`the parser used more than ${maxMemoryBytes} bytes of memory`);
      });
    }, watchIntervalMs);

    function onMessage(message: FromChild, bytes: Uint8Array): void {
      switch (message.type) {
        case 'ready':
          return die('the parser sent an unexpected message');
        case 'read':
          return void read(message);
        case 'progress':
          if (++reports > maxReports) return die('the parser sent an unexpected message');
          return onProgress?.(message.share);
        case 'done':
          // If a read failed, the result says nothing about the file, so the read error is reported instead.
          return end(() =>
            readFault === null ? resolve(withBytes(message.result, bytes)) : reject(readFault),
          );
        case 'failed':
          return end(() => reject(readFault ?? new ParserFailed(`${message.name}: ${message.message}`)));
      }
    }
    const onClose = (reason: string) => end(() => reject(readFault ?? new ProcessDied(reason)));
    const onAbort = () => end(() => reject(signal.reason as Error));

    async function read({ readId, start, end: until }: Extract<FromChild, { type: 'read' }>): Promise<void> {
      const isReadable = isWithin(source, start, until);
      const bytes = isReadable ? until - start : 0;
      countTime();
      const refusal = limits.open(bytes);
      if (refusal !== null) return fail(refusal);
      if (limits.isExcessive()) return die('the parser reads too much at the same time');
      try {
        // A damaged file may contain offsets beyond its end. A read beyond the end fails because of the file, and not
        // because of the storage.
        const found = isReadable ? await source.read(start, until) : null;
        // If the job has ended, the parser process may never read these bytes. They would stay in the memory of the
        // worker.
        if (isEnded) return;
        if (found === null) await channel.send({ type: 'unreadable', readId });
        else await channel.send({ type: 'bytes', readId }, found);
      } catch (error) {
        readFault ??= error as Error;
        if (isEnded) return;
        await channel.send({ type: 'unreadable', readId });
      }
      countTime();
      limits.close(bytes);
    }

    function end(settle: () => void): void {
      isEnded = true;
      clearInterval(watch);
      channel.listen(null);
      signal.removeEventListener('abort', onAbort);
      settle();
    }

    channel.listen({ onMessage, onClose }, maxResultBytes);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) return onAbort();
    if (!isAliveProcess(parser)) return onClose('the parser crashed');
    void channel.send({ type: 'run', job, input, sizeBytes: source.sizeBytes });
  });
}

/** Returns a result with the bytes that followed its message. The schema of the job's result checks both. */
function withBytes(result: unknown, bytes: Uint8Array): unknown {
  return bytes.length === 0 ? result : { ...(result as object | null), bytes };
}
