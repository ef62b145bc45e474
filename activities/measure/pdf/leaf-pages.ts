import type { RangedSource } from '../../../domain/ranged-source.ts';
import { inPieces } from '../in-pieces.ts';
import { openPdfFile, type PdfFile } from './pdf-file.ts';
import { isDict, isRef, PdfUnreadable, type PdfValue } from './values.ts';

/** More pages than a document of 100 MB has. */
const maxLeaves = 1_000_000;

/**
 * The number of leaves that a PDF's page tree really has (ISO 32000-2, 7.7.3), whatever its `/Count` claims.
 * A leaf counts as often as it is referred to, a node or an array of kids once, a missing kid not at all. Null when
 * the structure cannot be read without repair or decryption.
 */
export async function countLeafPages(source: RangedSource): Promise<number | null> {
  try {
    const file = await openPdfFile(inPieces(source), source.sizeBytes);
    return await countLeaves(file);
  } catch (error) {
    if (error instanceof PdfUnreadable) return null;
    throw error;
  }
}

async function countLeaves(file: PdfFile): Promise<number | null> {
  const catalog = await file.resolve(file.trailer.get('Root'));
  if (!isDict(catalog)) return null;
  const waiting: PdfValue[] = [catalog.get('Pages') ?? null];
  const visited = new Set<number>();
  const isFirstVisit = (value: PdfValue | undefined) =>
    !isRef(value) || visited.size < visited.add(value.objectNumber).size;
  let leaves = 0;
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    const node = await file.resolve(item);
    if (!isDict(node)) continue;
    const kids = await file.resolve(node.get('Kids'));
    if (!Array.isArray(kids)) {
      if (++leaves > maxLeaves) throw new PdfUnreadable('it has too many pages');
    } else if (isFirstVisit(item) && isFirstVisit(node.get('Kids'))) {
      for (const kid of kids) waiting.push(kid);
    }
  }
  return leaves;
}
