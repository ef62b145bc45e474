import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface CountingProxy {
  /** The URL of the proxy, to be used instead of the URL of the server. */
  url: string;
  /** One entry for each round trip since the start. The caller may clear the list. */
  calls: string[];
  close(): void;
}

/**
 * Starts a proxy to Postgres that records every round trip. A round trip is a Sync or a simple Query, because clients
 * wait for the reply to these messages (https://www.postgresql.org/docs/current/protocol-flow.html). Named statements
 * are recorded by name.
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

/**
 * Closes each of two sockets when the other socket closes or fails, and disables Nagle's algorithm on both sockets.
 */
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

/**
 * Parses the messages of a client. The start-up packet has no type. Every later message consists of a type, a length
 * and a body.
 */
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
    // A Bind message (B) contains the portal name and then the statement name. A Query message (Q) contains the text.
    // Each string ends with a zero byte.
    if (type === 'B') statement = body.toString().split('\0')[1] || 'unnamed';
    if (type === 'Q') onRoundTrip(body.toString().replace('\0', ''));
    if (type === 'S') onRoundTrip(statement);
  }
}
