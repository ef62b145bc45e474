import type { Decrypt } from './decryption.ts';
import type { FileBytes } from './file-bytes.ts';
import { decodeStream } from './streams.ts';
import { isDict, type PdfDict, PdfUnreadable, type PdfValue } from './values.ts';

/** Where an object is: at an offset of the file, or at an index of an object stream. */
export type ObjectPlace =
  { kind: 'offset'; offset: number } | { kind: 'stream'; streamNumber: number; index: number };

/** `n g obj` and the value after it (7.3.10). */
export async function readObjectAt(
  file: FileBytes,
  offset: number,
): Promise<{ objectNumber: number; value: PdfValue }> {
  return file.parseAt(offset, (parser) => {
    const objectNumber = Number(parser.word());
    parser.word();
    if (!parser.skipWord('obj')) throw new PdfUnreadable('an offset does not point at an object');
    return { objectNumber, value: parser.value() };
  });
}

/** A stream object's dictionary and its deciphered and decoded bytes (7.3.8). */
export async function readStreamAt(
  file: FileBytes,
  offset: number,
  resolve: (value: PdfValue | undefined) => Promise<PdfValue>,
  decrypt: Decrypt | null,
): Promise<{ dict: PdfDict; bytes: Uint8Array }> {
  const { objectNumber, generation, dict, start } = await file.parseAt(offset, (parser) => {
    const objectNumber = Number(parser.word());
    const generation = Number(parser.word());
    if (!parser.skipWord('obj')) throw new PdfUnreadable('an offset does not point at an object');
    const value = parser.value();
    if (!isDict(value) || !parser.skipWord('stream')) throw new PdfUnreadable('a stream is missing');
    return { objectNumber, generation, dict: value, start: offset + parser.position };
  });
  const length = await resolve(dict.get('Length'));
  if (typeof length !== 'number' || length < 0 || start + length > file.sizeBytes) {
    throw new PdfUnreadable('a stream has an impossible length');
  }
  // The keyword is followed by CR LF or LF (7.3.8.1); some producers write CR alone.
  const [first, second] = await file.read(start, Math.min(start + 2, file.sizeBytes));
  const dataStart =
    start + (first === 0x0d && second === 0x0a ? 2 : first === 0x0d || first === 0x0a ? 1 : 0);
  const raw = await file.read(dataStart, Math.min(dataStart + length, file.sizeBytes));
  const plain = decrypt === null ? raw : decrypt(objectNumber, generation, raw);
  return { dict, bytes: await decodeStream(dict, plain, resolve) };
}
