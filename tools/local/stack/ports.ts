import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { WorkerName } from './services.ts';

export type PortName = 'api' | 'apiHealth' | 'temporal' | 'temporalUi' | 'postgres' | 's3' | WorkerName;
export type Ports = Record<PortName, number>;

// All ports are below the ephemeral ports of the kernel, because outgoing connections occupy ephemeral ports.
const defaults = { temporal: 7233, temporalUi: 8233, postgres: 15_432, s3: 9_000 };

/**
 * Chooses the port of each part: the port of the last run if it is free, otherwise the next free port. On the first
 * run, `defaults` replaces the ports of the last run, and the ports for health checks are random. The API gets
 * `apiPort` or the next free port.
 */
export async function choosePorts(last: Partial<Ports>, apiPort: number): Promise<Ports> {
  const taken = new Set<number>();
  const choose = async (name: PortName, preferred: number) => {
    const port = await freePort(preferred, taken);
    taken.add(port);
    if (preferred !== 0 && port !== preferred)
      console.log(`  Port ${preferred} for ${name} is in use; using ${port}`);
    return port;
  };
  return {
    api: await choose('api', apiPort),
    temporal: await choose('temporal', last.temporal ?? defaults.temporal),
    temporalUi: await choose('temporalUi', last.temporalUi ?? defaults.temporalUi),
    postgres: await choose('postgres', last.postgres ?? defaults.postgres),
    s3: await choose('s3', last.s3 ?? defaults.s3),
    // Ports for the health checks and metrics of each process.
    apiHealth: await choose('apiHealth', last.apiHealth ?? 0),
    worker: await choose('worker', last.worker ?? 0),
    mediaWorker: await choose('mediaWorker', last.mediaWorker ?? 0),
    deliveryWorker: await choose('deliveryWorker', last.deliveryWorker ?? 0),
  };
}

/** Range of the random port at which the search for any free port starts, below the ephemeral ports of the kernel. */
const anyPort = { from: 20_000, below: 30_000 };

/**
 * Returns a free port of the loopback address: the preferred port, or the next free port above it. If `preferred` is 0,
 * the search starts at a random port.
 * @param taken ports that are not returned, because other parts will use them
 */
export async function freePort(preferred: number, taken: ReadonlySet<number>): Promise<number> {
  const first = preferred === 0 ? randomInt(anyPort.from, anyPort.below) : preferred;
  for (let port = first; port <= 65_535; port++) {
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  throw new Error(`no free port from ${first} to 65535`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
