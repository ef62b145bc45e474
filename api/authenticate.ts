import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '@assay/domain/errors.ts';
import type { FoundKey } from '@assay/storage/accounts/api-keys.ts';
import type { KeyLookup } from '@assay/storage/accounts/key-lookup.ts';
import type { ReadRequest } from '@assay/storage/accounts/workspace-read.ts';

const headerName = 'X-API-Key';
const keyPattern = /^sk_(?:live|test)_[0-9a-fA-F]{64}$/;

/**
 * Returns the SHA-256 hash of a request's API key.
 * @throws {ApiError} 401 if the key is missing or malformed, or if there are several keys (specification 5)
 */
export function hashKey({ rawHeaders }: IncomingMessage, headerCase: 'any' | 'exact'): Buffer {
  const sent = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && name.toLowerCase() === headerName.toLowerCase()
      ? [{ name, text: rawHeaders[index + 1]! }]
      : [],
  );
  // A proxy or a log might use a different one of several keys than this service. Header names that differ only in case
  // count as one name.
  if (sent.length > 1) throw new ApiError('invalid_api_key');
  const { name, text } = sent[0] ?? { name: headerName, text: '' };
  if (text === '' || (headerCase === 'exact' && name !== headerName)) throw new ApiError('missing_api_key');
  if (!keyPattern.test(text)) throw new ApiError('invalid_api_key');
  return hash('sha256', text, 'buffer');
}

/**
 * Returns the API key with the given hash and the resource that `read` describes. Do not send the resource to the
 * client before the request has passed every check.
 * @throws {ApiError} 401 if the key is unknown, revoked or expired (specification 5)
 */
export async function authenticate(
  keyHash: Buffer,
  lookUp: KeyLookup,
  read: ReadRequest | null,
): Promise<FoundKey> {
  const authenticated = await lookUp(keyHash, read);
  if (authenticated === null) throw new ApiError('invalid_api_key');
  if (authenticated.key.revoked) throw new ApiError('revoked_api_key');
  if (authenticated.key.expired) throw new ApiError('expired_api_key');
  return authenticated;
}
