import { parse } from 'secure-json-parse';
import { printable } from '@assay/domain/errors.ts';

/** Replaces a request body that cannot be read. Operations with a body then return a 422 with the message. */
export class UnreadableBody {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export const notJson = new UnreadableBody('must be JSON, with the content type application/json');

// RFC 8259, 8.1: JSON is encoded in UTF-8, and a parser may ignore a byte order mark.
const utf8 = new TextDecoder('utf-8', { fatal: true });
/** US-ASCII is a subset of UTF-8. */
const readableCharsets: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/**
 * Parses a JSON body. Returns undefined for an empty body, and an `UnreadableBody` if the body is compressed, is not
 * encoded in UTF-8 or is malformed.
 * @param headers the request headers `content-encoding` and `content-type`
 */
export function readJson(
  bytes: Buffer,
  headers: { 'content-encoding'?: string | undefined; 'content-type'?: string | undefined },
): unknown {
  if (bytes.length === 0) return undefined;
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') {
    return new UnreadableBody(
      `must not be compressed, but has the Content-Encoding "${printable(encoding)}"`,
    );
  }
  const charset = charsetOf(headers['content-type'] ?? '');
  if (charset !== null && !readableCharsets.has(charset)) {
    return new UnreadableBody(
      `must be encoded in UTF-8, but its content type has the charset "${printable(charset)}"`,
    );
  }
  if (isUtf16(bytes))
    return new UnreadableBody('must be encoded in UTF-8, but is encoded in UTF-16 or UTF-32');
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return new UnreadableBody(
      'must be encoded in UTF-8, but has other bytes, for example those of ISO-8859-1 (Latin-1)',
    );
  }
  try {
    // The key `__proto__` is invisible to the schemas, so it would be dropped without a word.
    return parse(text, { protoAction: 'error', constructorAction: 'ignore' });
  } catch {
    return new UnreadableBody(isJson(text) ? 'must not have the key __proto__' : 'must be well-formed JSON');
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the parameter `charset` of a content type in lower case, or null. */
function charsetOf(contentType: string): string | null {
  const [, value] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType) ?? [];
  return value?.toLowerCase() ?? null;
}

/**
 * Returns true if the bytes begin with a byte order mark of UTF-16 or UTF-32, or if one of the first two is 0. JSON
 * begins with an ASCII character, so its first two bytes in UTF-16 and UTF-32 include a 0.
 */
function isUtf16([first, second]: Buffer): boolean {
  if (first === 0 || second === 0) return true;
  return (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);
}
