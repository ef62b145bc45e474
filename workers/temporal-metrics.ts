import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Registry } from 'prom-client';
import type { Metrics } from '../runtime/operator-port.ts';

// Temporal's SDK counts in native code, which tells its metrics on an HTTP port of its own alone. Ours is on loopback, and
// what it tells is put behind our own.

/** An address of loopback that nothing listens on. */
export async function freeLoopbackAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `127.0.0.1:${port}`;
}

/** A process's own metrics, and behind them those of the SDK at `address`; fails when these cannot be had. */
export function withTemporalMetrics(own: Registry, address: string): Metrics {
  return {
    contentType: own.contentType,
    async metrics() {
      const [ours, theirs] = await Promise.all([own.metrics(), readMetrics(address)]);
      return ours + theirs;
    },
  };
}

async function readMetrics(address: string): Promise<string> {
  const response = await fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(3_000) });
  if (!response.ok) throw new Error(`Temporal's SDK answers ${response.status} for its metrics`);
  return response.text();
}
