import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { WorkerName } from './services.ts';

export type PortName = 'api' | 'apiHealth' | 'temporal' | 'temporalUi' | 'postgres' | 's3' | WorkerName;
export type Ports = Record<PortName, number>;

const defaults = { temporal: 7233, temporalUi: 8233, postgres: 54_320, s3: 9_000 };

/** The ports of the last run where they are free, else the next free ones; the API's as it is asked for. */
export async function choosePorts(last: Partial<Ports>, apiPort: number): Promise<Ports> {
  const taken = new Set<number>();
  const choose = async (name: PortName, wanted: number) => {
    const port = await freePort(wanted, taken);
    taken.add(port);
    if (wanted !== 0 && port !== wanted) console.log(`  Port ${wanted} for ${name} is taken; using ${port}`);
    return port;
  };
  return {
    api: await choose('api', apiPort),
    temporal: await choose('temporal', last.temporal ?? defaults.temporal),
    temporalUi: await choose('temporalUi', last.temporalUi ?? defaults.temporalUi),
    postgres: await choose('postgres', last.postgres ?? defaults.postgres),
    s3: await choose('s3', last.s3 ?? defaults.s3),
    // Of each process's health and metrics.
    apiHealth: await choose('apiHealth', last.apiHealth ?? 0),
    worker: await choose('worker', last.worker ?? 0),
    mediaWorker: await choose('mediaWorker', last.mediaWorker ?? 0),
    deliveryWorker: await choose('deliveryWorker', last.deliveryWorker ?? 0),
  };
}

/** Where the search for any port begins: below those that the kernel gives to connections, which come and go. */
const anyPort = { from: 20_000, below: 30_000 };

/** A port of loopback that nothing listens on: the wanted one, or the next free above it; any, when 0 is wanted. */
export async function freePort(wanted: number, taken: ReadonlySet<number>): Promise<number> {
  const first = wanted === 0 ? randomInt(anyPort.from, anyPort.below) : wanted;
  for (let port = first; port <= 65_535; port++) {
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  throw new Error(`there is no free port from ${first} on`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
