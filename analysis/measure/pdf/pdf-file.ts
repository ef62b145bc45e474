import { aFewAtATime } from '../../../lib/for-each-concurrent.ts';
import { type FileBytes, firstWindowBytes } from './file-bytes.ts';
import { pieceBytes } from '../block-reader.ts';
import { createDecryption } from './decryption.ts';
import { objectsIn, readObjectAt, readStreamAt } from './objects.ts';
import { createParser, type PdfParser } from './parser.ts';
import { isRef, type PdfDict, PdfUnreadable, type PdfValue } from './values.ts';
import type { CrossReferences } from './xref.ts';

export interface PdfFile {
  trailer: PdfDict;
  /** The object a reference points to, or the value itself; null where there is none. */
  resolve(value: PdfValue | undefined): Promise<PdfValue>;
  /** Fetches what is going to be resolved, what is side by side in one read. */
  fetchAhead(values: readonly PdfValue[]): Promise<void>;
}

interface ObjectStream {
  parser: PdfParser;
  /** Where its objects begin, in its order. */
  offsets: number[];
  /** Those that have been parsed. */
  values: PdfValue[];
}

const maxResolveDepth = 16;
/** 512 KiB, so that no read is long. */
const maxPiecesAhead = 16;

/** Opens a PDF's objects by number. Throws `PdfUnreadable` where that takes a password. */
export async function openPdfFile(file: FileBytes, { places, trailer }: CrossReferences): Promise<PdfFile> {
  const streams = new Map<number, Promise<ObjectStream>>();

  async function resolve(value: PdfValue | undefined, depth = 0): Promise<PdfValue> {
    if (!isRef(value)) return value ?? null;
    if (depth > maxResolveDepth) throw new PdfUnreadable('references point in a circle');
    const place = places.get(value.objectNumber);
    if (place === undefined || place === null) return null;
    if (place.kind === 'offset') {
      const object = await readObjectAt(file, place.offset);
      if (object.objectNumber !== value.objectNumber)
        throw new PdfUnreadable('an offset points at another object');
      return resolve(object.value, depth + 1);
    }
    let stream = streams.get(place.streamNumber);
    if (stream === undefined) {
      stream = readObjectStream(place.streamNumber);
      streams.set(place.streamNumber, stream);
    }
    const { parser, offsets, values } = await stream;
    const offset = offsets[place.index];
    if (offset === undefined) return null;
    parser.position = offset;
    return resolve((values[place.index] ??= parser.value()), depth + 1);
  }

  /** An object stream (7.5.7). Much of what is in it is not asked for, so objects are parsed one by one. */
  async function readObjectStream(streamNumber: number): Promise<ObjectStream> {
    const place = places.get(streamNumber);
    if (place?.kind !== 'offset') throw new PdfUnreadable('an object stream is missing');
    const { dict, bytes } = await readStreamAt(file, place.offset, resolve, decrypt);
    const offsets = objectsIn(dict, bytes).map(({ offset }) => offset);
    return { parser: createParser(bytes, 0, true), offsets, values: [] };
  }

  /** The pieces of the file that have these objects, in order. */
  function piecesOf(values: readonly PdfValue[]): number[] {
    const pieces = new Set<number>();
    for (const value of values) {
      const place = isRef(value) ? places.get(value.objectNumber) : undefined;
      if (place?.kind !== 'offset' || place.offset >= file.sizeBytes) continue;
      const end = Math.min(place.offset + firstWindowBytes, file.sizeBytes);
      pieces.add(Math.floor(place.offset / pieceBytes)).add(Math.floor((end - 1) / pieceBytes));
    }
    return [...pieces].sort((a, b) => a - b);
  }

  async function fetchAhead(values: readonly PdfValue[]): Promise<void> {
    const pieces = piecesOf(values);
    const runs: { start: number; end: number }[] = [];
    for (let first = 0, next = 1; first < pieces.length; first = next++) {
      while (pieces[next] === pieces[first]! + next - first && next - first < maxPiecesAhead) next++;
      const end = Math.min((pieces[next - 1]! + 1) * pieceBytes, file.sizeBytes);
      runs.push({ start: pieces[first]! * pieceBytes, end });
    }
    await aFewAtATime(runs, async ({ start, end }) => {
      await file.read(start, end);
    });
  }

  const decrypt = await createDecryption(trailer, resolve);
  return { trailer, resolve: (value) => resolve(value), fetchAhead };
}
