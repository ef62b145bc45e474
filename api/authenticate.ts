import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../domain/errors.ts';
import { type ApiKey, findApiKey, type ReadRequest } from '../storage/postgres/api-keys.ts';
import type { ApiDeps } from './deps.ts';

const headerName = 'X-API-Key';
const keyPattern = /^sk_(?:live|test)_[0-9a-fA-F]{64}$/;

export interface AuthenticatedCaller {
  key: ApiKey;
  /**
   * The resource that was read together with the key, as JSON text; null if none was found. The resource may be sent
   * only after the request has passed every check.
   */
  found: string | null;
}

/**
 * Returns the API key of a request and the resource that `read` describes. One SQL statement reads both.
 * @throws {ApiError} 401 if the key is missing, malformed, unknown, revoked or expired (specification 5)
 */
export async function authenticate(
  request: IncomingMessage,
  deps: ApiDeps,
  read: ReadRequest | null,
): Promise<AuthenticatedCaller> {
  const text = headerValue(request, deps.apiKeyHeaderCase);
  if (text === null || text === '') throw new ApiError('missing_api_key');
  if (!keyPattern.test(text)) throw new ApiError('invalid_api_key');
  const authenticated = await findApiKey(deps.database, hash('sha256', text, 'buffer'), read);
  if (authenticated === null) throw new ApiError('invalid_api_key');
  if (authenticated.key.revoked) throw new ApiError('revoked_api_key');
  if (authenticated.key.expired) throw new ApiError('expired_api_key');
  return authenticated;
}

/**
 * Returns the value of the `X-API-Key` header; null if the header is missing. The values of a repeated header are
 * joined, and the result is not a valid key.
 */
function headerValue(request: IncomingMessage, headerCase: 'any' | 'exact'): string | null {
  if (headerCase === 'any') {
    const value = request.headers[headerName.toLowerCase()];
    return value === undefined ? null : String(value);
  }
  const values = request.rawHeaders.filter(
    (_, index, raw) => index % 2 === 1 && raw[index - 1] === headerName,
  );
  return values.length === 0 ? null : values.join(', ');
}
