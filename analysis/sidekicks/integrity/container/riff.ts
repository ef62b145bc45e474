import type { RangedSource } from '../../../../lib/ranged-source.ts';
import { createBlockReader, sparseBlockBytes } from '../../../measure/block-reader.ts';
import { fourcc, viewOf } from './bytes.ts';

const maxChunks = 1_000;
/** What a writer that could not go back leaves in place of a size. */
const unknownSizes: readonly number[] = [0, 0xffff_ffff];

/** The chunks of a WAV, AVI or WebP file side by side (Multimedia Programming Interface 1.0, RIFF). */
export async function walkRiff(
  source: RangedSource,
): Promise<{ missingBytes: number | null; hasManifest: boolean; isAnimatedWebp: boolean }> {
  const reader = createBlockReader(source, sparseBlockBytes);
  let missingBytes: number | null = 0;
  let hasManifest = false;
  let isAnimatedWebp = false;
  let count = 0;
  for (let at = 0; at + 8 <= source.sizeBytes && missingBytes === 0;) {
    const head = await reader.read(at, Math.min(at + 12, source.sizeBytes));
    const type = fourcc(head);
    // Its own size is often wrong, by those of its header and type; that of its chunks is what counts.
    if (type === 'RIFF') {
      at += 12;
      continue;
    }
    const size = viewOf(head).getUint32(4, true);
    hasManifest ||= type === 'C2PA';
    // WebP container specification: the animation flag of the extended header.
    isAnimatedWebp ||= type === 'VP8X' && ((head[8] ?? 0) & 2) !== 0;
    const end = at + 8 + size;
    const isUnknown = unknownSizes.includes(size) && ['data', 'LIST'].includes(type);
    if (isUnknown || !/^[\x20-\x7e]{4}$/.test(type) || ++count > maxChunks) missingBytes = null;
    else if (end > source.sizeBytes) missingBytes = end - source.sizeBytes;
    at = end + (size % 2);
  }
  return { missingBytes, hasManifest, isAnimatedWebp };
}
