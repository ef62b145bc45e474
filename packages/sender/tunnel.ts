import http from 'node:http';
import type { Duplex } from 'node:stream';
import { isSuccess } from './is-success.ts';
import type { ResolvedAddress } from './resolve.ts';

/** Thrown when the proxy did not open a tunnel. From the proxy's response, the message contains only the status. */
export class TunnelError extends Error {}

/**
 * Opens a tunnel through an HTTP proxy with CONNECT (RFC 9110, 9.3.6). The target is the checked IP address and not the
 * host name, because the proxy could resolve the name to a different address.
 * @param proxy an `http:` URL, with user and password if the proxy requires them
 */
export function openTunnel(
  proxy: URL,
  { address, family }: ResolvedAddress,
  port: number,
  timeoutMs: number,
): Promise<Duplex> {
  const { promise, resolve, reject } = Promise.withResolvers<Duplex>();
  const authority = `${family === 6 ? `[${address}]` : address}:${port}`;
  const refuse = (status = 0) =>
    reject(new TunnelError(`the egress proxy refused the connection (HTTP ${status})`));
  const request = http.request({
    method: 'CONNECT',
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port || 80,
    path: authority,
    headers: { host: authority, ...authorization(proxy) },
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
  });
  request.on('connect', ({ statusCode = 0 }, socket) => {
    if (isSuccess(statusCode)) return resolve(socket);
    socket.destroy();
    refuse(statusCode);
  });
  request.on('response', ({ statusCode }) => {
    request.destroy();
    refuse(statusCode);
  });
  request.on('error', () => reject(new TunnelError('the egress proxy cannot be reached')));
  request.end();
  return promise;
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}
