// The objects of PDF (ISO 32000-2, 7.3), as far as the structure of a document needs them.

export type PdfDict = Map<string, PdfValue>;

export interface PdfName {
  type: 'name';
  value: string;
}

/** A reference to an indirect object (7.3.10). */
export interface PdfRef {
  type: 'ref';
  objectNumber: number;
}

/** As it is written, between its delimiters; few strings are of any account here. */
export interface PdfString {
  type: 'string';
  raw: Uint8Array;
  isHex: boolean;
}

export type PdfValue = number | boolean | null | PdfName | PdfRef | PdfString | PdfValue[] | PdfDict;

/** The bytes do not follow the syntax, or use what this reader does not know. */
export class PdfUnreadable extends Error {}

/** The value ends beyond the bytes at hand. */
export class NeedMoreBytes extends Error {}

export function isDict(value: PdfValue | undefined): value is PdfDict {
  return value instanceof Map;
}

export function isRef(value: PdfValue | undefined): value is PdfRef {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'ref';
}

/** The bytes of a string (7.3.4); null for what is none. */
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

/** 7.3.4.2, table 3 */
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** What a name says (7.3.5); null for what is none. */
export function nameOf(value: PdfValue | undefined): string | null {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'name'
    ? value.value
    : null;
}

export function isName(value: PdfValue | undefined, name: string): boolean {
  return nameOf(value) === name;
}

/** Undefined for a part that cannot be read, which is passed over: others may be sound. */
export async function readable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PdfUnreadable) return undefined;
    throw error;
  }
}
