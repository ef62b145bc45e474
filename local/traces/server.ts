import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { freePort } from '../stack/ports.ts';
import { createTraceStore, type ExportRequest, type ShownSpan } from './store.ts';

export interface TraceServer {
  url: string;
  /** The traces that have come, each with its spans. */
  traces: () => ShownSpan[][];
  close: () => void;
}

/**
 * Takes traces on loopback, as OpenTelemetry's protocol over HTTP has them in JSON, and shows them on a page at `/`. They are
 * kept in memory alone.
 * @param wantedPort or the next free one above it; any, when it is 0
 */
export async function startTraceServer(wantedPort: number): Promise<TraceServer> {
  const store = createTraceStore();
  const page = await readFile(path.join(import.meta.dirname, 'page.html'));
  const server = createServer((request, response) => {
    const end = (status: number, type: string, body: string | Buffer) =>
      response.writeHead(status, { 'content-type': type }).end(body);
    if (request.method === 'POST' && request.url === '/v1/traces') {
      read(request).then(
        (spans) => {
          store.add(spans);
          end(200, 'application/json', '{}');
        },
        () => end(400, 'text/plain', 'OTEL_EXPORTER_OTLP_PROTOCOL=http/json is what this understands\n'),
      );
    } else if (request.url === '/traces') {
      end(200, 'application/json', JSON.stringify(store.all()));
    } else if (request.url === '/') {
      end(200, 'text/html; charset=utf-8', page);
    } else {
      end(404, 'text/plain', 'There is /, /traces and /v1/traces\n');
    }
  });
  const port = await freePort(wantedPort, new Set());
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, traces: store.all, close };
}

function read(request: IncomingMessage): Promise<ExportRequest> {
  const zipped = request.headers['content-encoding'] === 'gzip';
  return json(zipped ? request.pipe(createGunzip()) : request) as Promise<ExportRequest>;
}
