import { isDict, isRef, type PdfValue } from './values.ts';
import type { PdfObjects } from './pdf-objects.ts';

const maxEntries = 500_000;
const maxNodes = 100_000;

/** Returns the entries of a number tree (ISO 32000-2, 7.9.7) by key; null if the tree exceeds a limit. */
export async function readNumberTree(
  objects: PdfObjects,
  root: PdfValue | undefined,
): Promise<Map<number, PdfValue> | null> {
  const entries = new Map<number, PdfValue>();
  const visited = new Set<number>();
  const queued = [root];
  for (let nodes = 0; queued.length > 0; nodes++) {
    if (nodes === maxNodes || queued.length > maxNodes) return null;
    const value = queued.pop();
    if (isRef(value) && visited.size === visited.add(value.objectNumber).size) continue;
    const node = await objects.dict(value);
    if (node === null) continue;
    const pairs = node.has('Nums') ? await objects.array(node.get('Nums')) : [];
    if (entries.size + pairs.length / 2 > maxEntries) return null;
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const key = pairs[at];
      if (typeof key === 'number') entries.set(key, pairs[at + 1]!);
    }
    const kids = node.has('Kids') ? await objects.array(node.get('Kids')) : [];
    await objects.fetchAhead(kids);
    for (const kid of kids) if (isRef(kid) || isDict(kid)) queued.push(kid);
  }
  return entries;
}
