import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { createFileBytes, type FileBytes, headerOffset, headerSearchBytes } from './file-bytes.ts';
import { countLeaves, type LeafCount } from './page-tree.ts';
import { openPdfFile } from './pdf-file.ts';
import { recoverCrossReferences } from './recover.ts';
import { readable } from './values.ts';
import { type CrossReferences, readCrossReferences } from './xref.ts';

/**
 * Counts the leaves of a PDF's page tree (ISO 32000-2, 7.7.3) without trusting `/Count`. A page counts once per
 * reference to it; a reference to a missing object does not count. If the cross-references (xref) are broken or lead to
 * unreadable nodes, the whole file is searched for objects and the larger count is returned. Returns null if there is
 * no page tree or the PDF needs a password. Throws `Unmeasurable` if there are more than 1,000,000 pages.
 */
export async function countLeafPages(source: RangedSource): Promise<LeafCount | null> {
  const file = createFileBytes(source);
  let best: LeafCount | null = null;
  for (const origin of await origins(file)) {
    const fromOrigin = createFileBytes(source, origin);
    best = larger(best, await countBy(fromOrigin, readCrossReferences));
    if (best !== null && best.leaves > 0 && best.unreadableKids === 0) return best;
  }
  return larger(best, await countBy(file, recoverCrossReferences));
}

/** Returns the file positions from which PDF offsets may count: the header (7.5.2) or, for some writers, 0. */
async function origins(file: FileBytes): Promise<number[]> {
  const head = await file.read(0, Math.min(headerSearchBytes, file.sizeBytes));
  return [...new Set([headerOffset(head) ?? 0, 0])];
}

function larger(one: LeafCount | null, other: LeafCount | null): LeafCount | null {
  return one === null || (other !== null && other.leaves > one.leaves) ? other : one;
}

/** Returns the leaf count with the given cross-references; null if the PDF is unreadable or needs a password. */
async function countBy(
  file: FileBytes,
  referencesOf: (file: FileBytes) => Promise<CrossReferences>,
): Promise<LeafCount | null> {
  const count = await readable(async () => countLeaves(await openPdfFile(file, await referencesOf(file))));
  return count ?? null;
}
