import type { IncomingMessage } from 'node:http';
import { ApiError } from '@assay/domain/errors.ts';
import { hasBody } from '../has-body.ts';

/**
 * Rejects requests that another site could make a browser send (CSRF). Browsers send `Origin` with every request except
 * GET and HEAD, and pages of other sites cannot change this header. Browsers send `Sec-Fetch-Site` only to HTTPS and to
 * localhost, so a request without this header is accepted.
 * @throws {ApiError} 403
 */
export function checkOrigin(request: Pick<IncomingMessage, 'method' | 'headers'>, origin: string): void {
  const { method, headers } = request;
  if (method === 'GET' || method === 'HEAD') return;
  const site = headers['sec-fetch-site'] ?? 'same-origin';
  const type = headers['content-type'];
  // A page of another site can send a form or text without a preflight request, but not JSON.
  const isJson = type === undefined ? !hasBody(request) : /^application\/json\s*(?:;|$)/i.test(type);
  if (headers.origin !== origin || site !== 'same-origin' || !isJson) {
    throw new ApiError('foreign_request', { values: { origin } });
  }
}
