import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import type { StreamKind } from '../container/container-report.ts';
import { type Element, elementAt, elementsIn, unsignedIn } from './ebml.ts';
import { clusterId } from './segment.ts';

// Element IDs (RFC 9559, 5.1.4).
const ids = {
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackType: 0x83,
  contentEncodings: 0x6d80,
  contentEncoding: 0x6240,
  contentEncryption: 0x5035,
};
const kinds: Partial<Record<number, StreamKind>> = { 1: 'picture', 2: 'sound' };
/** Number of bytes at the start of a file in which the tracks are sought. They precede the media. */
const searchBytes = 2 ** 20;

/** Returns which tracks of a Matroska file are encrypted (ContentEncryption, RFC 9559, 5.1.4.1.31.5). */
export async function encryptedTracks(source: RangedSource): Promise<StreamKind[]> {
  const bytes = await source.read(0, Math.min(searchBytes, source.sizeBytes));
  const segment = elementAt(bytes, elementAt(bytes, 0)?.end ?? bytes.length);
  const found = new Set<StreamKind>();
  if (segment === null) return [];
  for (const element of elementsIn(bytes, segment.dataStart)) {
    if (element.id === clusterId) break;
    if (element.id !== ids.tracks) continue;
    for (const entry of childrenOf(bytes, element, ids.trackEntry)) {
      const [type] = childrenOf(bytes, entry, ids.trackType);
      const kind = type === undefined ? undefined : kinds[unsignedIn(bytes, type)];
      if (kind !== undefined && isEncrypted(bytes, entry)) found.add(kind);
    }
  }
  return [...found];
}

function isEncrypted(bytes: Uint8Array, track: Element): boolean {
  return childrenOf(bytes, track, ids.contentEncodings)
    .flatMap((encodings) => childrenOf(bytes, encodings, ids.contentEncoding))
    .some((encoding) => childrenOf(bytes, encoding, ids.contentEncryption).length > 0);
}

function childrenOf(bytes: Uint8Array, { dataStart, end }: Element, id: number): Element[] {
  return [...elementsIn(bytes, dataStart, Math.min(end, bytes.length))].filter((child) => child.id === id);
}
