import { NeedMoreBytes, type PdfDict, PdfUnreadable, type PdfValue } from './values.ts';

/** Deeper nesting than any producer writes; it bounds the stack. What is deeper is passed over. */
const maxDepth = 64;

const code = (character: string) => character.charCodeAt(0);
const whitespace = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const delimiters = new Set(Array.from('()<>[]{}/%', code));
/** By byte: whether it is neither. */
const regular = Array.from({ length: 256 }, (_, byte) => !whitespace.has(byte) && !delimiters.has(byte));
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const signs = new Set(Array.from('+-.', code));
const startsNumber = (byte: number) => isDigit(byte) || signs.has(byte);
/** As many as a whole number that is exact can have. */
const exactDigits = 15;

export interface PdfParser {
  /** Where the next token starts. */
  position: number;
  /** The next object. */
  value(): PdfValue;
  /** The next number; null, and before it, when something else is next. */
  number(): number | null;
  /** The next run of regular characters, such as `obj`, `xref` or a number. */
  word(): string;
  /** True, and past it, when the next word is this one. */
  skipWord(word: string): boolean;
  skipWhitespace(): void;
}

/**
 * Parses PDF objects from `bytes` (ISO 32000-2, 7.2 and 7.3), and what is no object as pdf.js does: it is a null, or no
 * key, and what follows counts. Throws `NeedMoreBytes` where an object ends beyond the bytes, unless `whole` says that
 * nothing follows, and `PdfUnreadable` then.
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
    if (!raw.includes('#')) return { type: 'name', value: raw };
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

  /** Whether a character comes twice in a row here. */
  function isDouble(character: '<' | '>'): boolean {
    if (peek() !== code(character)) return false;
    if (position + 1 >= bytes.length && !whole) throw new NeedMoreBytes();
    return bytes[position + 1] === code(character);
  }

  /** What is neither an array nor a dictionary, and of these what opens or closes them: that is a null. */
  function token(): PdfValue {
    const byte = peek();
    if (byte === code('/')) return name();
    if (byte === code('(')) return literalString();
    if (isDouble('<') || isDouble('>')) position += 2;
    else if (byte === code('<')) return hexString();
    else if (delimiters.has(byte)) position++;
    else if (startsNumber(byte)) return number();
    else return { true: true, false: false }[word()] ?? null;
    return null;
  }

  /** Goes past an array or a dictionary, whatever is in it, without a stack of calls. */
  function passOver(): null {
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

  /** What nearly every number is, digits and no more; null for any other. */
  function digits(): number | null {
    const from = position;
    let sum = 0;
    for (; isDigit(bytes[position]); position++) sum = sum * 10 + bytes[position]! - 0x30;
    const count = position - from;
    if (count === 0 || count > exactDigits) return null;
    return (position < bytes.length || !whole) && startsNumber(peek()) ? null : sum;
  }

  /** 7.3.3, and what pdf.js makes of others: two signs, signs between digits; it ends where a number can no longer. */
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

  /** A number, or `n g R`, which starts like one. */
  function numberOrReference(): PdfValue {
    const first = number();
    if (first === null || !Number.isInteger(first)) return first;
    const before = position;
    try {
      skipWhitespace();
      const generation = startsNumber(peek()) ? number() : null;
      if (Number.isInteger(generation) && skipWord('R')) return { type: 'ref', objectNumber: first };
    } catch (error) {
      // A number that ends the bytes, which are all there are, is a number.
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
      if (depth > maxDepth) return passOver();
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
