import type { FileBytes } from './file-bytes.ts';
import { type ObjectPlace, readStreamAt } from './objects.ts';
import type { PdfParser } from './parser.ts';
import { isDict, type PdfDict, PdfUnreadable, type PdfValue } from './values.ts';

/**
 * Bytes at the end of a file in which readers look for `startxref` (ISO 32000-2, 7.5.5; ISO 32000-1, Annex H, note 18).
 */
const tailBytes = 1024;
/** Maximum number of objects. A document of 100 MB (the maximum upload) cannot contain more. */
const maxObjects = 8_000_000;
const maxSections = 10_000;

export interface CrossReferences {
  /** Location of each object by object number; null for a free entry. */
  places: Map<number, ObjectPlace | null>;
  /** Trailer of the newest section. */
  trailer: PdfDict;
}

interface Section {
  entries: (readonly [number, ObjectPlace | null])[];
  dict: PdfDict;
}

/** Reads all cross-reference sections, newest first. The newest entry of an object is used (7.5.4, 7.5.6, 7.5.8). */
export async function readCrossReferences(file: FileBytes): Promise<CrossReferences> {
  const places: CrossReferences['places'] = new Map();
  const visited = new Set<number>();
  const queue = [await startOffset(file)];
  let trailer: PdfDict | null = null;
  for (let offset = queue.shift(); offset !== undefined; offset = queue.shift()) {
    if (visited.has(offset)) continue;
    if (visited.add(offset).size > maxSections)
      throw new PdfUnreadable(`more than ${maxSections} cross-reference sections`);
    const { entries, dict } = await readWholeSection(file, offset);
    trailer ??= dict;
    for (const [objectNumber, place] of entries) {
      if (!places.has(objectNumber)) places.set(objectNumber, place);
    }
    if (places.size > maxObjects) throw new PdfUnreadable(`more than ${maxObjects} objects`);
    const previous = dict.get('Prev');
    if (typeof previous === 'number') queue.push(previous);
  }
  return { places, trailer: trailer! };
}

async function startOffset(file: FileBytes): Promise<number> {
  const tail = await file.read(Math.max(0, file.sizeBytes - tailBytes), file.sizeBytes);
  const text = Buffer.from(tail).toString('latin1');
  const found = /startxref\s+(\d+)(?!.*startxref)/s.exec(text)?.[1];
  if (found === undefined) throw new PdfUnreadable('no startxref');
  return Number(found);
}

/**
 * Reads a cross-reference section. In a hybrid file, entries of `XRefStm` override free entries of the table (7.5.8.4).
 */
async function readWholeSection(file: FileBytes, offset: number): Promise<Section> {
  const section = await readSection(file, offset);
  const hybridOffset = section.dict.get('XRefStm');
  if (typeof hybridOffset !== 'number') return section;
  const inUse = section.entries.filter(([, place]) => place !== null);
  const free = section.entries.filter(([, place]) => place === null);
  const { entries } = await readXrefStream(file, hybridOffset);
  return {
    entries: [...inUse, ...entries.filter(([, place]) => place !== null), ...free],
    dict: section.dict,
  };
}

async function readSection(file: FileBytes, offset: number): Promise<Section> {
  const isTable = await file.parseAt(offset, (parser) => parser.skipWord('xref'));
  return isTable ? file.parseAt(offset, readTable) : readXrefStream(file, offset);
}

/** Reads an xref table and its trailer (7.5.4, 7.5.5). */
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
      if (entries.length > maxObjects) throw new PdfUnreadable(`more than ${maxObjects} objects`);
    }
  }
  const dict = parser.value();
  if (!isDict(dict)) throw new PdfUnreadable('trailer without a dictionary');
  return { entries, dict };
}

function integer(parser: PdfParser): number {
  const word = parser.word();
  if (!/^\d+$/.test(word)) throw new PdfUnreadable('malformed cross-reference table');
  return Number(word);
}

/**
 * Reads a cross-reference stream (7.5.8). The stream is never encrypted, and its dictionary contains no references.
 */
async function readXrefStream(file: FileBytes, offset: number): Promise<Section> {
  const { dict, bytes } = await readStreamAt(file, offset, (value) => Promise.resolve(value ?? null), null);
  const widths = numbers(dict.get('W'));
  const size = dict.get('Size');
  const index = numbers(dict.get('Index')) ?? [0, Number(size)];
  const whole = (value: number) => Number.isSafeInteger(value) && value >= 0;
  if (widths?.length !== 3 || !widths.every((width) => whole(width) && width <= 8) || !index.every(whole)) {
    throw new PdfUnreadable('malformed cross-reference stream');
  }
  const [typeWidth, secondWidth, thirdWidth] = widths as [number, number, number];
  const entryBytes = typeWidth + secondWidth + thirdWidth;
  if (entryBytes === 0) throw new PdfUnreadable('malformed cross-reference stream');
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
        throw new PdfUnreadable(`more than ${maxObjects} objects`);
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
