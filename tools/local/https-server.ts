import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import { issueLocalhostCertificate, type LocalCa } from './stack/tls.ts';

export interface HttpsServer {
  /** The origin of the server, without a path. */
  url: string;
  close(): Promise<void>;
}

/** Returns the HTTP status of the response. Called when the whole request body has arrived. */
type RequestHandler = (body: Buffer, headers: IncomingHttpHeaders) => number | Promise<number>;

/** Starts an HTTPS server on this machine, with a certificate that the stack trusts. */
export async function startHttpsServer(ca: LocalCa, answer: RequestHandler): Promise<HttpsServer> {
  const server = createServer(await issueLocalhostCertificate(ca), (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void Promise.resolve(answer(Buffer.concat(chunks), request.headers)).then((status) =>
        response.writeHead(status).end(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the HTTPS server has no TCP port');
  return {
    url: `https://localhost:${address.port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
