import { verifyWebhook, type WebhookEvent } from '../../client/index.ts';
import { startHttpsServer } from '../https-server.ts';
import type { LocalCa } from '../stack/tls.ts';

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
  const server = await startHttpsServer(ca, (body, headers) => {
    try {
      events.push(verifyWebhook(body, headers, webhookSecret));
      onEvent();
      return 204;
    } catch {
      return 400;
    }
  });

  return {
    url: `${server.url}/webhooks`,
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
    close: () => server.close(),
  };
}
