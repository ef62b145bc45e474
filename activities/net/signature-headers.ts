import { Webhook } from 'standardwebhooks';

/**
 * The three headers of Standard Webhooks; the timestamp is in whole seconds, as it is signed.
 * @param secrets a signature is made with each; receivers look for one that they know
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
