import { brotliCompressSync, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { countLeafPages } from '../formats/pdf/leaf-pages.ts';
import { createParser } from '../formats/pdf/parser.ts';
import { decodeStream } from '../formats/pdf/streams.ts';
import { isDict, PdfUnreadable } from '../formats/pdf/values.ts';
import { bytesSource } from './support/file-source.ts';

/** Returns the text of a stream, decoded with the filters in its dictionary. */
async function decoded(dictionary: string, raw: Uint8Array): Promise<string> {
  const dict = createParser(Buffer.from(dictionary), 0, true).value();
  if (!isDict(dict)) throw new Error('not a dictionary');
  const bytes = await decodeStream(dict, raw, (value) => Promise.resolve(value ?? null));
  return Buffer.from(bytes).toString('latin1');
}

const text = 'the page tree '.repeat(40);
const flate = deflateSync(text);
/** DEFLATE data that consist of one stored block. The block is not marked as the last block. */
const stored = deflateSync(text, { level: 0 });
stored[2] = 0;
const hex = (bytes: Uint8Array) => Buffer.from(`${Buffer.from(bytes).toString('hex')}>`);

describe('the decoder decodes', () => {
  test.for([
    ['a stream without a filter', '<< >>', Buffer.from(text), text],
    ['Flate', '<< /Filter /FlateDecode >>', flate, text],
    ['Flate in an array of filters', '<< /Filter [/FlateDecode] /DecodeParms [null] >>', flate, text],
    ['Brotli', '<< /Filter /BrotliDecode >>', brotliCompressSync(Buffer.from(text)), text],
    ['ASCIIHex', '<< /Filter /ASCIIHexDecode >>', Buffer.from('48 65\n6C6c 7>'), 'Hellp'],
    ['ASCII85', '<< /Filter /ASCII85Decode >>', Buffer.from('87cUR\nzD]o~>'), 'Hell\0\0\0\0o!'],
    ['RunLength', '<< /Filter /RunLengthDecode >>', Buffer.from([1, 97, 98, 254, 99, 128, 100]), 'abccc'],
    ['two filters', '<< /Filter [/ASCIIHexDecode /FlateDecode] >>', hex(flate), text],
    // This example is in ISO 32000-2, 7.4.4.2.
    ['LZW', '<< /Filter /LZWDecode >>', Buffer.from('800b6050220c0c8501', 'hex'), '-----A---B'],
    [
      'Flate with a predictor',
      '<< /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 2 >> >>',
      deflateSync(Buffer.from([2, 97, 98, 2, 1, 1])),
      'abbc',
    ],
    ['Flate with a wrong checksum', '<< /Filter /FlateDecode >>', withoutChecksum(), text],
    ['truncated Flate', '<< /Filter /FlateDecode >>', stored.subarray(0, 107), text.slice(0, 100)],
    [
      'Flate that ends with a block of an unknown type',
      '<< /Filter /FlateDecode >>',
      Buffer.concat([stored.subarray(0, -4), Buffer.from([7])]),
      text,
    ],
  ] as const)('%s', async ([, dictionary, raw, expected]) => {
    expect(await decoded(dictionary, raw)).toBe(expected);
  });

  test.for([4_000, 40_000])('%i bytes of LZW with codes of growing width', async (length) => {
    const bytes = Buffer.from(Array.from({ length }, (_, at) => (at * at) % 251));
    expect(await decoded('<< /Filter /LZWDecode >>', lzw(bytes, 1))).toBe(bytes.toString('latin1'));
    expect(await decoded('<< /Filter /LZWDecode /DecodeParms << /EarlyChange 0 >> >>', lzw(bytes, 0))).toBe(
      bytes.toString('latin1'),
    );
  });
});

describe('the decoder rejects', () => {
  const zeros = Buffer.alloc(70 * 2 ** 20);

  test.for([
    ['a filter for images', '<< /Filter /DCTDecode >>', flate],
    ['too many filters', `<< /Filter [${'/ASCIIHexDecode '.repeat(5)}] >>`, flate],
    ['invalid Flate', '<< /Filter /FlateDecode >>', Buffer.from('no Flate at all')],
    ['invalid Brotli', '<< /Filter /BrotliDecode >>', Buffer.from('no Brotli at all')],
    ['Flate that inflates to 70 MiB', '<< /Filter /FlateDecode >>', deflateSync(zeros)],
    [
      'truncated Flate that inflates to almost 70 MiB',
      '<< /Filter /FlateDecode >>',
      deflateSync(zeros).subarray(0, -6),
    ],
    ['RunLength that expands too much', '<< /Filter /RunLengthDecode >>', Buffer.alloc(2 ** 21, 129)],
    ['LZW that expands to 70 MiB', '<< /Filter /LZWDecode >>', lzw(zeros, 1)],
  ] as const)('%s', async ([, dictionary, raw]) => {
    await expect(decoded(dictionary, raw)).rejects.toThrow(PdfUnreadable);
  });
});

test('leaves are counted in an object stream with any filter', async () => {
  const kids = Array.from({ length: 300 }, () => '<<>>').join(' ');
  const objects = `1 0 2 33 << /Type /Catalog /Pages 2 0 R >><< /Type /Pages /Count 1 /Kids [${kids}] >>`;
  const content = hex(deflateSync(objects)).toString('latin1');
  const pdf =
    `%PDF-1.7\n3 0 obj\n<< /Type /ObjStm /N 2 /First 9 /Filter 4 0 R /Length ${content.length} >>\n` +
    `stream\n${content}\nendstream\nendobj\n4 0 obj\n[/ASCIIHexDecode /FlateDecode]\nendobj\n` +
    `trailer\n<< /Root 1 0 R >>\n`;
  expect(await countLeafPages(bytesSource(pdf))).toEqual({ leaves: 300, unreadableKids: 0 });
});

function withoutChecksum(): Buffer {
  const bytes = Buffer.from(flate);
  bytes.fill(0, bytes.length - 4);
  return bytes;
}

/** Encodes bytes with LZW (ISO 32000-2, 7.4.4.2). Clears the code table when the table is full. */
function lzw(bytes: Uint8Array, early: 0 | 1): Buffer {
  const out: number[] = [];
  let [held, bits] = [0, 0];
  const put = (code: number, width: number) => {
    held = (held << width) | code;
    for (bits += width; bits >= 8; bits -= 8) out.push((held >> (bits - 8)) & 0xff);
    held &= (1 << bits) - 1;
  };
  let table = new Map<number, number>();
  let next = 258;
  const width = () => Math.max(9, Math.min(12, 32 - Math.clz32(next - 1 + early)));
  put(256, 9);
  let code = bytes[0]!;
  for (const byte of bytes.subarray(1)) {
    const longer = table.get(code * 256 + byte);
    if (longer !== undefined) code = longer;
    else {
      put(code, width());
      table.set(code * 256 + byte, next++);
      code = byte;
      if (next === 4_095) {
        put(256, width());
        [table, next] = [new Map<number, number>(), 258];
      }
    }
  }
  put(code, width());
  next++;
  put(257, width());
  put(0, 7);
  return Buffer.from(out);
}
