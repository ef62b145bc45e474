import { brotliDecompress, constants, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';
import { decodeLzw } from './lzw.ts';
import { type PdfDict, PdfUnreadable } from './values.ts';

/**
 * Maximum size of a decoded stream in bytes. Structural streams of a 100 MB document, the largest upload, are smaller.
 */
const maxDecodedBytes = 64 * 2 ** 20;

type Filter = (raw: Uint8Array, parameters: PdfDict) => Uint8Array | Promise<Uint8Array>;

/** Decoders by filter name (ISO 32000-2, 7.4). Streams of images, which use further filters, are not decoded here. */
const byName = {
  FlateDecode: inflateLeniently,
  BrotliDecode: (raw) => decompressed(brotliDecompress, raw),
  LZWDecode: (raw, parameters) => decodeLzw(raw, parameters, maxDecodedBytes),
  RunLengthDecode: decodeRunLength,
  ASCIIHexDecode: decodeAsciiHex,
  ASCII85Decode: decodeAscii85,
  // A crypt filter (7.4.10) changes nothing here, because streams are decrypted before their filters are applied.
  Crypt: (raw) => raw,
} satisfies Record<string, Filter>;

/**
 * Decoders by name and abbreviation. Readers accept the abbreviations of inline images (8.9.7, table 92) everywhere.
 */
export const filters: ReadonlyMap<string, Filter> = new Map(
  Object.entries({
    ...byName,
    Fl: byName.FlateDecode,
    LZW: byName.LZWDecode,
    RL: byName.RunLengthDecode,
    AHx: byName.ASCIIHexDecode,
    A85: byName.ASCII85Decode,
  }),
);

/**
 * Decodes the FlateDecode filter (7.4.4.1). Of damaged data, returns the bytes before the damage, as PDF readers do.
 */
async function inflateLeniently(raw: Uint8Array): Promise<Uint8Array> {
  try {
    return await decompressed(inflate, raw);
  } catch (error) {
    if (error instanceof TooLarge) throw error;
    return inflateUntilDamage(raw);
  }
}

/**
 * Decompresses the longest undamaged prefix, found by bisection. Skips the zlib header and checksum (RFC 1950, 2.2).
 */
async function inflateUntilDamage(raw: Uint8Array): Promise<Uint8Array> {
  const body = raw.subarray(2);
  let best: Uint8Array = new Uint8Array();
  for (let [intact, damaged, at] = [0, body.length + 1, body.length]; intact + 1 < damaged;) {
    try {
      best = await decompressed(inflateRaw, body.subarray(0, at), { finishFlush: constants.Z_SYNC_FLUSH });
      intact = at;
    } catch (error) {
      if (error instanceof TooLarge || !(error instanceof PdfUnreadable)) throw error;
      damaged = at;
    }
    at = (intact + damaged) >> 1;
  }
  if (best.length === 0) throw new PdfUnreadable('structural stream that does not inflate');
  return best;
}

type Decompress = (
  raw: Uint8Array,
  options: ZlibOptions,
  done: (error: Error | null, bytes: Buffer) => void,
) => void;

function decompressed(
  decompress: Decompress,
  raw: Uint8Array,
  options: ZlibOptions = {},
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    decompress(raw, { ...options, maxOutputLength: maxDecodedBytes }, (error, bytes) => {
      if (error === null) resolve(bytes);
      else if ('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') reject(new TooLarge());
      else reject(new PdfUnreadable(`structural stream that does not decompress: ${error.message}`));
    });
  });
}

class TooLarge extends PdfUnreadable {
  constructor() {
    super(`structural stream of more than ${maxDecodedBytes} decoded bytes`);
  }
}

/** Decodes the ASCIIHexDecode filter (7.4.2). */
function decodeAsciiHex(raw: Uint8Array): Uint8Array {
  const digits = textBefore(raw, '>').replace(/[^0-9a-f]/gi, '');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

/** Decodes the ASCII85Decode filter (7.4.3). Five digits of base 85 stand for four bytes, and `z` for four zeros. */
function decodeAscii85(raw: Uint8Array): Uint8Array {
  const digits = textBefore(raw, '~')
    .replaceAll('z', '!!!!!')
    .replace(/[^!-u]/g, '');
  const groups = Math.ceil(digits.length / 5);
  const bytes = Buffer.alloc(groups * 4);
  for (let group = 0; group < groups; group++) {
    let value = 0;
    for (let at = group * 5; at < group * 5 + 5; at++) {
      value = value * 85 + (at < digits.length ? digits.charCodeAt(at) - 0x21 : 84);
    }
    bytes.writeUInt32BE(value % 2 ** 32, group * 4);
  }
  return bytes.subarray(0, bytes.length - (groups * 5 - digits.length));
}

function textBefore(raw: Uint8Array, end: string): string {
  const text = Buffer.from(raw).toString('latin1');
  const at = text.indexOf(end);
  return at === -1 ? text : text.slice(0, at);
}

/** Decodes the RunLengthDecode filter (7.4.5). */
function decodeRunLength(raw: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let at = 0; at < raw.length && raw[at] !== 128;) {
    const head = raw[at]!;
    const part =
      head < 128 ? raw.subarray(at + 1, at + 2 + head) : new Uint8Array(257 - head).fill(raw[at + 1] ?? 0);
    parts.push(part);
    length += part.length;
    if (length > maxDecodedBytes) throw new TooLarge();
    at += head < 128 ? head + 2 : 2;
  }
  return Buffer.concat(parts);
}
