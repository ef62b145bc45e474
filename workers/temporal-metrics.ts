import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Registry } from 'prom-client';
import type { Metrics } from '@assay/runtime/operator-port.ts';

// The native core of Temporal's SDK serves its metrics only on its own HTTP port. This process uses a loopback port
// for the core and appends the core's metrics to its own metrics.

/** Returns a loopback address with an unused port. */
export async function freeLoopbackAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `127.0.0.1:${port}`;
}

/** Returns the metrics of this process and those of the SDK at `address`. Fails if the SDK does not respond. */
export function withTemporalMetrics(own: Registry, address: string): Metrics {
  return {
    contentType: own.contentType,
    async metrics() {
      const [processMetrics, sdkMetrics] = await Promise.all([own.metrics(), readMetrics(address)]);
      return processMetrics + sdkMetrics;
    },
  };
}

async function readMetrics(address: string): Promise<string> {
  const response = await fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(3_000) });
  if (!response.ok) throw new Error(`the metrics of Temporal's SDK cannot be read: HTTP ${response.status}`);
  return response.text();
}
