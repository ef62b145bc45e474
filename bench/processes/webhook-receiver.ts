import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Arrivals, type ArrivalsJob, createArrivals } from './arrivals.ts';
import { serve } from './serve.ts';

/** Starts the receiver with a certificate; answers its URL. */
export interface ReceiverJob {
  key: string;
  cert: string;
}

export interface ReceiverStarted {
  url: string;
}

/** What it does with a request. */
export type ReceiverPath = '/taken' | '/flooded' | '/later' | '/hang';

const arrivals = createArrivals();
let connections = 0;

/**
 * Takes webhooks: `/taken` answers 204, `/flooded` too and tells nobody, `/later` that it is to be tried again in an hour,
 * `/hang` nothing. Tells which requests came, by the ids of their events, and over how many connections so far.
 */
serve(
  async (
    job: ReceiverJob | ArrivalsJob,
  ): Promise<ReceiverStarted | { arrivals: Arrivals; connections: number }> => {
    if ('count' in job) return { arrivals: await arrivals.take(job), connections };
    const server = createServer(job, (request, response) => {
      request.resume();
      request.on('end', () => {
        if (request.url === '/hang') return;
        if (request.url !== '/flooded') arrivals.note(String(request.headers['webhook-id']));
        if (request.url === '/later') response.writeHead(503, { 'retry-after': '3600' }).end();
        else response.writeHead(204).end();
      });
    });
    server.keepAliveTimeout = 60_000;
    server.on('secureConnection', () => connections++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { url: `https://localhost:${(server.address() as AddressInfo).port}` };
  },
);
