import type { RangedSource } from '../../../domain/ranged-source.ts';
import { inPieces } from '../in-pieces.ts';
import { Unmeasurable } from '../unmeasurable.ts';
import { createFileBytes, type FileBytes } from './file-bytes.ts';
import { headerOffset, headerWithinBytes } from './header.ts';
import { openPdfFile, type PdfFile } from './pdf-file.ts';
import { recoverCrossReferences } from './recover.ts';
import { isDict, isRef, PdfUnreadable, type PdfValue } from './values.ts';
import { type CrossReferences, readCrossReferences } from './xref.ts';

/** More pages than a document of 100 MB has. */
const maxLeaves = 1_000_000;

export interface LeafCount {
  leaves: number;
  /** The nodes and leaves that the tree refers to and that cannot be read: they count as nothing. */
  unreadableKids: number;
}

/**
 * The number of leaves that a PDF's page tree really has (ISO 32000-2, 7.7.3), whatever its `/Count` claims.
 * A leaf counts as often as it is referred to, a node or an array of kids once, a missing kid not at all. Where its
 * cross-references lead nowhere, or to kids that cannot be read, the file is searched for its objects, and the larger
 * count holds. Null when there is no tree to be found, or it takes a password to read it. Throws `Unmeasurable` where
 * there are more than anybody reads.
 */
export async function countLeafPages(source: RangedSource): Promise<LeafCount | null> {
  const pieces = inPieces(source);
  const file = createFileBytes(pieces, source.sizeBytes);
  let best: LeafCount | null = null;
  for (const origin of await origins(file)) {
    const fromOrigin = createFileBytes(pieces, source.sizeBytes, origin);
    best = larger(best, await countBy(fromOrigin, readCrossReferences));
    if (best !== null && best.leaves > 0 && best.unreadableKids === 0) return best;
  }
  return larger(best, await countBy(file, recoverCrossReferences));
}

/** Offsets count from the header (7.5.2); with bytes before it, they may have been written as those of the file. */
async function origins(file: FileBytes): Promise<number[]> {
  const head = await file.read(0, Math.min(headerWithinBytes, file.sizeBytes));
  return [...new Set([headerOffset(head) ?? 0, 0])];
}

function larger(one: LeafCount | null, other: LeafCount | null): LeafCount | null {
  return one === null || (other !== null && other.leaves > one.leaves) ? other : one;
}

/** Null when the structure is broken, or enciphered. */
async function countBy(
  file: FileBytes,
  referencesOf: (file: FileBytes) => Promise<CrossReferences>,
): Promise<LeafCount | null> {
  try {
    return await countLeaves(await openPdfFile(file, await referencesOf(file)));
  } catch (error) {
    if (error instanceof PdfUnreadable) return null;
    throw error;
  }
}

async function countLeaves(file: PdfFile): Promise<LeafCount | null> {
  const catalog = await file.resolve(file.trailer.get('Root'));
  if (!isDict(catalog)) return null;
  const root = catalog.get('Pages') ?? null;
  let level: PdfValue[] = [root];
  const visited = new Set<number>();
  const isFirstVisit = (value: PdfValue | undefined) =>
    !isRef(value) || visited.size < visited.add(value.objectNumber).size;
  const count: LeafCount = { leaves: 0, unreadableKids: 0 };
  while (level.length > 0) {
    await file.fetchAhead(level);
    const below: PdfValue[] = [];
    for (const item of level) {
      try {
        const node = await file.resolve(item);
        if (!isDict(node)) continue;
        const kids = await file.resolve(node.get('Kids'));
        if (!Array.isArray(kids)) count.leaves++;
        else if (isFirstVisit(item) && isFirstVisit(node.get('Kids'))) {
          for (const kid of kids) below.push(kid);
        }
      } catch (error) {
        if (item === root || !(error instanceof PdfUnreadable)) throw error;
        count.unreadableKids++;
      }
      if (count.leaves > maxLeaves) throw new Unmeasurable('it has too many pages');
    }
    level = below;
  }
  return count;
}
