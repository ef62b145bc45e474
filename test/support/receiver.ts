import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:https';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, inject } from 'vitest';
import { ensureLocalCa, issueLocalhostCertificate } from '../../local/stack/tls.ts';
import { until } from './api.ts';

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** How to answer a request: a status, headers and a body, or `hang` for not at all. */
export type Answering = { status: number; headers?: Record<string, string>; body?: string } | 'hang';

export interface TestReceiver {
  /** The URL of a path of its own, so that tests do not see each other's requests. */
  url(name: string): string;
  requests(name: string): ReceivedRequest[];
  /** The requests of a path, once there are so many. */
  received(name: string, count: number): Promise<ReceivedRequest[]>;
  /** What a path answers: the given answers in turn, the last one for good; 204 where nothing is said. */
  answer(name: string, ...answers: Answering[]): void;
  readonly caFile: string;
}

/** An HTTPS server on loopback whose certificate the stack trusts: the one that runs for all tests, or that of this directory. */
export function useReceiver(stackDirectory = inject('stack').directory): TestReceiver {
  const received = new Map<string, ReceivedRequest[]>();
  const answers = new Map<string, Answering[]>();
  const tlsDir = path.join(stackDirectory, 'tls');
  let server: Server;
  let port = 0;

  beforeAll(async () => {
    server = createServer(
      await issueLocalhostCertificate(await ensureLocalCa(tlsDir)),
      (request, response) => {
        const name = (request.url ?? '/').slice(1).split('?')[0]!;
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const list = received.get(name) ?? [];
          list.push({
            path: request.url ?? '',
            headers: request.headers,
            body: Buffer.concat(chunks).toString(),
          });
          received.set(name, list);
          const queue = answers.get(name) ?? [{ status: 204 }];
          const answer = queue.length > 1 ? queue.shift()! : queue[0]!;
          if (answer !== 'hang') response.writeHead(answer.status, answer.headers).end(answer.body);
        });
      },
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as { port: number }).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const requests = (name: string) => received.get(name) ?? [];

  return {
    url: (name) => `https://localhost:${port}/${name}`,
    requests,
    received: (name, count) =>
      until(
        () => Promise.resolve(requests(name)),
        ({ length }) => length === count,
      ),
    answer(name, ...list) {
      answers.set(name, list);
    },
    get caFile() {
      return path.join(tlsDir, 'ca.pem');
    },
  };
}

/** Checks a request's signature with the stock library and returns its event; throws when it is not genuine. */
export function verified(secret: string, request: ReceivedRequest): any {
  return new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
}
