import { connect, createServer, type AddressInfo } from 'node:net';
import { endTogether } from './end-together.ts';

export interface Proxy {
  /** The address to use instead of the real one. */
  url: string;
  /** What has passed so far, one entry for each round trip. */
  passed: string[];
  close(): void;
}

/**
 * Passes connections on to Postgres and notes every round trip: a Sync or a simple Query is what a client waits
 * for (https://www.postgresql.org/docs/current/protocol-flow.html). Named statements are noted by their names.
 */
export async function startSqlProxy(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl);
  const passed: string[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const read = createReader((statement) => passed.push(statement));
    client.on('data', read);
    client.pipe(upstream).pipe(client);
    endTogether(client, upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, passed, close: () => server.close() };
}

/** Reads what a client sends: a start-up packet without a type, then messages of type, length and body. */
function createReader(onRoundTrip: (statement: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let started = false;
  let statement = '';
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = started ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      if (started) read(String.fromCharCode(message[0]!), message.subarray(5));
      started = true;
    }
  };

  function read(type: string, body: Buffer): void {
    // Bind: portal name, then statement name; Query: the text. Both end with a zero byte.
    if (type === 'B') statement = body.toString().split('\0')[1] || 'unnamed';
    if (type === 'Q') onRoundTrip(body.toString().replace('\0', ''));
    if (type === 'S') onRoundTrip(statement);
  }
}
