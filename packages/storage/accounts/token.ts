import { hash, randomBytes } from 'node:crypto';

const tokenBytes = 32;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** A secret that a link or a cookie contains. Only the hash is stored. */
export interface Token {
  text: string;
  /** SHA-256 of the text. */
  hash: Buffer;
}

export function newToken(): Token {
  const text = randomBytes(tokenBytes).toString('base64url');
  return { text, hash: hash('sha256', text, 'buffer') };
}

/** Returns the hash of a token. Returns null if the text cannot be a token. */
export function hashToken(text: string): Buffer | null {
  return tokenPattern.test(text) ? hash('sha256', text, 'buffer') : null;
}
