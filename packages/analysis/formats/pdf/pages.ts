import { isRef, type PdfDict, type PdfValue } from './values.ts';
import type { PdfObjects } from './pdf-objects.ts';

/** The entries that a page inherits from its ancestors (ISO 32000-2, 7.7.3.4, table 31). */
const inheritableKeys = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

export interface PageObject {
  /** The page dictionary, including the entries that the page inherits. */
  page: PdfDict;
  /** Null for a page that is written directly into `Kids`, which the standard does not allow. */
  objectNumber: number | null;
}

/**
 * Yields the pages of a document in order, each with its inherited entries (ISO 32000-2, 7.7.3). Visits a node with
 * kids only once, but yields a page once per reference. Skips references to missing objects.
 */
export async function* pagesOf(objects: PdfObjects): AsyncGenerator<PageObject, undefined> {
  const queued: { value: PdfValue; inherited: PdfDict }[] = [
    { value: objects.catalog.get('Pages') ?? null, inherited: new Map() },
  ];
  const visited = new Set<number>();
  for (let item = queued.pop(); item !== undefined; item = queued.pop()) {
    const { value, inherited } = item;
    const node = await objects.dict(value);
    if (node === null) continue;
    const kids = await objects.resolve(node.get('Kids'));
    if (!Array.isArray(kids)) {
      yield {
        page: new Map([...inherited, ...node]),
        objectNumber: isRef(value) ? value.objectNumber : null,
      };
      continue;
    }
    if (isRef(value) && visited.size === visited.add(value.objectNumber).size) continue;
    await objects.fetchAhead(kids);
    const below: PdfDict = new Map(inherited);
    for (const key of inheritableKeys) if (node.has(key)) below.set(key, node.get(key)!);
    for (const kid of kids.toReversed()) queued.push({ value: kid, inherited: below });
  }
}
