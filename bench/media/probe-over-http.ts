import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import type { ReadCounts } from './counted-file.ts';

const timeoutMs = 30_000;

/**
 * What ffprobe reads of a file when it is given a URL of it and asked for its duration: the requests that arrive, and
 * the bytes by its own count, as what a server has sent may never be read. Null when it comes to no end in half a minute.
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
    // ffprobe hangs up when it has what it wants.
    pipeline(createReadStream(file, { start, end }), outgoing, () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const said = await whatIsSaid(['-v', 'debug', '-show_entries', 'format=duration', url]);
    if (said === null) return null;
    const bytes = [...said.matchAll(/Statistics: (\d+) bytes read/g)].map(([, count]) => Number(count));
    if (bytes.length === 0) throw new Error('ffprobe does not tell how much it has read');
    return { gets, bytes: bytes.reduce((sum, count) => sum + count) };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Runs ffprobe and answers what it logs; null when it takes too long. */
function whatIsSaid(args: string[]): Promise<string | null> {
  return new Promise((resolve, reject) => {
    execFile('ffprobe', args, { timeout: timeoutMs, maxBuffer: 2 ** 26 }, (error, _, stderr) => {
      if (error === null) resolve(stderr);
      else if (error.killed === true) resolve(null);
      else reject(new Error(`ffprobe ended with ${error.code}: ${stderr.slice(-500)}`));
    });
  });
}
