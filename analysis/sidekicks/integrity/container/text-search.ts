import type { RangedSource } from '../../../../lib/ranged-source.ts';

const pieceBytes = 2 ** 20;
/** The media types of a manifest store in an encapsulated object (ID3v2.4, GEOB), today's and earlier drafts'. */
const objectTypes: readonly string[] = ['application/c2pa', 'application/x-c2pa-manifest-store'];

/** Whether one of some words stands in the first bytes of a file, letter for letter. */
export async function mentionsManifest(
  source: RangedSource,
  words: readonly string[],
  endByte = source.sizeBytes,
): Promise<boolean> {
  const overlap = Math.max(...words.map((word) => word.length));
  for (let at = 0; at < endByte; at += pieceBytes) {
    const piece = Buffer.from(await source.read(at, Math.min(at + pieceBytes + overlap, endByte)));
    if (words.some((word) => piece.includes(word, 0, 'latin1'))) return true;
  }
  return false;
}

/** Whether the ID3v2 tag before the sound of an MP3 has a manifest store. */
export async function hasTaggedManifest(source: RangedSource): Promise<boolean> {
  const head = Buffer.from(await source.read(0, Math.min(10, source.sizeBytes)));
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return false;
  // ID3v2.4, 3.1: seven bits of each byte.
  const tagBytes = [6, 7, 8, 9].reduce((sum, index) => sum * 128 + (head[index]! & 0x7f), 10);
  return mentionsManifest(source, objectTypes, Math.min(tagBytes, source.sizeBytes));
}
