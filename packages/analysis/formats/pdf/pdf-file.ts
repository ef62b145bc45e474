import { LRUCache } from 'lru-cache';
import { forEachConcurrent } from '@assay/domain/lib/concurrency.ts';
import { type FileBytes, firstWindowBytes } from './file-bytes.ts';
import { blockBytes } from '../block-reader.ts';
import { createDecryption } from './decryption.ts';
import { type ObjectPlace, objectsIn, readObjectAt, readStreamAt } from './objects.ts';
import { createParser, type PdfParser } from './parser.ts';
import { isRef, type PdfDict, PdfUnreadable, type PdfValue } from './values.ts';
import type { CrossReferences } from './xref.ts';

export interface PdfFile {
  trailer: PdfDict;
  /** Returns the object that a reference points to; null if it does not exist. Returns other values unchanged. */
  resolve(value: PdfValue | undefined): Promise<PdfValue>;
  /** Fetches the blocks of the given objects into the cache of the source. Adjacent blocks are fetched in one read. */
  fetchAhead(values: readonly PdfValue[]): Promise<void>;
}

interface ObjectStream {
  parser: PdfParser;
  /** Offsets of the objects in the stream, in the order of the stream. */
  offsets: number[];
}

const maxResolveDepth = 16;
/**
 * Maximum size of the cached objects, counted as bytes in the file. Parsed objects need several times as much memory.
 */
const maxCachedBytes = 4 * 2 ** 20;
/** Maximum number of blocks that are fetched in one read: 16 blocks of 32 KiB are 512 KiB. */
const maxBlocksPerRead = 16;

/** Opens a PDF so that its objects can be resolved. Throws `PdfUnreadable` if the PDF needs a password. */
export async function openPdfFile(file: FileBytes, { places, trailer }: CrossReferences): Promise<PdfFile> {
  const streams = new Map<number, Promise<ObjectStream>>();
  // Cached, because a page can refer to one large object thousands of times.
  const objects = new LRUCache<number, { value: PdfValue }>({ maxSize: maxCachedBytes });

  async function resolve(value: PdfValue | undefined, depth = 0): Promise<PdfValue> {
    if (!isRef(value)) return value ?? null;
    if (depth > maxResolveDepth) throw new PdfUnreadable('circular references');
    const { objectNumber } = value;
    let object = objects.get(objectNumber);
    if (object === undefined) {
      const place = places.get(objectNumber);
      const read = place ? await readPlace(objectNumber, place) : null;
      if (read === null) return null;
      object = read;
      objects.set(objectNumber, object, { size: Math.max(1, read.sizeBytes) });
    }
    return resolve(object.value, depth + 1);
  }

  /** Reads an object from the file or from an object stream. Returns null if the stream does not contain the object. */
  async function readPlace(
    number: number,
    place: ObjectPlace,
  ): Promise<{ value: PdfValue; sizeBytes: number } | null> {
    if (place.kind === 'offset') {
      const object = await readObjectAt(file, place.offset);
      if (object.objectNumber !== number) throw new PdfUnreadable('offset of another object');
      return object;
    }
    let stream = streams.get(place.streamNumber);
    if (stream === undefined) {
      stream = readObjectStream(place.streamNumber);
      streams.set(place.streamNumber, stream);
    }
    const { parser, offsets } = await stream;
    const offset = offsets[place.index];
    if (offset === undefined) return null;
    parser.position = offset;
    const value = parser.value();
    return { value, sizeBytes: parser.position - offset };
  }

  /** Reads an object stream (ISO 32000-2, 7.5.7). Its objects are parsed on demand, because most are never needed. */
  async function readObjectStream(streamNumber: number): Promise<ObjectStream> {
    const place = places.get(streamNumber);
    if (place?.kind !== 'offset') throw new PdfUnreadable('missing object stream');
    const { dict, bytes } = await readStreamAt(file, place.offset, resolve, decrypt);
    const offsets = objectsIn(dict, bytes).map(({ offset }) => offset);
    return { parser: createParser(bytes, 0, true), offsets };
  }

  /** Returns the numbers of the file's blocks that contain the given objects, in ascending order. */
  function blocksOf(values: readonly PdfValue[]): number[] {
    const blocks = new Set<number>();
    for (const value of values) {
      const place = isRef(value) ? places.get(value.objectNumber) : undefined;
      if (place?.kind !== 'offset' || place.offset >= file.sizeBytes) continue;
      const end = Math.min(place.offset + firstWindowBytes, file.sizeBytes);
      blocks.add(Math.floor(place.offset / blockBytes)).add(Math.floor((end - 1) / blockBytes));
    }
    return [...blocks].sort((a, b) => a - b);
  }

  async function fetchAhead(values: readonly PdfValue[]): Promise<void> {
    const blocks = blocksOf(values);
    const runs: { start: number; end: number }[] = [];
    for (let first = 0, next = 1; first < blocks.length; first = next++) {
      while (blocks[next] === blocks[first]! + next - first && next - first < maxBlocksPerRead) next++;
      const end = Math.min((blocks[next - 1]! + 1) * blockBytes, file.sizeBytes);
      runs.push({ start: blocks[first]! * blockBytes, end });
    }
    await forEachConcurrent(runs, async ({ start, end }) => {
      await file.read(start, end);
    });
  }

  const decrypt = await createDecryption(trailer, resolve);
  return { trailer, resolve: (value) => resolve(value), fetchAhead };
}
