import { plainText } from '@assay/domain/lib/characters.ts';

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark. Returns null if the bytes are not text.
 * @param whole false if `bytes` are only the start of a file and may end within a character
 */
export function decodeText(bytes: Uint8Array, whole: boolean): string | null {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !whole });
    return /[\0\x01-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** Accepted XML encodings: UTF-16, and supersets of ASCII, in which markup has the same bytes as in UTF-8. */
const asciiCompatible =
  /^(?:utf-?8|utf-?16(?:le|be)?|(?:us-)?ascii|iso-?8859-\d{1,2}|latin-?1|windows-125\d)$/i;

/**
 * Returns the reason why a viewer could decode an XML text differently from `decodeText`, and find different elements
 * in it. Returns null if there is no such reason. Escape characters (0x1b) switch between character sets in ISO 2022;
 * XML does not allow them.
 */
export function encodingFault(text: string): string | null {
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"'>]{0,40})/.exec(text)?.[1];
  if (declared !== undefined && !asciiCompatible.test(declared.trim())) {
    return `it declares the encoding ${plainText(declared, 40)}`;
  }
  return text.includes('\x1b') ? 'it has escape characters (0x1b)' : null;
}
