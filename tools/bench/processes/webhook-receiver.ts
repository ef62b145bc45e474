import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Arrivals, type ArrivalsJob, createArrivals } from './arrivals.ts';
import { serveJobs } from './serve-jobs.ts';

/** Starts the receiver with a TLS certificate. */
export interface ReceiverJob {
  key: string;
  cert: string;
  /** Number of bytes that a body must have for its event to be recorded. Absent: any. */
  bodyBytes?: number;
}

/** Makes the path `/recover` respond from now on. */
export interface RecoverJob {
  recover: true;
}

/**
 * `/record` returns 204 and records the event id, `/ignore` returns 204, `/hang` never responds. `/recover` returns 204
 * after a `RecoverJob`, and does not respond before.
 */
export type ReceiverPath = '/record' | '/ignore' | '/hang' | '/recover';

const arrivals = createArrivals();
let hasRecovered = false;

/**
 * Runs an HTTPS server for webhooks. Returns the URL when the server has started, and the recorded event ids on
 * request.
 */
serveJobs(async (job: ReceiverJob | ArrivalsJob | RecoverJob): Promise<{ url: string } | Arrivals> => {
  if ('count' in job) return arrivals.waitFor(job);
  if ('recover' in job) {
    hasRecovered = true;
    return [];
  }
  const { bodyBytes } = job;
  const server = createServer(job, (request, response) => {
    let receivedBytes = 0;
    request.on('data', (chunk: Buffer) => (receivedBytes += chunk.length));
    request.on('end', () => {
      if (request.url === '/hang' || (request.url === '/recover' && !hasRecovered)) return;
      if (request.url === '/record' && receivedBytes === (bodyBytes ?? receivedBytes))
        arrivals.record(String(request.headers['webhook-id']));
      response.writeHead(204).end();
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `https://localhost:${(server.address() as AddressInfo).port}` };
});
