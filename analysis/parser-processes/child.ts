import { serialize } from 'node:v8';
import type { RangedSource } from '../../lib/ranged-source.ts';
import type { FromChild, JobTable, ToChild } from './protocol.ts';

// This process parses untrusted bytes of one workspace. It has no environment variables and no credentials. It reads
// one file at a time through its parent (parser-pool.ts), and a crash affects no other process. Node's permission model
// denies this JavaScript access to files other than the code, and to child processes, threads and addons. Bubblewrap
// denies native code that has escaped V8 the network, other files and other processes.

/** The first argument is the path of the module that exports the table of jobs. */
const { jobs } = (await import(process.argv[2]!)) as { jobs: JobTable };

/** Maximum size of a result in bytes. A result may quote the file, and the parent holds it in memory as a whole. */
const maxResultBytes = 16 * 2 ** 20;

const send = (message: FromChild) => process.send!(message);
const reads = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>();
let nextReadId = 0;

function sourceOf(sizeBytes: number): RangedSource {
  return {
    sizeBytes,
    read: (start, end) =>
      new Promise((resolve, reject) => {
        const readId = nextReadId++;
        reads.set(readId, { resolve, reject });
        send({ type: 'read', readId, start, end });
      }),
    download: () => Promise.reject(new Error('a parser process cannot write files')),
  };
}

async function run({ job, input, sizeBytes }: Extract<ToChild, { type: 'run' }>): Promise<void> {
  const progress = (share: number) => send({ type: 'progress', share });
  try {
    const result = await jobs[job]!(sourceOf(sizeBytes), input as never, progress);
    if (serialize(result).length > maxResultBytes)
      throw new RangeError(`the result exceeds ${maxResultBytes} bytes`);
    send({ type: 'done', result });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    send({ type: 'failed', name: name.slice(0, 100), message: message.slice(0, 500) });
  }
}

process.on('message', (message: ToChild) => {
  if (message.type === 'run') {
    void run(message);
    return;
  }
  const read = reads.get(message.readId);
  reads.delete(message.readId);
  if (message.type === 'bytes') read?.resolve(message.bytes);
  else read?.reject(new Error('the source is not readable'));
});
process.on('disconnect', () => process.exit(0));
// If a parser does not handle a rejected promise, the job fails, because the parent sees the process exit.
process.on('unhandledRejection', () => process.exit(1));
send({ type: 'ready' });
