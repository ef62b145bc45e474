import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../domain/errors.ts';
import { type ApiKey, findApiKey, type ReadRequest } from '../storage/postgres/api-keys.ts';
import type { ApiDeps } from './deps.ts';

const headerName = 'X-API-Key';
const keyForm = /^sk_(?:live|test)_[0-9a-fA-F]{64}$/;

export interface Authenticated {
  key: ApiKey;
  /** What was asked to be read together with the key; not to be shown before every check is passed. */
  found: string | null;
}

/** The key that a request is made with, or a 401 that says what is wrong with it (specification 5). */
export async function authenticate(
  request: IncomingMessage,
  deps: ApiDeps,
  read: ReadRequest | null,
): Promise<Authenticated> {
  const text = headerValue(request, deps.apiKeyHeaderCase);
  if (text === null || text === '') throw new ApiError('missing_api_key');
  if (!keyForm.test(text)) throw new ApiError('invalid_api_key');
  const authenticated = await findApiKey(deps.database, hash('sha256', text, 'buffer'), read);
  if (authenticated === null) throw new ApiError('invalid_api_key');
  if (authenticated.key.revoked) throw new ApiError('revoked_api_key');
  if (authenticated.key.expired) throw new ApiError('expired_api_key');
  return authenticated;
}

/** Null when the header is missing. Sent twice, its values are joined and so no valid key. */
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
