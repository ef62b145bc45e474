import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { closeTogether } from '../../bench/costs/sql-proxy.ts';

/** Passes connections on to a server on this machine, whose answers can be slowed down. */
export async function startSlowProxy(targetPort: number) {
  const state = { delayMs: 0 };
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    let passed = Promise.resolve();
    upstream.on('data', (chunk) => {
      passed = passed.then(held).then(() => {
        if (client.writable) client.write(chunk);
      });
    });
    client.on('data', (chunk) => upstream.write(chunk));
    closeTogether(client, upstream);
  });

  /** Until the delay is over, or has been made a shorter one. */
  async function held(): Promise<void> {
    const since = performance.now();
    while (performance.now() - since < state.delayMs) {
      await setTimeout(Math.min(50, since + state.delayMs - performance.now()));
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** Milliseconds that each piece of an answer is held back from now on; `Infinity` for a server that hangs. */
    slowDown: (delayMs: number) => void (state.delayMs = delayMs),
    close(): void {
      state.delayMs = 0;
      server.close();
    },
  };
}
