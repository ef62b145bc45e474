import type { FileBytes } from './file-bytes.ts';
import { createDecryption } from './decryption.ts';
import { readObjectAt, readStreamAt } from './objects.ts';
import { createParser } from './parser.ts';
import { isRef, type PdfDict, PdfUnreadable, type PdfValue } from './values.ts';
import type { CrossReferences } from './xref.ts';

export interface PdfFile {
  trailer: PdfDict;
  /** The object a reference points to, or the value itself; null where there is none. */
  resolve(value: PdfValue | undefined): Promise<PdfValue>;
}

const maxResolveDepth = 16;

/** Opens a PDF's objects by number. Throws `PdfEncrypted` where they cannot be read without a password. */
export async function openPdfFile(file: FileBytes, { places, trailer }: CrossReferences): Promise<PdfFile> {
  const streams = new Map<number, Promise<PdfValue[]>>();

  async function resolve(value: PdfValue | undefined, depth = 0): Promise<PdfValue> {
    if (!isRef(value)) return value ?? null;
    if (depth > maxResolveDepth) throw new PdfUnreadable('references point in a circle');
    const place = places.get(value.objectNumber);
    if (place === undefined) return null;
    if (place.kind === 'offset') {
      const object = await readObjectAt(file, place.offset);
      return object.objectNumber === value.objectNumber ? resolve(object.value, depth + 1) : null;
    }
    let objects = streams.get(place.streamNumber);
    if (objects === undefined) {
      objects = readObjectStream(place.streamNumber);
      streams.set(place.streamNumber, objects);
    }
    return resolve((await objects)[place.index], depth + 1);
  }

  /** The objects of an object stream (7.5.7), in its order. */
  async function readObjectStream(streamNumber: number): Promise<PdfValue[]> {
    const place = places.get(streamNumber);
    if (place?.kind !== 'offset') throw new PdfUnreadable('an object stream is missing');
    const { dict, bytes } = await readStreamAt(file, place.offset, resolve, decrypt);
    const count = dict.get('N');
    const first = dict.get('First');
    if (typeof count !== 'number' || typeof first !== 'number')
      throw new PdfUnreadable('an object stream is malformed');
    const header = createParser(bytes, 0, true);
    const offsets: number[] = [];
    for (let i = 0; i < count; i++) {
      header.word();
      offsets.push(Number(header.word()));
    }
    return offsets.map((offset) => createParser(bytes, first + offset, true).value());
  }

  const decrypt = await createDecryption(trailer, resolve);
  return { trailer, resolve: (value) => resolve(value) };
}
