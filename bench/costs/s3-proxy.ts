import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Proxy } from './sql-proxy.ts';

/** Passes requests on to the S3 server as they are, signed for this address, and notes each. */
export async function startS3Proxy(endpoint: string): Promise<Proxy> {
  const { hostname, port } = new URL(endpoint);
  const passed: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    passed.push(method ?? '');
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
    passed,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
