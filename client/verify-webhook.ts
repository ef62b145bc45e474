import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { WebhookEvent } from './shapes.ts';

export { WebhookVerificationError } from 'standardwebhooks';

/**
 * The event that a webhook brings, once it is known to be genuine (https://www.standardwebhooks.com). The same `id` may
 * come more than once.
 * @param body the bytes exactly as they came, not parsed
 * @param headers those of the request, in any case
 * @param secret of the subscription, `whsec_` and base64
 * @throws {WebhookVerificationError} when the signature is missing or wrong, or older than five minutes
 */
export function verifyWebhook(
  body: string | Buffer,
  headers: Headers | IncomingHttpHeaders,
  secret: string,
): WebhookEvent {
  const plain = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  return new Webhook(secret).verify(body, plain as Record<string, string>) as WebhookEvent;
}
