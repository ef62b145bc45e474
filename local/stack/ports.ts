import { createServer } from 'node:net';

/** A port of loopback that nothing listens on: the wanted one, or the next free above it; any, when 0 is wanted. */
export async function freePort(wanted: number, taken: ReadonlySet<number>): Promise<number> {
  for (let port = wanted; port <= 65_535; port++) {
    if (taken.has(port)) continue;
    const free = await tryPort(port);
    if (free !== null && !taken.has(free)) return free;
  }
  throw new Error(`there is no free port from ${wanted} on`);
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}
