import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { closeTogether } from '../../tools/bench/costs/sql-proxy.ts';

/** Starts a TCP proxy in front of a server on this machine. The proxy can delay the server's responses. */
export async function startSlowProxy(targetPort: number) {
  const state = { delayMs: 0 };
  const server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1');
    let passed = Promise.resolve();
    upstream.on('data', (chunk) => {
      passed = passed.then(delay).then(() => {
        if (client.writable) client.write(chunk);
      });
    });
    client.on('data', (chunk) => upstream.write(chunk));
    closeTogether(client, upstream);
  });

  /** Waits for `state.delayMs` milliseconds. If the delay is shortened meanwhile, the wait ends earlier. */
  async function delay(): Promise<void> {
    const since = performance.now();
    while (performance.now() - since < state.delayMs) {
      await setTimeout(Math.min(50, since + state.delayMs - performance.now()));
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** Sets the delay of each chunk of a response, in milliseconds. `Infinity` simulates a server that hangs. */
    slowDown: (delayMs: number) => void (state.delayMs = delayMs),
    close(): void {
      state.delayMs = 0;
      server.close();
    },
  };
}
