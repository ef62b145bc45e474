import { isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Returns the address of the client in the form that Postgres stores: without an IPv6 zone, and IPv4 without the prefix
 * `::ffff:`. If the client's entry in `X-Forwarded-For` is not an address, returns the address of the connection.
 * Returns null if the connection is closed.
 */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string | null {
  return plainAddress(ip) ?? plainAddress(socket.remoteAddress);
}

function plainAddress(text: string | undefined): string | null {
  const address = text?.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '') ?? '';
  return isIP(address) === 0 ? null : address;
}

/**
 * Returns an IPv4 address, or the first 64 bits of an IPv6 address. A subscriber of an internet provider usually
 * controls at least a /64 network. Returns `unknown` for null.
 */
export function networkOf(address: string | null): string {
  if (address === null) return 'unknown';
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const zeros = address.includes('::') ? 8 - groups(head).length - groups(tail).length : 0;
  const all = [...groups(head), ...Array.from({ length: zeros }, () => '0'), ...groups(tail)];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
