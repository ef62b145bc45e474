import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CountingProxy } from './sql-proxy.ts';

/**
 * Starts a proxy to the S3 server that records the HTTP method of every request, and the first folder of its key, for
 * example `PUT series`. The proxy forwards the signed headers unchanged.
 */
export async function startS3Proxy(endpoint: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(endpoint);
  const calls: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    // The path is `/bucket/key`. A request for a list of keys has no key.
    const folder = new URL(url ?? '/', endpoint).pathname.split('/')[2] ?? '';
    calls.push(`${method} ${folder}`.trim());
    const upstream = request({ hostname, port, method, path: url, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.pipe(outgoing);
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    calls,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
