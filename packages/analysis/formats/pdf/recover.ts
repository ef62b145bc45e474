import { createDecryption } from './decryption.ts';
import type { FileBytes } from './file-bytes.ts';
import { objectsIn, type ObjectPlace, readObjectAt, readStreamAt } from './objects.ts';
import { isDict, isRef, type PdfDict, PdfUnreadable, type PdfValue, readable } from './values.ts';
import type { CrossReferences } from './xref.ts';

const readBytes = 2 ** 20;
/**
 * Overlap of two successive reads in bytes, so that a keyword at their boundary is found. The longest object header,
 * `4294967295 65535 obj`, is shorter than the overlap.
 */
const overlapBytes = 64;
const maxObjects = 1_000_000;
const landmark =
  /(?<![\d.])(\d{1,10})[\s\0]+\d{1,5}[\s\0]*obj(?![a-z])|\/(?:ObjStm|XRef|Catalog)(?![a-zA-Z])|trailer/g;

/** Offsets of the keywords and type names found in a file, in file order. */
interface Landmarks {
  objects: Map<number, number>;
  objectStreams: number[];
  catalogs: number[];
  trailers: number[];
}

export interface ObjectSearch {
  places: Map<number, ObjectPlace>;
  /** Last trailer with a Root entry, or else a trailer created for the last catalog. Null if the file has neither. */
  trailer: PdfDict | null;
  unreadableStreams: number;
}

/** Rebuilds the cross-references of a file by searching for its objects. Reads the whole file. */
export async function recoverCrossReferences(file: FileBytes): Promise<CrossReferences> {
  const { places, trailer } = await findObjects(file);
  if (trailer === null) throw new PdfUnreadable('no catalog');
  return { places, trailer };
}

/**
 * Finds a file's objects by their `n g obj` headers, as PDF readers do when cross-references are broken. If an object
 * number occurs several times, the last object is used. ISO 32000-2, Annex I.2 leaves the method to the reader. Reads
 * the whole file.
 */
export async function findObjects(file: FileBytes): Promise<ObjectSearch> {
  const found = await findLandmarks(file);
  const places = new Map<number, ObjectPlace>();
  const trailer = await findTrailer(file, found);
  let unreadableStreams = 0;
  const resolve = async (value: PdfValue | undefined): Promise<PdfValue> => {
    if (!isRef(value)) return value ?? null;
    const offset = found.objects.get(value.objectNumber);
    return offset === undefined ? null : (await readObjectAt(file, offset)).value;
  };
  const decrypt = await readable(() => createDecryption(trailer ?? new Map<string, PdfValue>(), resolve));
  for (const offset of found.objectStreams) {
    const isRead = await readable(async () => {
      if (decrypt === undefined) throw new PdfUnreadable('encrypted file');
      const { objectNumber } = await readObjectAt(file, offset);
      const { dict, bytes } = await readStreamAt(file, offset, resolve, decrypt);
      for (const [index, { number }] of objectsIn(dict, bytes).entries()) {
        if (places.size === maxObjects) break;
        places.set(number, { kind: 'stream', streamNumber: objectNumber, index });
      }
      return true;
    });
    if (isRead === undefined) unreadableStreams++;
  }
  for (const [objectNumber, offset] of found.objects) places.set(objectNumber, { kind: 'offset', offset });
  return { places, trailer, unreadableStreams };
}

async function findLandmarks(file: FileBytes): Promise<Landmarks> {
  const found: Landmarks = { objects: new Map(), objectStreams: [], catalogs: [], trailers: [] };
  let lastObject: number | null = null;
  for (let start = 0; start < file.sizeBytes; start += readBytes) {
    const end = Math.min(start + readBytes + overlapBytes, file.sizeBytes);
    const text = Buffer.from(await file.read(start, end)).toString('latin1');
    for (const match of text.matchAll(landmark)) {
      const offset = start + match.index;
      // This keyword is in the overlap, so the next read finds it again.
      if (match.index >= readBytes) break;
      if (match[1] !== undefined) {
        found.objects.set(Number(match[1]), offset);
        if (found.objects.size > maxObjects) throw new PdfUnreadable(`more than ${maxObjects} objects`);
        lastObject = offset;
      } else if (match[0] === 'trailer') found.trailers.push(offset);
      else if (lastObject === null) continue;
      else if (match[0] === '/ObjStm') found.objectStreams.push(lastObject);
      else if (match[0] === '/XRef') found.trailers.push(lastObject);
      else found.catalogs.push(lastObject);
    }
  }
  return found;
}

/** Returns the last trailer or cross-reference stream with a Root entry, or a new trailer for the last catalog. */
async function findTrailer(file: FileBytes, { trailers, catalogs }: Landmarks): Promise<PdfDict | null> {
  for (const offset of trailers.toReversed()) {
    const dict = await readable(() =>
      file.parseAt(offset, (parser) => {
        if (!parser.skipWord('trailer')) for (let word = 0; word < 3; word++) parser.word();
        return parser.value();
      }),
    );
    if (isDict(dict) && (isRef(dict.get('Root')) || isDict(dict.get('Root')))) return dict;
  }
  for (const offset of catalogs.toReversed()) {
    const object = await readable(() => readObjectAt(file, offset));
    if (object !== undefined)
      return new Map([['Root', { type: 'ref', objectNumber: object.objectNumber } as const]]);
  }
  return null;
}
