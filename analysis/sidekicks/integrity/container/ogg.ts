import type { RangedSource } from '../../../../lib/ranged-source.ts';

/** RFC 3533, section 6: a page has a header of 27 bytes, a table of at most 255 segments, and these. */
const headerBytes = 27;
const maxPageBytes = headerBytes + 255 + 255 * 255;

/** How many bytes of its last page an Ogg file lacks; null where it has none near its end. */
export async function endOfOgg(source: RangedSource): Promise<number | null> {
  const start = Math.max(0, source.sizeBytes - maxPageBytes);
  const tail = Buffer.from(await source.read(start, source.sizeBytes));
  const at = tail.lastIndexOf('OggS');
  if (at === -1) return null;
  if (at + headerBytes > tail.length) return at + headerBytes - tail.length;
  const segments = tail[at + headerBytes - 1]!;
  const table = tail.subarray(at + headerBytes, at + headerBytes + segments);
  const contentBytes = table.reduce((sum, bytes) => sum + bytes, 0);
  return Math.max(0, at + headerBytes + segments + contentBytes - tail.length);
}
