import type { RangedSource } from '../../../domain/ranged-source.ts';
import { inPieces } from '../in-pieces.ts';
import { createFileBytes } from './file-bytes.ts';
import { openPdfFile, type PdfFile } from './pdf-file.ts';
import { recoverCrossReferences } from './recover.ts';
import { isDict, isRef, PdfEncrypted, PdfUnreadable, type PdfValue } from './values.ts';
import { readCrossReferences } from './xref.ts';

/** More pages than a document of 100 MB has. */
const maxLeaves = 1_000_000;

/**
 * The number of leaves that a PDF's page tree really has (ISO 32000-2, 7.7.3), whatever its `/Count` claims.
 * A leaf counts as often as it is referred to, a node or an array of kids once, a missing kid not at all. Where its
 * cross-references lead nowhere, the file is searched for its objects. Null when there is no tree to be found, or it
 * takes a password to read it.
 */
export async function countLeafPages(source: RangedSource): Promise<number | null> {
  const file = createFileBytes(inPieces(source), source.sizeBytes);
  try {
    const leaves = await attempt(async () =>
      countLeaves(await openPdfFile(file, await readCrossReferences(file))),
    );
    if (leaves !== null && leaves > 0) return leaves;
    return await attempt(async () =>
      countLeaves(await openPdfFile(file, await recoverCrossReferences(file))),
    );
  } catch (error) {
    if (error instanceof PdfEncrypted) return null;
    throw error;
  }
}

/** Null when the structure is broken. */
async function attempt(count: () => Promise<number | null>): Promise<number | null> {
  try {
    return await count();
  } catch (error) {
    if (error instanceof PdfUnreadable && !(error instanceof PdfEncrypted)) return null;
    throw error;
  }
}

async function countLeaves(file: PdfFile): Promise<number | null> {
  const catalog = await file.resolve(file.trailer.get('Root'));
  if (!isDict(catalog)) return null;
  let level: PdfValue[] = [catalog.get('Pages') ?? null];
  const visited = new Set<number>();
  const isFirstVisit = (value: PdfValue | undefined) =>
    !isRef(value) || visited.size < visited.add(value.objectNumber).size;
  let leaves = 0;
  while (level.length > 0) {
    await file.fetchAhead(level);
    const below: PdfValue[] = [];
    for (const item of level) {
      const node = await file.resolve(item);
      if (!isDict(node)) continue;
      const kids = await file.resolve(node.get('Kids'));
      if (!Array.isArray(kids)) {
        if (++leaves > maxLeaves) throw new PdfUnreadable('it has too many pages');
      } else if (isFirstVisit(item) && isFirstVisit(node.get('Kids'))) {
        for (const kid of kids) below.push(kid);
      }
    }
    level = below;
  }
  return leaves;
}
