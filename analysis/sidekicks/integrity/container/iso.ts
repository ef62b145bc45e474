import type { RangedSource } from '../../../../lib/ranged-source.ts';
import { createBlockReader, sparseBlockBytes } from '../../../measure/block-reader.ts';
import { fourcc, viewOf } from './bytes.ts';

/** Fragments of an hour, and more than that tells nothing new. */
const maxBoxes = 4_000;
/** C2PA specification, appendix A: the type of the box that holds a manifest store. */
const manifestUuid = 'd8fec3d61b0e483c92975828877ec481';

/** The boxes of an ISO or QuickTime file side by side (ISO/IEC 14496-12, 4.2). */
export async function walkIso(
  source: RangedSource,
): Promise<{ missingBytes: number | null; hasManifest: boolean }> {
  const reader = createBlockReader(source, sparseBlockBytes);
  let hasManifest = false;
  let count = 0;
  for (let at = 0; at + 8 <= source.sizeBytes;) {
    if (++count > maxBoxes) return { missingBytes: null, hasManifest };
    const head = await reader.read(at, Math.min(at + 32, source.sizeBytes));
    const type = fourcc(head, 4);
    const bytes = boxBytes(viewOf(head), source.sizeBytes - at);
    // Bytes behind the last box that are none.
    if (bytes === null || !/^[\x20-\x7e\xa9]{4}$/.test(type)) return { missingBytes: null, hasManifest };
    const uuid = Buffer.from(head.subarray(8, 24)).toString('hex');
    hasManifest ||= type === 'uuid' && uuid === manifestUuid;
    at += bytes;
    if (at > source.sizeBytes) return { missingBytes: at - source.sizeBytes, hasManifest };
  }
  return { missingBytes: 0, hasManifest };
}

function boxBytes(head: DataView, restBytes: number): number | null {
  const short = head.getUint32(0);
  // 0: to the end of the file.
  if (short === 0) return restBytes;
  if (short !== 1) return short < 8 ? null : short;
  if (head.byteLength < 16) return null;
  const long = Number(head.getBigUint64(8));
  return long < 16 ? null : long;
}
