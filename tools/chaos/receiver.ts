import { once } from 'node:events';
import { createServer } from 'node:https';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { verifyWebhook } from '@assay/client/index.ts';
import { issueLocalhostCertificate, type LocalCa } from '../local/stack/tls.ts';
import type { JsonLinesLog } from './json-lines-log.ts';

/** A request to which the receiver responded with 204. */
export interface ReceivedEvent {
  subscription: string;
  eventId: string;
  payload: string;
}

export interface ChaosReceiver {
  /** Returns the URL for a subscription. If its name begins with `faulty`, most events fail at first. */
  url(subscription: string): string;
  useSecret(subscription: string, secret: string): void;
  accepted: readonly ReceivedEvent[];
  /** Descriptions of requests whose signature or event id was invalid. */
  rejected: readonly string[];
  close(): Promise<void>;
}

/** Milliseconds after which a hanging request is closed. The delivery has timed out before that, after 3 s. */
const hangMs = 5_000;

/** Sequences of failures before a faulty endpoint accepts an event. The event id determines the sequence. */
const failureSequences: readonly (readonly Failure[])[] = [
  [],
  [],
  ['500'],
  ['hang'],
  ['cut', '500'],
  ['slow'],
  ['503', 'cut', 'hang'],
];
type Failure = '500' | '503' | 'hang' | 'cut' | 'slow';

/** Starts an HTTPS server for webhooks that sometimes fails on purpose. Logs each request first. */
export async function startReceiver(ca: LocalCa, log: JsonLinesLog): Promise<ChaosReceiver> {
  const secrets = new Map<string, string>();
  const attempts = new Map<string, number>();
  const accepted: ReceivedEvent[] = [];
  const rejected: string[] = [];

  const server = createServer(await issueLocalhostCertificate(ca), (request, response) => {
    const subscription = (request.url ?? '/').slice(1);
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const payload = Buffer.concat(chunks).toString();
      let eventId: string;
      try {
        eventId = verifyWebhook(payload, request.headers, secrets.get(subscription) ?? '').id;
        if (request.headers['webhook-id'] !== eventId)
          throw new Error('the event ids of header and body differ');
      } catch (error) {
        rejected.push(`${subscription}: ${String(error)}`);
        log.write({ subscription, rejected: String(error) });
        response.writeHead(400).end();
        return;
      }
      const key = `${subscription} ${eventId}`;
      const attempt = (attempts.get(key) ?? 0) + 1;
      attempts.set(key, attempt);
      const failure = subscription.startsWith('faulty') ? failureOf(eventId, attempt) : undefined;
      log.write({ subscription, eventId, attempt, failure: failure ?? null });
      if (failure === undefined || failure === 'slow') accepted.push({ subscription, eventId, payload });
      void respond(response, failure);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: (subscription) => `https://localhost:${port}/${subscription}`,
    useSecret: (subscription, secret) => secrets.set(subscription, secret),
    accepted,
    rejected,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function failureOf(eventId: string, attempt: number): Failure | undefined {
  return failureSequences[Number.parseInt(eventId.slice(-6), 16) % failureSequences.length]![attempt - 1];
}

async function respond(response: ServerResponse, failure: Failure | undefined): Promise<void> {
  switch (failure) {
    case '500':
    case '503':
      response.writeHead(Number(failure)).end('not now');
      return;
    case 'cut':
      response.socket?.destroy();
      return;
    case 'hang':
      await setTimeout(hangMs, undefined, { ref: false });
      response.destroy();
      return;
    case 'slow':
      await setTimeout(1_500, undefined, { ref: false });
      response.writeHead(204).end();
      return;
    default:
      response.writeHead(204).end();
  }
}
