import { Webhook } from 'standardwebhooks';

/** The three headers of Standard Webhooks; the timestamp is in whole seconds, as it is signed. */
export function signatureHeaders(
  secret: string,
  id: string,
  at: Date,
  payload: string,
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, payload),
  };
}
