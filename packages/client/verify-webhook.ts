import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { WebhookEvent } from './shapes.ts';

export { WebhookVerificationError } from 'standardwebhooks';

/**
 * Verifies the signature of a webhook (https://www.standardwebhooks.com) and returns the event that it contains. An
 * event with the same `id` can arrive more than once.
 * @param body the request body exactly as received, not parsed
 * @param headers the headers of the request, with names in any case
 * @param secret the secret of the webhook subscription, in the form `whsec_` followed by base64
 * @throws {WebhookVerificationError} if the signature is missing or wrong, or if the timestamp differs from the current
 * time by more than five minutes
 */
export function verifyWebhook(
  body: string | Buffer,
  headers: Headers | IncomingHttpHeaders,
  secret: string,
): WebhookEvent {
  const plain = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  return new Webhook(secret).verify(body, plain as Record<string, string>) as WebhookEvent;
}
