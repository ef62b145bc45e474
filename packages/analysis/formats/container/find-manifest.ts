import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';

const blockBytes = 2 ** 20;
/** Media types of a GEOB frame (ID3v2.4) with a C2PA manifest store: current type, and type in drafts of C2PA. */
const objectTypes: readonly string[] = ['application/c2pa', 'application/x-c2pa-manifest-store'];

/** Returns whether one of the given words occurs in the file before the byte offset `endByte`. */
export async function mentionsManifest(
  source: RangedSource,
  words: readonly string[],
  endByte = source.sizeBytes,
): Promise<boolean> {
  const overlap = Math.max(...words.map((word) => word.length));
  for (let at = 0; at < endByte; at += blockBytes) {
    const block = Buffer.from(await source.read(at, Math.min(at + blockBytes + overlap, endByte)));
    if (words.some((word) => block.includes(word, 0, 'latin1'))) return true;
  }
  return false;
}

/** Returns whether the ID3v2 tag at the start of an MP3 contains a C2PA manifest store. */
export async function hasTaggedManifest(source: RangedSource): Promise<boolean> {
  const head = Buffer.from(await source.read(0, Math.min(10, source.sizeBytes)));
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return false;
  // ID3v2.4, 3.1: the size field uses seven bits of each byte.
  const tagBytes = [6, 7, 8, 9].reduce((sum, index) => sum * 128 + (head[index]! & 0x7f), 10);
  return mentionsManifest(source, objectTypes, Math.min(tagBytes, source.sizeBytes));
}
