import type { ChildProcess } from 'node:child_process';
import type { RangedSource } from '../../domain/ranged-source.ts';
import { IsolateFailed } from './isolate-error.ts';
import { processUsage } from './process-usage.ts';
import type { FromIsolate, JobName, ToIsolate } from './protocol.ts';

export interface JobOptions {
  signal: AbortSignal;
  /** Limit of processor time. */
  maxComputeMs: number;
  onProgress?: (share: number) => void;
  /** The process ends with the job, whose memory it could not give back. */
  isLast?: boolean;
}

/** Buffers are outside the heap; a process that holds more than this in all is ended. */
const maxResidentBytes = 1024 * 2 ** 20;
const watchIntervalMs = 200;
/** How many times its processor time a job may take on a busy machine, the waits for bytes not counted. */
const patience = 8;

/** More at once than any file that is read whole has. */
const maxReadBytes = 128 * 2 ** 20;

function isWithin({ sizeBytes }: RangedSource, start: number, end: number): boolean {
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start < end;
  return isRange && end <= sizeBytes && end - start <= maxReadBytes;
}

export function isAliveChild(child: ChildProcess): boolean {
  return child.connected && child.exitCode === null && child.signalCode === null;
}

/** The isolate ended before it had an answer. */
export class Died extends Error {}

/** One job from its start to its answer. */
export function converse(
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
        // What a file says of where its parts are may lead out of it; that is its fault, not the storage's.
        if (!isWithin(source, start, until)) return send({ type: 'unreadable', readId });
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
    if (!isAliveChild(child)) return onExit();
    send({ type: 'run', job, input, sizeBytes: source.sizeBytes });
  });
}
