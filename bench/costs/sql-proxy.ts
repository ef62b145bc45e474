import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CountingProxy {
  /** The address to use instead of the real one. */
  url: string;
  /** One entry for each round trip so far. The caller may clear it. */
  calls: string[];
  close(): void;
}

/**
 * Starts a proxy to Postgres that records every round trip: clients wait for the reply to a Sync or a simple Query
 * (https://www.postgresql.org/docs/current/protocol-flow.html). Named statements are recorded by name.
 */
export async function startSqlProxy(databaseUrl: string): Promise<CountingProxy> {
  const target = new URL(databaseUrl);
  const calls: string[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const read = createMessageReader((statement) => calls.push(statement));
    client.on('data', read);
    client.pipe(upstream).pipe(client);
    closeTogether(client, upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, calls, close: () => server.close() };
}

/** Closes each of two sockets when the other one closes or fails, and disables Nagle's algorithm on both. */
export function closeTogether(client: Socket, upstream: Socket): void {
  for (const [socket, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    socket.setNoDelay(true);
    socket.on('error', () => other.destroy());
    socket.on('close', () => other.destroy());
  }
}

/** Parses what a client sends: a start-up packet without a type, then messages of type, length and body. */
function createMessageReader(onRoundTrip: (statement: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let isStarted = false;
  let statement = '';
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = isStarted ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      if (isStarted) read(String.fromCharCode(message[0]!), message.subarray(5));
      isStarted = true;
    }
  };

  function read(type: string, body: Buffer): void {
    // Bind (B) has the portal name and then the statement name, Query (Q) the text; each ends with a zero byte.
    if (type === 'B') statement = body.toString().split('\0')[1] || 'unnamed';
    if (type === 'Q') onRoundTrip(body.toString().replace('\0', ''));
    if (type === 'S') onRoundTrip(statement);
  }
}
