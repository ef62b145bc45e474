import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy to a local port that can inject connection faults. */
export interface FaultProxy {
  port: number;
  /** Resets all connections and returns their number. */
  reset(): number;
  /** Stops forwarding until `restore` is called. New connections are accepted but receive no data. */
  stall(): void;
  /** Resets all connections, including every new one, until `restore` is called. */
  refuse(): void;
  restore(): void;
  close(): void;
}

export async function startFaultProxy(targetPort: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let state: 'open' | 'stalled' | 'refusing' = 'open';

  function forward(from: Socket, to: Socket): void {
    sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (chunk) => {
      if (!to.write(chunk)) from.pause();
    });
    to.on('drain', () => {
      if (state !== 'stalled') from.resume();
    });
    from.on('end', () => to.end());
    from.on('error', () => to.resetAndDestroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    if (state === 'stalled') from.pause();
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (state === 'refusing') {
      client.on('error', () => undefined);
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true });
    forward(client, upstream);
    forward(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  function reset(): number {
    const count = sockets.size;
    for (const socket of sockets) socket.resetAndDestroy();
    // Each proxied connection has two sockets.
    return Math.ceil(count / 2);
  }

  return {
    port: (server.address() as AddressInfo).port,
    reset,
    stall() {
      state = 'stalled';
      for (const socket of sockets) socket.pause();
    },
    refuse() {
      state = 'refusing';
      reset();
    },
    restore() {
      state = 'open';
      for (const socket of sockets) socket.resume();
    },
    close() {
      server.close();
      reset();
    },
  };
}
