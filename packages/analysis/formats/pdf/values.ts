// PDF objects (ISO 32000-2, 7.3). Only the types needed to read the structure of a document are supported.

export type PdfDict = Map<string, PdfValue>;

export interface PdfName {
  type: 'name';
  value: string;
}

/** A reference to an indirect object by object number (7.3.10). */
export interface PdfRef {
  type: 'ref';
  objectNumber: number;
}

/** A string as raw bytes. `stringBytes` decodes its escape sequences on demand, because few strings are used. */
export interface PdfString {
  type: 'string';
  raw: Uint8Array;
  isHex: boolean;
}

export type PdfValue = number | boolean | null | PdfName | PdfRef | PdfString | PdfValue[] | PdfDict;

/** Thrown if the file violates the PDF syntax or uses an unsupported feature. */
export class PdfUnreadable extends Error {}

/** Thrown if a value extends beyond the bytes given to the parser. */
export class NeedMoreBytes extends Error {}

export function isDict(value: PdfValue | undefined): value is PdfDict {
  return value instanceof Map;
}

export function isRef(value: PdfValue | undefined): value is PdfRef {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'ref';
}

/** Returns the decoded bytes of a string (7.3.4); null if the value is not a string. */
export function stringBytes(value: PdfValue | undefined): Buffer | null {
  if (typeof value !== 'object' || value === null || !('type' in value) || value.type !== 'string')
    return null;
  const text = Buffer.from(value.raw).toString('latin1');
  if (value.isHex) {
    const digits = text.replace(/[^0-9a-f]/gi, '');
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
  }
  const unescaped = text.replace(
    /\\(?:([0-7]{1,3})|(\r\n|[\s\S]))|\r\n?/g,
    (_, octal?: string, escaped?: string) => {
      if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8) & 0xff);
      if (escaped === undefined) return '\n';
      return escapes[escaped] ?? (/[\r\n]/.test(escaped) ? '' : escaped);
    },
  );
  return Buffer.from(unescaped, 'latin1');
}

/** Values of the escape sequences (7.3.4.2, table 3), by the letter after the backslash. */
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Returns the text of a name (7.3.5); null if the value is not a name. */
export function nameOf(value: PdfValue | undefined): string | null {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'name'
    ? value.value
    : null;
}

export function isName(value: PdfValue | undefined, name: string): boolean {
  return nameOf(value) === name;
}

/** Returns the result of `read`; undefined if `read` throws `PdfUnreadable`, so that the caller can continue. */
export async function readable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PdfUnreadable) return undefined;
    throw error;
  }
}
