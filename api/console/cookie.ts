import type { IncomingMessage } from 'node:http';
import { hashToken, type Token } from '@assay/storage/accounts/token.ts';
import type { ConsoleSettings } from './settings.ts';

/** Lifetime of the cookie: seven days, like a session. Without `Max-Age`, closing the browser deletes the cookie. */
const maxAgeSeconds = 7 * 24 * 3600;

/**
 * Returns the hash of the session token in the cookie of a request. Returns null if the request has no session cookie.
 * Also returns null for several session cookies, because a proxy might use a different one than this service.
 */
export function readSessionHash(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { cookieName }: Pick<ConsoleSettings, 'cookieName'>,
): Buffer | null {
  const values = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookieName}=`))
    .map((pair) => pair.slice(cookieName.length + 1));
  return values.length === 1 ? hashToken(values[0]!) : null;
}

/** Returns the value of `Set-Cookie` for a session token. Null removes the cookie. */
export function sessionCookie(
  token: Token | null,
  { cookieName, isSecure }: Pick<ConsoleSettings, 'cookieName' | 'isSecure'>,
): string {
  const value = `${cookieName}=${token?.text ?? ''}; Path=/; HttpOnly; SameSite=Lax`;
  return `${value}; Max-Age=${token === null ? 0 : maxAgeSeconds}${isSecure ? '; Secure' : ''}`;
}
