import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';

/** Headers that are not forwarded: they concern one connection (RFC 9110, 7.6.1) or name the listener's host. */
const connectionHeaders = [
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
];

const timeoutMs = 30_000;

/**
 * Forwards the request of a delivery to `target`, and returns the status of the response. Does not follow redirects.
 * Throws if no response arrives within 30 seconds.
 */
export async function forward(
  target: URL,
  body: Buffer,
  headers: IncomingHttpHeaders,
  signal: AbortSignal,
): Promise<number> {
  const request = (target.protocol === 'https:' ? https : http).request(target, {
    method: 'POST',
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => !connectionHeaders.includes(name)),
    ),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode!;
}
