import { plainText } from '@assay/domain/lib/characters.ts';

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark. Returns null if the bytes are not text.
 * @param whole false if `bytes` are only the start of a file and may end within a character
 */
export function decodeText(bytes: Uint8Array, whole: boolean): string | null {
  return decodeAs(markedEncoding(bytes) ?? 'utf-8', bytes, whole);
}

/**
 * Decodes XML as browsers do: by a byte order mark, otherwise by the declared encoding, otherwise as UTF-8. Returns
 * null if the bytes are not text in that encoding. Decodes as UTF-8 if `encodingFault` refuses the declared encoding.
 * @param whole false if `bytes` are only the start of a file and may end within a character
 */
export function decodeMarkup(bytes: Uint8Array, whole: boolean): string | null {
  const declared = declaredEncoding(Buffer.from(bytes.subarray(0, 1_000)).toString('latin1'));
  const known = declared === null ? null : encodingOf(declared);
  // An encoding of two bytes cannot be right for a declaration that was read byte by byte.
  const isNarrow = known !== null && !known.startsWith('utf-16');
  return decodeAs(markedEncoding(bytes) ?? (isNarrow ? known : 'utf-8'), bytes, whole);
}

/** Returns the encoding that a byte order mark states; null without one. */
export function markedEncoding([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

function decodeAs(encoding: string, bytes: Uint8Array, whole: boolean): string | null {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !whole });
    return /[\0\x01-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

function declaredEncoding(text: string): string | null {
  return (
    /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]{0,40})/.exec(text)?.[1]?.trim() ?? null
  );
}

/**
 * Returns the WHATWG encoding of a label, in which markup has the same bytes as in ASCII, or UTF-16; null for other
 * labels. ISO 2022 switches between character sets, so viewers could find different elements in such a file.
 */
function encodingOf(label: string): string | null {
  try {
    const { encoding } = new TextDecoder(label);
    return ['iso-2022-jp', 'x-user-defined'].includes(encoding) ? null : encoding;
  } catch {
    return null;
  }
}

/**
 * Returns the reason why a viewer could decode an XML text differently from `decodeMarkup`, and find different elements
 * in it. Returns null if there is no such reason. Escape characters (0x1b) switch between character sets in ISO 2022;
 * XML does not allow them.
 */
export function encodingFault(text: string): string | null {
  const declared = declaredEncoding(text);
  if (declared !== null && encodingOf(declared) === null)
    return `it declares the encoding ${plainText(declared, 40)}`;
  return text.includes('\x1b') ? 'it has escape characters (0x1b)' : null;
}
