import { NeedMoreBytes, type PdfDict, PdfUnreadable, type PdfValue } from './values.ts';

/** Deeper nesting than any producer writes; it bounds the stack. */
const maxDepth = 64;

const code = (character: string) => character.charCodeAt(0);
const whitespace = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const delimiters = new Set(Array.from('()<>[]{}/%', code));
/** By byte: whether it is neither. */
const regular = Array.from({ length: 256 }, (_, byte) => !whitespace.has(byte) && !delimiters.has(byte));

export interface PdfParser {
  /** Where the next token starts. */
  position: number;
  /** The next object. */
  value(): PdfValue;
  /** The next run of regular characters, such as `obj`, `xref` or a number. */
  word(): string;
  /** True, and past it, when the next word is this one. */
  skipWord(word: string): boolean;
  skipWhitespace(): void;
}

/**
 * Parses PDF objects from `bytes` (ISO 32000-2, 7.2 and 7.3). Throws `NeedMoreBytes` where an object ends beyond
 * them, unless `whole` says that nothing follows, and `PdfUnreadable` for anything else that is no object.
 */
export function createParser(bytes: Uint8Array, start: number, whole: boolean): PdfParser {
  let position = start;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

  function peek(): number {
    const byte = bytes[position];
    if (byte !== undefined) return byte;
    throw whole ? new PdfUnreadable('the file ends within an object') : new NeedMoreBytes();
  }

  function skipWhitespace(): void {
    for (;;) {
      const byte = peek();
      if (whitespace.has(byte)) position++;
      else if (byte === code('%')) while (peek() !== 0x0a && peek() !== 0x0d) position++;
      else return;
    }
  }

  function word(): string {
    skipWhitespace();
    const from = position;
    while ((position < bytes.length || !whole) && regular[peek()]) position++;
    return buffer.toString('latin1', from, position);
  }

  function skipWord(expected: string): boolean {
    const before = position;
    if (word() === expected) return true;
    position = before;
    return false;
  }

  function name(): PdfValue {
    position++;
    const from = position;
    while ((position < bytes.length || !whole) && regular[peek()]) position++;
    const raw = buffer.toString('latin1', from, position);
    // 7.3.5: #xx stands for a byte.
    return {
      type: 'name',
      value: raw.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    };
  }

  /** 7.3.4.2 */
  function literalString(): PdfValue {
    const from = position + 1;
    let depth = 0;
    do {
      const byte = peek();
      if (byte === code('\\')) position++;
      else if (byte === code('(')) depth++;
      else if (byte === code(')')) depth--;
      position++;
    } while (depth > 0);
    return { type: 'string', raw: bytes.subarray(from, position - 1), isHex: false };
  }

  /** 7.3.4.3 */
  function hexString(): PdfValue {
    const from = position + 1;
    while (peek() !== code('>')) position++;
    position++;
    return { type: 'string', raw: bytes.subarray(from, position - 1), isHex: true };
  }

  function array(depth: number): PdfValue {
    position++;
    const items: PdfValue[] = [];
    for (skipWhitespace(); peek() !== code(']'); skipWhitespace()) items.push(value(depth + 1));
    position++;
    return items;
  }

  function dictionary(depth: number): PdfValue {
    position += 2;
    const entries: PdfDict = new Map();
    for (skipWhitespace(); peek() !== code('>'); skipWhitespace()) {
      if (peek() !== code('/')) throw new PdfUnreadable('a dictionary key is not a name');
      const key = name() as { value: string };
      entries.set(key.value, value(depth + 1));
    }
    position += 2;
    return entries;
  }

  /** A number, or `n g R`, which starts like one. */
  function numberOrReference(text: string): PdfValue {
    const number = Number(text);
    if (!Number.isFinite(number)) throw new PdfUnreadable(`"${text.slice(0, 20)}" is no object`);
    if (!/^\d+$/.test(text)) return number;
    const before = position;
    try {
      if (/^\d+$/.test(word()) && skipWord('R')) return { type: 'ref', objectNumber: number };
    } catch (error) {
      // A number that ends the bytes, which are all there are, is a number.
      if (!(error instanceof PdfUnreadable)) throw error;
    }
    position = before;
    return number;
  }

  function value(depth: number): PdfValue {
    if (depth > maxDepth) throw new PdfUnreadable('objects are nested too deeply');
    skipWhitespace();
    switch (peek()) {
      case code('/'):
        return name();
      case code('('):
        return literalString();
      case code('['):
        return array(depth);
      case code('<'):
        if (position + 1 >= bytes.length && !whole) throw new NeedMoreBytes();
        return bytes[position + 1] === code('<') ? dictionary(depth) : hexString();
    }
    const text = word();
    if (text === 'true') return true;
    if (text === 'false') return false;
    if (text === 'null') return null;
    if (text === '') throw new PdfUnreadable('a delimiter where an object should be');
    return numberOrReference(text);
  }

  return {
    get position() {
      return position;
    },
    set position(to) {
      position = to;
    },
    value: () => value(0),
    word,
    skipWord,
    skipWhitespace,
  };
}
