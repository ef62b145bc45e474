import { NeedMoreBytes, type PdfDict, PdfUnreadable, type PdfValue } from './values.ts';

/** Maximum nesting depth of a value. Deeper values become null, so that recursion cannot exceed the call stack. */
const maxDepth = 64;

const code = (character: string) => character.charCodeAt(0);
const whitespace = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const delimiters = new Set(Array.from('()<>[]{}/%', code));
/** For each byte value, true if it is a regular character: neither white space nor a delimiter (7.2.3). */
const regular = Array.from({ length: 256 }, (_, byte) => !whitespace.has(byte) && !delimiters.has(byte));
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const signs = new Set(Array.from('+-.', code));
const startsNumber = (byte: number) => isDigit(byte) || signs.has(byte);
/** A double represents every integer of up to 15 digits exactly. */
const exactDigits = 15;

export interface PdfParser {
  /** Offset of the next token, counted from the start of the bytes. */
  position: number;
  /** Parses the next object and advances past it. */
  value(): PdfValue;
  /**
   * Parses the next number and advances past it. Returns null and does not advance if the next token is not a number.
   */
  number(): number | null;
  /** Returns the next run of regular characters, such as `obj`, `xref` or a number, and advances past it. */
  word(): string;
  /** If the next word is `word`, advances past it and returns true. Otherwise returns false. */
  skipWord(word: string): boolean;
  skipWhitespace(): void;
}

/**
 * Creates a parser of PDF objects that starts at the offset `start` of `bytes` (ISO 32000-2, 7.2 and 7.3). Invalid
 * tokens become null or are skipped, as in pdf.js. If an object extends beyond `bytes`, the parser throws
 * `NeedMoreBytes`, or `PdfUnreadable` if `whole` is true.
 * @param whole true if `bytes` extend to the end of the file
 */
export function createParser(bytes: Uint8Array, start: number, whole: boolean): PdfParser {
  let position = start;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

  function peek(): number {
    const byte = bytes[position];
    if (byte !== undefined) return byte;
    throw whole ? new PdfUnreadable('file that ends within an object') : new NeedMoreBytes();
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
    if (!raw.includes('#')) return { type: 'name', value: raw };
    // #xx stands for the byte with this hexadecimal value (7.3.5).
    return {
      type: 'name',
      value: raw.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    };
  }

  /** Parses a literal string, which is enclosed in parentheses (7.3.4.2). */
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

  /** Parses a hexadecimal string, which is enclosed in angle brackets (7.3.4.3). */
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
    for (skipWhitespace(); !isDouble('>'); skipWhitespace()) {
      if (peek() !== code('/')) {
        token();
        continue;
      }
      const key = name() as { value: string };
      entries.set(key.value, value(depth + 1));
    }
    position += 2;
    return entries;
  }

  /** Returns true if `character` occurs twice at the current position. */
  function isDouble(character: '<' | '>'): boolean {
    if (peek() !== code(character)) return false;
    if (position + 1 >= bytes.length && !whole) throw new NeedMoreBytes();
    return bytes[position + 1] === code(character);
  }

  /** Parses a name, string, number or keyword. Returns null for a misplaced bracket and skips it. */
  function token(): PdfValue {
    const byte = peek();
    if (byte === code('/')) return name();
    if (byte === code('(')) return literalString();
    if (isDouble('<') || isDouble('>')) position += 2;
    else if (byte === code('<')) return hexString();
    else if (delimiters.has(byte)) position++;
    else if (startsNumber(byte)) return number();
    else {
      const keyword = word();
      return keyword === 'true' ? true : keyword === 'false' ? false : null;
    }
    return null;
  }

  /** Skips an array or a dictionary without recursion. */
  function skipNested(): null {
    const closers: string[] = [];
    do {
      skipWhitespace();
      const byte = peek();
      if (byte === code('[')) closers.push(']');
      else if (isDouble('<')) closers.push('>');
      else if (byte === code(']') || isDouble('>')) {
        if (closers.at(-1) === String.fromCharCode(byte)) closers.pop();
      }
      token();
    } while (closers.length > 0);
    return null;
  }

  /**
   * Parses a number of digits only, faster than `number`; null for other numbers. Almost all numbers are of this kind.
   */
  function digits(): number | null {
    const from = position;
    let sum = 0;
    for (; isDigit(bytes[position]); position++) sum = sum * 10 + bytes[position]! - 0x30;
    const count = position - from;
    if (count === 0 || count > exactDigits) return null;
    return (position < bytes.length || !whole) && startsNumber(peek()) ? null : sum;
  }

  /** Parses a number (7.3.3). Accepts two leading signs and signs between digits, as pdf.js does. */
  function number(): number | null {
    const from = position;
    const plain = digits();
    if (plain !== null) return plain;
    position = from;
    while ((position < bytes.length || !whole) && startsNumber(peek())) {
      if (peek() === code('.') && buffer.toString('latin1', from, position).includes('.')) break;
      if (peek() === code('+') && position > from) break;
      position++;
    }
    const text = buffer.toString('latin1', from, position);
    const [, sign, rest] = /^([+-]?)(.*)$/.exec(text)!;
    const magnitude = rest!.replaceAll('-', '');
    if (/\d/.test(magnitude)) return Number(magnitude) * (sign === '-' ? -1 : 1);
    while ((position < bytes.length || !whole) && regular[peek()]) position++;
    return null;
  }

  /** Parses a number or a reference (`n g R`). */
  function numberOrReference(): PdfValue {
    const first = number();
    if (first === null || !Number.isInteger(first)) return first;
    const before = position;
    try {
      skipWhitespace();
      const generation = startsNumber(peek()) ? number() : null;
      if (Number.isInteger(generation) && skipWord('R')) return { type: 'ref', objectNumber: first };
    } catch (error) {
      // The file ends after the first number, so the value is a number and not a reference.
      if (!(error instanceof PdfUnreadable)) throw error;
    }
    position = before;
    return first;
  }

  function value(depth: number): PdfValue {
    skipWhitespace();
    const byte = peek();
    const isArray = byte === code('[');
    if (isArray || isDouble('<')) {
      if (depth > maxDepth) return skipNested();
      return isArray ? array(depth) : dictionary(depth);
    }
    return startsNumber(byte) ? numberOrReference() : token();
  }

  return {
    get position() {
      return position;
    },
    set position(to) {
      position = to;
    },
    value: () => value(0),
    number() {
      skipWhitespace();
      return startsNumber(peek()) ? number() : null;
    },
    word,
    skipWord,
    skipWhitespace,
  };
}
