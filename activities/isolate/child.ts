import type { RangedSource } from '../../domain/ranged-source.ts';
import { jobs } from './jobs.ts';
import type { FromIsolate, ToIsolate } from './protocol.ts';

// The process in which bytes of strangers are parsed: it has no environment and no credentials, reads the one file it
// works on through its parent, and may die without harm. Node's permission model leaves JavaScript in it no files but
// the code, no processes, threads and addons. It does leave it the network and signals to other processes, and holds
// nothing that has broken out of V8. See isolate.ts for the other side.

const tell = (message: FromIsolate) => process.send!(message);
const reads = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>();
let nextReadId = 0;

function sourceOf(sizeBytes: number): RangedSource {
  return {
    sizeBytes,
    read: (start, end) =>
      new Promise((resolve, reject) => {
        const readId = nextReadId++;
        reads.set(readId, { resolve, reject });
        tell({ type: 'read', readId, start, end });
      }),
    download: () => Promise.reject(new Error('an isolate has no disk')),
  };
}

async function run(message: Extract<ToIsolate, { type: 'run' }>): Promise<void> {
  const progress = (share: number) => tell({ type: 'progress', share });
  try {
    const job = jobs[message.job] as (
      source: RangedSource,
      input: unknown,
      progress: (share: number) => void,
    ) => unknown;
    tell({ type: 'done', result: await job(sourceOf(message.sizeBytes), message.input, progress) });
  } catch (error) {
    const { name, message: text } = error instanceof Error ? error : new Error(String(error));
    tell({ type: 'failed', name, message: text.slice(0, 500) });
  }
}

process.on('message', (message: ToIsolate) => {
  if (message.type === 'run') {
    void run(message);
    return;
  }
  const read = reads.get(message.readId);
  reads.delete(message.readId);
  if (message.type === 'bytes') read?.resolve(message.bytes);
  else read?.reject(new Error('the source cannot be read'));
});
process.on('disconnect', () => process.exit(0));
// A parser that loses track of its own errors has failed; the parent hears of it by this process's end.
process.on('unhandledRejection', () => process.exit(1));
tell({ type: 'ready' });
