import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import type { ReadCounts } from './counted-file.ts';

const timeoutMs = 30_000;

/**
 * Returns how much ffprobe reads to determine the duration of a file from a URL; null if this takes longer than 30 s.
 * The number of bytes is taken from ffprobe's log, because ffprobe may not read everything that the server sends.
 */
export async function probeOverHttp(file: string): Promise<ReadCounts | null> {
  let gets = 0;
  const { size } = await stat(file);
  const server = createServer((incoming, outgoing) => {
    gets++;
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(incoming.headers.range ?? '') ?? [];
    const [start, end] = [Number(from), to === '' ? size - 1 : Number(to)];
    outgoing.writeHead(206, {
      'Content-Length': end - start + 1,
      'Content-Range': `bytes ${start}-${end}/${size}`,
      'Accept-Ranges': 'bytes',
    });
    // ffprobe closes the connection when it has read enough.
    pipeline(createReadStream(file, { start, end }), outgoing, () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const log = await runFfprobe(['-v', 'debug', '-show_entries', 'format=duration', url]);
    if (log === null) return null;
    const bytes = [...log.matchAll(/Statistics: (\d+) bytes read/g)].map(([, count]) => Number(count));
    if (bytes.length === 0) throw new Error('the log of ffprobe has no statistics');
    return { gets, bytes: bytes.reduce((sum, count) => sum + count) };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Runs ffprobe and returns its log; null if ffprobe takes too long. */
function runFfprobe(args: string[]): Promise<string | null> {
  return new Promise((resolve, reject) => {
    execFile('ffprobe', args, { timeout: timeoutMs, maxBuffer: 2 ** 26 }, (error, _, stderr) => {
      if (error === null) resolve(stderr);
      else if (error.killed === true) resolve(null);
      else reject(new Error(`ffprobe exited with ${error.code}: ${stderr.slice(-500)}`));
    });
  });
}
