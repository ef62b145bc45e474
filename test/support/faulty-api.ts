import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';

/** A fault for one request: another response, or a connection that breaks before or during the response. */
export type Fault =
  { status: number; headers?: Record<string, string>; body?: string } | 'no response' | 'half a response';

export interface FaultyApi {
  readonly url: string;
  /** Sets the faults of the next requests, one per request. Later requests are forwarded to the service. */
  fail(...faults: Fault[]): void;
  /** The method and path of each request that the current test has sent. */
  readonly requests: readonly string[];
}

/** Starts a proxy in front of the API under test. The proxy injects faults. */
export function useFaultyApi(): FaultyApi {
  let server: Server;
  let port = 0;
  let faults: Fault[] = [];
  let requests: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      const fault = faults.shift();
      if (fault === undefined) void forward(request, response);
      else if (fault === 'no response') request.socket.destroy();
      else if (fault === 'half a response') {
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
        response.write('{"half":', () => request.socket.destroy());
      } else {
        request.resume();
        response.writeHead(fault.status, fault.headers).end(fault.body);
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as { port: number }).port;
  });
  beforeEach(() => {
    faults = [];
    requests = [];
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  return {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    fail(...more) {
      faults.push(...more);
    },
    get requests() {
      return requests;
    },
  };
}

async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks = (await request.toArray()) as Buffer[];
  const answer = await fetch(`${inject('stack').apiUrl}${request.url}`, {
    method: request.method!,
    headers: {
      'X-API-Key': String(request.headers['x-api-key']),
      ...(chunks.length === 0 ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
  });
  response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
}
