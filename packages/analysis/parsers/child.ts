import { Socket } from 'node:net';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { createFrameReader, frameOf } from './frames.ts';
import {
  channelDescriptor,
  type FromChild,
  type JobTable,
  maxJsonResultBytes,
  progressStep,
  type ToChild,
} from './protocol.ts';
import { maxRequestedBytes, maxRequestedReads } from './read-limits.ts';

// This process parses untrusted bytes of one workspace. It has no environment variables and no credentials. It reads
// one file at a time through its parent (parser-pool.ts), and a crash affects no other process. Node's permission model
// denies this JavaScript access to files other than the code, and to child processes, threads and addons. If native
// code has escaped V8, bubblewrap still denies access to the network, other files and other processes.

/** The first argument is the path of the module that exports the table of jobs. */
const { jobs } = (await import(process.argv[2]!)) as { jobs: JobTable };

const channel = new Socket({ fd: channelDescriptor, readable: true, writable: true });
interface Read {
  start: number;
  end: number;
  resolve: (bytes: Uint8Array) => void;
  reject: (error: Error) => void;
}
/** Reads that have been sent to the parent, by id. */
const reads = new Map<number, Read>();
const waiting: Read[] = [];
let requestedBytes = 0;
let nextReadId = 0;

function send(message: FromChild): void {
  channel.write(Buffer.concat(frameOf(message)));
}

/** Sends the result of a job. The property `bytes` of the result is sent as raw bytes after the message. */
function sendResult(result: unknown): void {
  const { bytes, ...rest } = (result ?? {}) as { bytes?: unknown };
  const hasBytes = bytes instanceof Uint8Array;
  const frame = frameOf({ type: 'done', result: hasBytes ? rest : result }, hasBytes ? bytes : undefined);
  if (frame[1]!.length > maxJsonResultBytes)
    throw new RangeError(`the result exceeds ${maxJsonResultBytes} bytes`);
  dropReads();
  channel.write(Buffer.concat(frame));
}

function sourceOf(sizeBytes: number): RangedSource {
  return {
    sizeBytes,
    read: (start, end) =>
      new Promise((resolve, reject) => {
        // A damaged file may contain any offset. JSON cannot represent NaN and infinite numbers, so such offsets are
        // rejected here.
        if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end)) return reject(unreadable());
        waiting.push({ start, end, resolve, reject });
        requestReads();
      }),
    download: () => Promise.reject(new Error('a parser process cannot write files')),
  };
}

function requestReads(): void {
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
    const bytes = next.end - next.start;
    const isFull = reads.size === maxRequestedReads || requestedBytes + bytes > maxRequestedBytes;
    if (isFull && reads.size > 0) return;
    waiting.shift();
    requestedBytes += bytes;
    const readId = nextReadId++;
    reads.set(readId, next);
    send({ type: 'read', readId, start: next.start, end: next.end });
  }
}

/** Drops the reads whose results the job did not await. The parent process sends no bytes after the end of the job. */
function dropReads(): void {
  waiting.length = 0;
  reads.clear();
  requestedBytes = 0;
}

const unreadable = () => new Error('the source is not readable');

async function run({ job, input, sizeBytes }: Extract<ToChild, { type: 'run' }>): Promise<void> {
  let reported = -1;
  const progress = (share: number) => {
    if (share - reported < progressStep) return;
    reported = share;
    send({ type: 'progress', share });
  };
  try {
    sendResult(await jobs[job]!(sourceOf(sizeBytes), input as never, progress));
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    send({ type: 'failed', name: name.slice(0, 100), message: message.slice(0, 500) });
  }
}

const noLimits = { maxJsonBytes: Infinity, maxTailBytes: Infinity };
const readPart = createFrameReader(noLimits, (sent, bytes) => {
  const message = sent as ToChild;
  if (message.type === 'run') {
    void run(message);
    return;
  }
  const read = reads.get(message.readId);
  if (read === undefined) return;
  reads.delete(message.readId);
  requestedBytes -= read.end - read.start;
  requestReads();
  if (message.type === 'bytes') read.resolve(bytes);
  else read.reject(unreadable());
});

channel.on('data', readPart);
channel.on('close', () => process.exit(0));
// Ignored, because the event `close` follows and ends the process.
channel.on('error', () => undefined);
// If a parser does not handle a rejected promise, the job fails, because the parent sees the process exit.
process.on('unhandledRejection', () => process.exit(1));
send({ type: 'ready' });
