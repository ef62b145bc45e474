import type { Socket } from 'node:net';

/** Makes the two sides of a connection that is passed on end with each other, and wait for nothing before they send. */
export function endTogether(client: Socket, upstream: Socket): void {
  for (const [socket, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    socket.setNoDelay(true);
    socket.on('error', () => other.destroy());
    socket.on('close', () => other.destroy());
  }
}
