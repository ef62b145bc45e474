import type { IncomingMessage } from 'node:http';

/** Returns whether a request has a body, which may not have arrived yet. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
