import { randomBytes } from 'node:crypto';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inject } from 'vitest';

export interface CopyEtagProxy {
  url: string;
  /** If true, every copy gets a new ETag, as in a bucket of S3 with SSE-KMS. Otherwise nothing is changed. */
  changesEtags: boolean;
  close(): void;
}

/** Starts a proxy to the S3 server of the stack under test that can change the ETags of copies. */
export async function startCopyEtagProxy(): Promise<CopyEtagProxy> {
  const { hostname, port } = new URL(inject('stack').s3Endpoint);
  /** The new ETags of the copies, with quotation marks, by path. */
  const etags = new Map<string, string>();
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const path = new URL(url!, 'http://s3').pathname;
    const isCopy = method === 'PUT' && proxy.changesEtags && headers['x-amz-copy-source'] !== undefined;
    if (isCopy) etags.set(path, `"${randomBytes(16).toString('hex')}"`);
    const etag = etags.get(path);
    const condition = headers['if-match'];
    if (etag !== undefined && condition !== undefined && condition !== etag) {
      outgoing.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>');
      return;
    }
    const upstream = request({ hostname, port, method, path: url, headers }, (response) => {
      const status = response.statusCode ?? 502;
      if (etag === undefined) {
        outgoing.writeHead(status, response.headers);
        response.pipe(outgoing);
      } else if (isCopy) {
        const type = { 'content-type': 'application/xml', 'x-amz-server-side-encryption': 'aws:kms' };
        void response.toArray().then((chunks: Buffer[]) => {
          const body = Buffer.concat(chunks)
            .toString()
            .replace(/<ETag>[^<]*/, `<ETag>${etag}`);
          outgoing.writeHead(status, type).end(body);
        });
      } else {
        outgoing.writeHead(status, { ...response.headers, etag });
        response.pipe(outgoing);
      }
    });
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: CopyEtagProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    changesEtags: false,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return proxy;
}
