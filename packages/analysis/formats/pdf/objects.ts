import type { Decrypt } from './decryption.ts';
import type { FileBytes } from './file-bytes.ts';
import { createParser, type PdfParser } from './parser.ts';
import { decodeStream } from './streams.ts';
import { isDict, type PdfDict, PdfUnreadable, type PdfValue } from './values.ts';

/** Location of an object: a byte offset in the file, or an index in an object stream. */
export type ObjectPlace =
  { kind: 'offset'; offset: number } | { kind: 'stream'; streamNumber: number; index: number };

/**
 * Reads an indirect object: the header `n g obj` and the value (ISO 32000-2, 7.3.10). `sizeBytes` includes the header.
 */
export async function readObjectAt(
  file: FileBytes,
  offset: number,
): Promise<{ objectNumber: number; value: PdfValue; sizeBytes: number }> {
  return file.parseAt(offset, (parser) => {
    const start = parser.position;
    const { objectNumber } = objectHead(parser);
    const value = parser.value();
    return { objectNumber, value, sizeBytes: parser.position - start };
  });
}

function objectHead(parser: PdfParser): { objectNumber: number; generation: number } {
  const objectNumber = parser.number();
  const generation = parser.number();
  if (objectNumber === null || generation === null || !parser.skipWord('obj'))
    throw new PdfUnreadable('offset without an object');
  return { objectNumber, generation };
}

/** Reads a stream object (7.3.8): its dictionary and its decrypted and decoded bytes. */
export async function readStreamAt(
  file: FileBytes,
  offset: number,
  resolve: (value: PdfValue | undefined) => Promise<PdfValue>,
  decrypt: Decrypt | null,
): Promise<{ dict: PdfDict; bytes: Uint8Array }> {
  const { objectNumber, generation, dict, start } = await file.parseAt(offset, (parser) => {
    const head = objectHead(parser);
    const value = parser.value();
    if (!isDict(value) || !parser.skipWord('stream')) throw new PdfUnreadable('missing stream');
    return { ...head, dict: value, start: offset + parser.position };
  });
  const length = await resolve(dict.get('Length'));
  if (typeof length !== 'number' || length < 0 || start + length > file.sizeBytes) {
    throw new PdfUnreadable('stream with an impossible length');
  }
  // CR LF or LF follows the keyword `stream` (7.3.8.1). Some producers write CR alone.
  const [first, second] = await file.read(start, Math.min(start + 2, file.sizeBytes));
  const dataStart =
    start + (first === 0x0d && second === 0x0a ? 2 : first === 0x0d || first === 0x0a ? 1 : 0);
  const raw = await file.read(dataStart, Math.min(dataStart + length, file.sizeBytes));
  const plain = decrypt === null ? raw : decrypt(objectNumber, generation, raw);
  return { dict, bytes: await decodeStream(dict, plain, resolve) };
}

/**
 * Returns the number and offset of each object in an object stream (7.5.7). Reads as many pairs as `N` declares, and
 * any further pairs before `First`. The list ends early at a token that is not a number.
 */
export function objectsIn(dict: PdfDict, bytes: Uint8Array): { number: number; offset: number }[] {
  const count = dict.get('N');
  const first = dict.get('First');
  if (typeof count !== 'number' || typeof first !== 'number')
    throw new PdfUnreadable('malformed object stream');
  const found: { number: number; offset: number }[] = [];
  const header = createParser(bytes, 0, true);
  try {
    while (found.length < count || header.position < first) {
      const number = header.number();
      const offset = header.number();
      if (number === null || offset === null) break;
      found.push({ number, offset: first + offset });
    }
  } catch (error) {
    if (!(error instanceof PdfUnreadable)) throw error;
  }
  return found;
}
