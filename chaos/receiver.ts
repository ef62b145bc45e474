import { once } from 'node:events';
import { createServer } from 'node:https';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { verifyWebhook } from '../client/index.ts';
import { issueLocalhostCertificate, type LocalCa } from '../local/stack/tls.ts';
import type { EventLog } from './event-log.ts';

/** A request that was taken for good: answered 204. */
export interface Taken {
  subscription: string;
  eventId: string;
  payload: string;
}

export interface ChaosReceiver {
  /** A URL of its own for each subscription, by name; those that begin with `moody` misbehave at first. */
  url(subscription: string): string;
  useSecret(subscription: string, secret: string): void;
  taken: readonly Taken[];
  /** Requests that were not genuine. */
  refused: readonly string[];
  close(): Promise<void>;
}

/** Longer than an attempt may take. */
const tooLongMs = 5_000;

/** What a moody endpoint does with the attempts of an event before it takes one; which of these, the event's id says. */
const moods: readonly (readonly Mood[])[] = [
  [],
  [],
  ['500'],
  ['hang'],
  ['cut', '500'],
  ['slow'],
  ['503', 'cut', 'hang'],
];
type Mood = '500' | '503' | 'hang' | 'cut' | 'slow';

/** An HTTPS server that takes webhooks, now and then badly, and writes down each request before it is answered. */
export async function startReceiver(ca: LocalCa, log: EventLog): Promise<ChaosReceiver> {
  const secrets = new Map<string, string>();
  const attempts = new Map<string, number>();
  const taken: Taken[] = [];
  const refused: string[] = [];

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
        if (request.headers['webhook-id'] !== eventId) throw new Error('the ids of header and body differ');
      } catch (error) {
        refused.push(`${subscription}: ${String(error)}`);
        log.write({ subscription, refused: String(error) });
        response.writeHead(400).end();
        return;
      }
      const key = `${subscription} ${eventId}`;
      const attempt = (attempts.get(key) ?? 0) + 1;
      attempts.set(key, attempt);
      const mood = subscription.startsWith('moody') ? moodOf(eventId, attempt) : undefined;
      log.write({ subscription, eventId, attempt, mood: mood ?? 'good' });
      if (mood === undefined || mood === 'slow') taken.push({ subscription, eventId, payload });
      void answer(response, mood);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: (subscription) => `https://localhost:${port}/${subscription}`,
    useSecret: (subscription, secret) => secrets.set(subscription, secret),
    taken,
    refused,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function moodOf(eventId: string, attempt: number): Mood | undefined {
  return moods[Number.parseInt(eventId.slice(-6), 16) % moods.length]![attempt - 1];
}

async function answer(response: ServerResponse, mood: Mood | undefined): Promise<void> {
  switch (mood) {
    case '500':
    case '503':
      response.writeHead(Number(mood)).end('not now');
      return;
    case 'cut':
      response.socket?.destroy();
      return;
    case 'hang':
      await setTimeout(tooLongMs, undefined, { ref: false });
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
