import type { ChildProcess } from 'node:child_process';
import type { RangedSource } from '../../lib/ranged-source.ts';
import { processUsage } from './process-usage.ts';
import { type FromChild, fromChild, type ToChild } from './protocol.ts';

export interface JobOptions {
  signal: AbortSignal;
  /** Maximum processor time of the job, in milliseconds. */
  maxComputeMs: number;
  onProgress?: (share: number) => void;
  /** True to end the process after the job. Used for jobs whose memory would not be freed. */
  isLast?: boolean;
}

/**
 * Maximum resident memory of a parser process in bytes. Buffers count too: they are outside the heap, which has a
 * separate limit.
 */
const maxResidentBytes = 1024 * 2 ** 20;
const watchIntervalMs = 200;
/**
 * Maximum wall-clock time, as a multiple of the maximum processor time. The factor is above 1, because other
 * processes may use the processor. Time spent waiting for bytes is not counted.
 */
const maxWallFactor = 8;

/** Maximum size of one read in bytes. Files that are read as a whole are smaller. */
const maxReadBytes = 128 * 2 ** 20;

/** Maximum number of reads in progress, and of their bytes in total. The parent holds the bytes in memory. */
const maxOpenReads = 64;
const maxOpenBytes = 2 * maxReadBytes;

function isWithin({ sizeBytes }: RangedSource, start: number, end: number): boolean {
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start < end;
  return isRange && end <= sizeBytes && end - start <= maxReadBytes;
}

/** A parser process. */
export interface ParserProcess {
  child: ChildProcess;
  /** Id of the Node process. In a sandbox, `child` is the program that started it. */
  pid: number;
}

/**
 * Returns a message of a parser process; null if it is not one. A hostile file may have taken over the process, so its
 * messages can have any form. A result is checked by the function that asked for it.
 */
function readMessage(sent: unknown): FromChild | null {
  const parsed = fromChild.safeParse(sent);
  return parsed.success ? parsed.data : null;
}

export function isAliveChild(child: ChildProcess): boolean {
  return child.connected && child.exitCode === null && child.signalCode === null;
}

/**
 * Thrown if the content made its parser run out of memory or time, or fail with an unexpected error. Not retryable:
 * the same bytes fail again.
 */
export class ParserFailed extends Error {}

/** Thrown if the process ended before the job had a result. */
export class ProcessDied extends Error {}

/**
 * Runs one job in a parser process and returns the job's result. Throws `ParserFailed` if the job throws or exceeds
 * its time limit. Throws `ProcessDied` if the process ends or exceeds its memory limit. Throws the source's error if
 * the source cannot be read.
 */
export function runJob(
  { child, pid }: ParserProcess,
  job: string,
  input: unknown,
  source: RangedSource,
  { signal, maxComputeMs, onProgress }: JobOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let computedMs = 0;
    let openReads = 0;
    let openBytes = 0;
    let computingSince = performance.now();
    let readFault: Error | null = null;

    const spentMs = () => computedMs + (openReads === 0 ? performance.now() - computingSince : 0);
    const atStart = processUsage(pid);
    const watch = setInterval(() => {
      void Promise.all([processUsage(pid), atStart]).then(([now, then]) => {
        const spent = now === null || then === null ? spentMs() : now.cpuMs - then.cpuMs;
        if (spent > maxComputeMs || spentMs() > maxWallFactor * maxComputeMs) {
          end(() => reject(new ParserFailed(`more than ${maxComputeMs / 1000} s of processor time`)));
        } else if (now !== null && now.residentBytes > maxResidentBytes) {
          end(() => reject(new ProcessDied(`the parser used more than ${maxResidentBytes} bytes of memory`)));
        }
      });
    }, watchIntervalMs);

    const send = (message: ToChild) => {
      // If the process has died in the meantime, `onExit` handles the death.
      if (child.connected) child.send(message, () => undefined);
    };
    const onMessage = (sent: unknown) => {
      const message = readMessage(sent);
      switch (message?.type) {
        case undefined:
          return end(() => reject(new ProcessDied('the parser sent an unexpected message')));
        case 'read':
          return void read(message);
        case 'progress':
          return onProgress?.(message.share);
        case 'done':
          // If a read failed, the result says nothing about the file, so the read error is reported instead.
          return end(() => (readFault === null ? resolve(message.result) : reject(readFault)));
        case 'failed':
          return end(() => reject(readFault ?? new ParserFailed(`${message.name}: ${message.message}`)));
      }
    };
    const onExit = () => end(() => reject(readFault ?? new ProcessDied('the parser crashed')));
    const onAbort = () => end(() => reject(signal.reason as Error));

    async function read({ readId, start, end: until }: Extract<FromChild, { type: 'read' }>): Promise<void> {
      // A damaged file may contain offsets beyond its end. The file then causes the failure, not the storage.
      if (!isWithin(source, start, until)) return send({ type: 'unreadable', readId });
      openBytes += until - start;
      if (openReads >= maxOpenReads || openBytes > maxOpenBytes) {
        return end(() => reject(new ProcessDied('the parser reads too much at the same time')));
      }
      if (openReads++ === 0) computedMs += performance.now() - computingSince;
      try {
        send({ type: 'bytes', readId, bytes: await source.read(start, until) });
      } catch (error) {
        readFault ??= error as Error;
        send({ type: 'unreadable', readId });
      } finally {
        openBytes -= until - start;
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
    if (!isAliveChild(child)) return onExit();
    send({ type: 'run', job, input, sizeBytes: source.sizeBytes });
  });
}
