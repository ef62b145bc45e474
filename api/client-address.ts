import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Returns the address of the client in the form that Postgres stores: without an IPv6 zone, and IPv4 without the
 * prefix `::ffff:`. `X-Forwarded-For` may contain any text. If the client's entry is not an address, returns the
 * address of the connection. Returns null if the connection is closed.
 */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string | null {
  return plainAddress(ip) ?? plainAddress(socket.remoteAddress);
}

function plainAddress(text: string | undefined): string | null {
  const address = text?.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '') ?? '';
  return isIP(address) === 0 ? null : address;
}
