import { createServer } from 'node:https';
import { verifyWebhook, type WebhookEvent } from '../../client/index.ts';
import { issueLocalhostCertificate, type LocalCa } from '../stack/tls.ts';

export interface Receiver {
  url: string;
  /** The secret is known only after the subscription, which needs the URL. */
  useSecret(secret: string): void;
  /** The first events that `wanted` accepts, as many as asked for; throws when they do not come in time. */
  waitFor(
    count: number,
    wanted: (event: WebhookEvent) => boolean,
    timeoutMs: number,
  ): Promise<WebhookEvent[]>;
  close(): Promise<void>;
}

/** An HTTPS server on this machine that takes webhooks and checks their signatures. */
export async function startReceiver(ca: LocalCa): Promise<Receiver> {
  let webhookSecret = '';
  const events: WebhookEvent[] = [];
  let onEvent = () => {};
  const server = createServer(await issueLocalhostCertificate(ca), (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      try {
        events.push(verifyWebhook(Buffer.concat(chunks), request.headers, webhookSecret));
        response.writeHead(204).end();
        onEvent();
      } catch {
        response.writeHead(400).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');

  return {
    url: `https://localhost:${address.port}/webhooks`,
    useSecret(secret) {
      webhookSecret = secret;
    },
    waitFor(count, wanted, timeoutMs) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(
            new Error(
              `only ${events.filter(wanted).length} of ${count} webhooks arrived in ${timeoutMs / 1000} s`,
            ),
          );
        }, timeoutMs);
        onEvent = () => {
          const found = events.filter(wanted);
          if (found.length < count) return;
          clearTimeout(timer);
          resolve(found.slice(0, count));
        };
        onEvent();
      });
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
