import { isDict, isRef, nameOf, type PdfDict, type PdfValue, stringBytes } from './values.ts';
import type { PdfObjects } from './pdf-objects.ts';

/** Entries of a structure element that contain text (ISO 32000-2, 14.9.3 to 14.9.5). */
export const textEntries = ['Alt', 'ActualText', 'E'] as const;
export type TextEntry = (typeof textEntries)[number];

/** A structure element (ISO 32000-2, 14.7.2). */
export interface StructureElement {
  dict: PdfDict;
  /** The structure type, such as `Figure`. */
  type: string;
  /** Object number of the element's page; null if the element does not name a page. */
  pageObject: number | null;
  /** True if the element or one of its ancestors has a `Lang` entry. */
  hasLanguage: boolean;
}

/** Maximum number of elements that are read, which bounds time and memory. 200,000 elements take a few seconds. */
const maxElements = 200_000;

/**
 * Calls `visit` once for each element of the structure tree, in document order. Returns false if the tree has more than
 * 200,000 elements; the remaining elements are not visited.
 */
export async function visitStructure(
  objects: PdfObjects,
  visit: (element: StructureElement, objectNumber: number | null) => Promise<void>,
): Promise<boolean> {
  const root = await objects.dict(objects.catalog.get('StructTreeRoot'));
  const queued = [{ value: root?.get('K') ?? null, hasLanguage: false, pageObject: null as number | null }];
  const visited = new Set<number>();
  for (let count = 0; queued.length > 0; count++) {
    if (count === maxElements) return false;
    const { value, ...inherited } = queued.pop()!;
    if (isRef(value) && visited.size === visited.add(value.objectNumber).size) continue;
    const node = await objects.resolve(value);
    if (Array.isArray(node)) {
      if (node.length + queued.length > 2 * maxElements) return false;
      const kids = node.filter(isKid);
      await objects.fetchAhead(kids);
      for (const kid of kids.toReversed()) queued.push({ value: kid, ...inherited });
    } else if (isDict(node) && !isContent(node)) {
      const pageObject =
        objectNumberOf(node.get('Pg')) ?? inherited.pageObject ?? pageOfContent(node.get('K'));
      const hasLanguage =
        inherited.hasLanguage || stringBytes(await objects.resolve(node.get('Lang'))) !== null;
      const type = nameOf(node.get('S')) ?? 'element';
      await visit({ dict: node, type, pageObject, hasLanguage }, objectNumberOf(value));
      const kids = node.get('K');
      if (isKid(kids) || Array.isArray(kids)) queued.push({ value: kids, hasLanguage, pageObject });
    }
  }
  return true;
}

/** Returns whether an entry of `K` may be a structure element. Integers only refer to marked content. */
function isKid(value: PdfValue | undefined): value is PdfValue {
  return isRef(value) || (isDict(value) && !isContent(value));
}

/** Returns whether an entry of `K` refers to marked content or an object (14.7.5) instead of being an element. */
function isContent(kid: PdfDict): boolean {
  return !kid.has('S') && (kid.has('MCID') || kid.has('Obj'));
}

function pageOfContent(kids: PdfValue | undefined): number | null {
  const [kid] = Array.isArray(kids) ? kids.filter(isDict) : [kids];
  return isDict(kid) ? objectNumberOf(kid.get('Pg')) : null;
}

function objectNumberOf(value: PdfValue | undefined): number | null {
  return isRef(value) ? value.objectNumber : null;
}
