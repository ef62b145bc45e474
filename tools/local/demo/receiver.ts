import { verifyWebhook, type WebhookEvent } from '@assay/client/index.ts';
import { startHttpsServer } from '../https-server.ts';
import type { LocalCa } from '../stack/tls.ts';

export interface Receiver {
  url: string;
  /** Sets the secret of the subscription to `url`, with which signatures are verified. */
  useSecret(secret: string): void;
  /**
   * Returns the first `count` events that `isExpected` accepts. Throws if they do not arrive within `timeoutMs` or if
   * the signal of the receiver is aborted.
   */
  waitFor(
    count: number,
    isExpected: (event: WebhookEvent) => boolean,
    timeoutMs: number,
  ): Promise<WebhookEvent[]>;
  close(): Promise<void>;
}

export async function startReceiver(
  ca: LocalCa,
  signal: AbortSignal = new AbortController().signal,
): Promise<Receiver> {
  let webhookSecret = '';
  // Events are stored by id, because an event can be delivered more than once.
  const events = new Map<string, WebhookEvent>();
  let onEvent = () => {};
  const server = await startHttpsServer(ca, (body, headers) => {
    try {
      const event = verifyWebhook(body, headers, webhookSecret);
      events.set(event.id, event);
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
    async waitFor(count, isExpected, timeoutMs) {
      const matching = () => [...events.values()].filter(isExpected);
      const { promise, resolve, reject } = Promise.withResolvers<WebhookEvent[]>();
      const timer = setTimeout(() => {
        const seconds = timeoutMs / 1000;
        reject(new Error(`only ${matching().length} of ${count} webhooks arrived within ${seconds} s`));
      }, timeoutMs);
      const onAbort = () => reject(signal.reason as Error);
      signal.addEventListener('abort', onAbort, { once: true });
      onEvent = () => {
        const arrived = matching();
        if (arrived.length >= count) resolve(arrived.slice(0, count));
      };
      try {
        signal.throwIfAborted();
        onEvent();
        return await promise;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      }
    },
    close: () => server.close(),
  };
}
