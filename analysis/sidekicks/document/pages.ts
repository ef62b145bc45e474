import { isRef, type PdfDict, type PdfValue } from '../../measure/pdf/values.ts';
import type { PdfObjects } from './pdf-objects.ts';

/** 7.7.3.4, table 31: what a page takes from the nodes above it. */
const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];

/**
 * The pages of a document in their order, each with what it inherits (ISO 32000-2, 7.7.3). As where pages are counted, a
 * node is gone through once, and a missing kid is no page.
 */
export async function* pagesOf(objects: PdfObjects): AsyncGenerator<PdfDict> {
  const waiting: { value: PdfValue; inherited: PdfDict }[] = [
    { value: objects.catalog.get('Pages') ?? null, inherited: new Map() },
  ];
  const visited = new Set<number>();
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    const { value, inherited } = item;
    const node = await objects.dict(value);
    if (node === null) continue;
    const kids = await objects.resolve(node.get('Kids'));
    if (!Array.isArray(kids)) {
      yield new Map([...inherited, ...node]);
      continue;
    }
    if (isRef(value) && visited.size === visited.add(value.objectNumber).size) continue;
    await objects.fetchAhead(kids);
    const below: PdfDict = new Map(inherited);
    for (const key of inheritable) if (node.has(key)) below.set(key, node.get(key)!);
    for (const kid of kids.toReversed()) waiting.push({ value: kid, inherited: below });
  }
}
