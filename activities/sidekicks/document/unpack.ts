import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { nameOf, type PdfDict, type PdfValue } from '../../measure/pdf/values.ts';

const inflated = promisify(inflate);
const maxInflatedBytes = 64 * 2 ** 20;

/** The filters that content is packed with (ISO 32000-2, 7.4), but for LZW, which has not been written for long. */
const unpackers: Record<string, (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>> = {
  FlateDecode: (bytes) => inflated(bytes, { maxOutputLength: maxInflatedBytes }),
  ASCIIHexDecode: (bytes) => Buffer.from(asText(bytes).replace(/\s|>.*$/gs, ''), 'hex'),
  ASCII85Decode: ascii85,
};

/** The names of a stream's filters, in the order in which they are undone. */
export function filtersOf(dict: PdfDict): string[] {
  const filter: PdfValue = dict.get('Filter') ?? null;
  const all = Array.isArray(filter) ? filter : filter === null ? [] : [filter];
  return all.map((one) => nameOf(one) ?? '');
}

/** Undoes filters; null where one is not known here or does not undo. */
export async function unpack(packed: Uint8Array, filters: readonly string[]): Promise<Uint8Array | null> {
  let bytes = packed;
  try {
    for (const filter of filters) {
      const unpacker = unpackers[filter];
      if (unpacker === undefined) return null;
      bytes = await unpacker(bytes);
    }
    return bytes;
  } catch {
    return null;
  }
}

/** 7.4.3: five digits to the base of 85 for four bytes. */
function ascii85(packed: Uint8Array): Uint8Array {
  const text = asText(packed).replace(/\s|~.*$/gs, '');
  const bytes: number[] = [];
  for (let at = 0; at < text.length;) {
    if (text[at] === 'z') {
      bytes.push(0, 0, 0, 0);
      at++;
      continue;
    }
    const group = text.slice(at, at + 5);
    let value = 0;
    for (const digit of group.padEnd(5, 'u')) value = value * 85 + digit.charCodeAt(0) - 33;
    for (let byte = 0; byte < group.length - 1; byte++)
      bytes.push(Math.floor(value / 256 ** (3 - byte)) & 0xff);
    at += 5;
  }
  return Uint8Array.from(bytes);
}

function asText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
