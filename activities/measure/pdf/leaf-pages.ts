import type { RangedSource } from '../../../domain/ranged-source.ts';
import { inPieces } from '../in-pieces.ts';
import { createFileBytes, type FileBytes } from './file-bytes.ts';
import { headerOffset, headerWithinBytes } from './header.ts';
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
  const pieces = inPieces(source);
  const file = createFileBytes(pieces, source.sizeBytes);
  try {
    for (const origin of await origins(file)) {
      const fromOrigin = createFileBytes(pieces, source.sizeBytes, origin);
      const leaves = await attempt(async () =>
        countLeaves(await openPdfFile(fromOrigin, await readCrossReferences(fromOrigin))),
      );
      if (leaves !== null && leaves > 0) return leaves;
    }
    return await attempt(async () =>
      countLeaves(await openPdfFile(file, await recoverCrossReferences(file))),
    );
  } catch (error) {
    if (error instanceof PdfEncrypted) return null;
    throw error;
  }
}

/** Offsets count from the header (7.5.2); with bytes before it, they may have been written as those of the file. */
async function origins(file: FileBytes): Promise<number[]> {
  const head = await file.read(0, Math.min(headerWithinBytes, file.sizeBytes));
  return [...new Set([headerOffset(head) ?? 0, 0])];
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
