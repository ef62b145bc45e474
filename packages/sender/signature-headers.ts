import { Webhook } from 'standardwebhooks';

/**
 * Returns the three headers of Standard Webhooks. The timestamp is in whole seconds, as in the signed content.
 * @param secrets the headers contain one signature per secret; a receiver accepts a request if any of the signatures is
 *   valid
 */
export function signatureHeaders(
  secrets: readonly string[],
  id: string,
  at: Date,
  payload: string,
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, payload)).join(' '),
  };
}
