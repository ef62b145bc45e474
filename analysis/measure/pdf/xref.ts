import type { FileBytes } from './file-bytes.ts';
import { type ObjectPlace, readStreamAt } from './objects.ts';
import type { PdfParser } from './parser.ts';
import { isDict, type PdfDict, PdfUnreadable, type PdfValue } from './values.ts';

/** Where a reader looks for `startxref` (7.5.5, and the implementation note on 1,024 bytes). */
const tailBytes = 1024;
/** A document with more objects than this is not one that we take (100 MB at most). */
const maxObjects = 8_000_000;
const maxSections = 10_000;

export interface CrossReferences {
  /** Null for what is free. */
  places: Map<number, ObjectPlace | null>;
  /** The newest trailer. */
  trailer: PdfDict;
}

interface Section {
  entries: (readonly [number, ObjectPlace | null])[];
  dict: PdfDict;
}

/** All cross-reference sections, the newest first; the first word on an object counts (7.5.4, 7.5.6, 7.5.8). */
export async function readCrossReferences(file: FileBytes): Promise<CrossReferences> {
  const places: CrossReferences['places'] = new Map();
  const visited = new Set<number>();
  const waiting = [await startOffset(file)];
  let trailer: PdfDict | null = null;
  for (let offset = waiting.shift(); offset !== undefined; offset = waiting.shift()) {
    if (visited.has(offset)) continue;
    if (visited.add(offset).size > maxSections)
      throw new PdfUnreadable('it has too many cross-reference sections');
    const { entries, dict } = await readWholeSection(file, offset);
    trailer ??= dict;
    for (const [objectNumber, place] of entries) {
      if (!places.has(objectNumber)) places.set(objectNumber, place);
    }
    if (places.size > maxObjects) throw new PdfUnreadable('it has too many objects');
    const previous = dict.get('Prev');
    if (typeof previous === 'number') waiting.push(previous);
  }
  return { places, trailer: trailer! };
}

async function startOffset(file: FileBytes): Promise<number> {
  const tail = await file.read(Math.max(0, file.sizeBytes - tailBytes), file.sizeBytes);
  const text = Buffer.from(tail).toString('latin1');
  const found = /startxref\s+(\d+)(?!.*startxref)/s.exec(text)?.[1];
  if (found === undefined) throw new PdfUnreadable('it has no startxref');
  return Number(found);
}

/**
 * A section, with the stream that a hybrid file has beside its table (7.5.8.4): that gives what the table hides from
 * older readers as free. What is free in both is.
 */
async function readWholeSection(file: FileBytes, offset: number): Promise<Section> {
  const section = await readSection(file, offset);
  const beside = section.dict.get('XRefStm');
  if (typeof beside !== 'number') return section;
  const inUse = section.entries.filter(([, place]) => place !== null);
  const free = section.entries.filter(([, place]) => place === null);
  const { entries } = await readXrefStream(file, beside);
  return {
    entries: [...inUse, ...entries.filter(([, place]) => place !== null), ...free],
    dict: section.dict,
  };
}

async function readSection(file: FileBytes, offset: number): Promise<Section> {
  const isTable = await file.parseAt(offset, (parser) => parser.skipWord('xref'));
  return isTable ? file.parseAt(offset, readTable) : readXrefStream(file, offset);
}

/** A table and its trailer (7.5.4, 7.5.5). */
function readTable(parser: PdfParser): Section {
  const entries: Section['entries'] = [];
  parser.skipWord('xref');
  while (!parser.skipWord('trailer')) {
    const first = integer(parser);
    const count = integer(parser);
    for (let i = 0; i < count; i++) {
      const offset = integer(parser);
      parser.word();
      entries.push([first + i, parser.word() === 'n' ? { kind: 'offset', offset } : null]);
      if (entries.length > maxObjects) throw new PdfUnreadable('it has too many objects');
    }
  }
  const dict = parser.value();
  if (!isDict(dict)) throw new PdfUnreadable('a trailer is no dictionary');
  return { entries, dict };
}

function integer(parser: PdfParser): number {
  const word = parser.word();
  if (!/^\d+$/.test(word)) throw new PdfUnreadable('a cross-reference table is malformed');
  return Number(word);
}

/** A cross-reference stream (7.5.8). Never enciphered, and nothing in it may be a reference. */
async function readXrefStream(file: FileBytes, offset: number): Promise<Section> {
  const { dict, bytes } = await readStreamAt(file, offset, (value) => Promise.resolve(value ?? null), null);
  const widths = numbers(dict.get('W'));
  const size = dict.get('Size');
  const index = numbers(dict.get('Index')) ?? [0, Number(size)];
  const whole = (value: number) => Number.isSafeInteger(value) && value >= 0;
  if (widths?.length !== 3 || !widths.every((width) => whole(width) && width <= 8) || !index.every(whole)) {
    throw new PdfUnreadable('a cross-reference stream is malformed');
  }
  const [typeWidth, secondWidth, thirdWidth] = widths as [number, number, number];
  const entryBytes = typeWidth + secondWidth + thirdWidth;
  if (entryBytes === 0) throw new PdfUnreadable('a cross-reference stream is malformed');
  const entries: Section['entries'] = [];
  let at = 0;
  for (let range = 0; range + 1 < index.length; range += 2) {
    for (let i = 0; i < index[range + 1]! && at + entryBytes <= bytes.length; i++, at += entryBytes) {
      const type = typeWidth === 0 ? 1 : field(bytes, at, typeWidth);
      const second = field(bytes, at + typeWidth, secondWidth);
      const third = field(bytes, at + typeWidth + secondWidth, thirdWidth);
      const place: ObjectPlace | null =
        type === 1
          ? { kind: 'offset', offset: second }
          : type === 2
            ? { kind: 'stream', streamNumber: second, index: third }
            : null;
      if (entries.push([index[range]! + i, place]) > maxObjects)
        throw new PdfUnreadable('it has too many objects');
    }
  }
  return { entries, dict };
}

function field(bytes: Uint8Array, start: number, width: number): number {
  let value = 0;
  for (let i = 0; i < width; i++) value = value * 256 + bytes[start + i]!;
  return value;
}

function numbers(value: PdfValue | undefined): number[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'number') ? value : undefined;
}
