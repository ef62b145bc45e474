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

/** What a string says is of no account here, and encrypted documents hide it. */
export interface PdfString {
  type: 'string';
}

export type PdfValue = number | boolean | null | PdfName | PdfRef | PdfString | PdfValue[] | PdfDict;

/** The bytes do not follow the syntax, or use what this reader does not know. */
export class PdfUnreadable extends Error {}

/** Nobody can read on without deciphering it. */
export class PdfEncrypted extends PdfUnreadable {}

/** The value ends beyond the bytes at hand. */
export class NeedMoreBytes extends Error {}

export function isDict(value: PdfValue | undefined): value is PdfDict {
  return value instanceof Map;
}

export function isRef(value: PdfValue | undefined): value is PdfRef {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'ref';
}

export function isName(value: PdfValue | undefined, name: string): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'name' &&
    value.value === name
  );
}
