import type { RangedSource } from '../../../lib/ranged-source.ts';
import { createFileBytes, type FileBytes } from './file-bytes.ts';
import { headerOffset, headerWithinBytes } from './header.ts';
import { countLeaves, type LeafCount } from './page-tree.ts';
import { openPdfFile } from './pdf-file.ts';
import { recoverCrossReferences } from './recover.ts';
import { readable } from './values.ts';
import { type CrossReferences, readCrossReferences } from './xref.ts';

/**
 * The number of leaves that a PDF's page tree really has (ISO 32000-2, 7.7.3), whatever its `/Count` claims.
 * What is referred to counts as often as it is, a missing kid not at all. Where its cross-references lead nowhere, or
 * to kids that cannot be read, the file is searched for its objects, and the larger count holds. Null when there is no
 * tree to be found, or it takes a password to read it. Throws `Unmeasurable` where there are more than anybody reads.
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
  const count = await readable(async () => countLeaves(await openPdfFile(file, await referencesOf(file))));
  return count ?? null;
}
