import type { Caller } from '@assay/storage/accounts/caller.ts';
import { originIn } from '@assay/storage/database/json.ts';

/**
 * Returns a JSON text in which each `endpointUrl` is an origin: scheme, host and port. The path and the query can
 * contain a token. Only admins see them, and only when they read one subscription. API keys get whole URLs.
 */
export function hideEndpointPaths(json: string): string {
  const hide = (key: string, value: unknown) => (key === 'endpointUrl' ? originIn(value as string) : value);
  return JSON.stringify(JSON.parse(json, hide));
}

/** Returns true if the caller is a member with a session, and not an API key. */
export const isMember = ({ role }: Pick<Caller, 'role'>): boolean => role !== undefined;
