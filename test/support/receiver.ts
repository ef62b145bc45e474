import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:https';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, inject } from 'vitest';
import { ensureLocalCa, issueLocalhostCertificate } from '../../tools/local/stack/tls.ts';
import { until } from './api.ts';

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A response to a request. `hang` means that the request gets no response. */
export type ResponsePlan =
  { status: number; headers?: Record<string, string>; body?: string; delayMs?: number } | 'hang';

export interface TestReceiver {
  /** Returns the URL of a path. Each test uses its own path, so that it sees only its own requests. */
  url(name: string): string;
  requests(name: string): ReceivedRequest[];
  /** Waits until a path has received `count` requests, and returns them. */
  received(name: string, count: number): Promise<ReceivedRequest[]>;
  /** Sets the responses of a path: one per request, then the last one again. Default: a 204. */
  answer(name: string, ...answers: ResponsePlan[]): void;
  readonly caFile: string;
}

/**
 * Starts an HTTPS server on a loopback address for the tests of a file. The stack in `stackDirectory` trusts
 * its certificate. By default, this is the stack that all tests share.
 */
export function useReceiver(stackDirectory = inject('stack').directory): TestReceiver {
  const received = new Map<string, ReceivedRequest[]>();
  const answers = new Map<string, ResponsePlan[]>();
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
          if (answer === 'hang') return;
          const { status, headers, body, delayMs = 0 } = answer;
          setTimeout(() => response.writeHead(status, headers).end(body), delayMs);
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

/** Verifies the signature with the official library. Returns the event; throws if the signature is invalid. */
export function verified(secret: string, request: ReceivedRequest): any {
  return new Webhook(secret).verify(request.body, request.headers as Record<string, string>);
}
