import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { type BlockReader, createBlockReader, sparseBlockBytes } from '../block-reader.ts';
import { encryptedHandlers, maxMovieBytes } from '../iso/movie.ts';
import { type ByteRange, maxXmpRanges } from '../xmp/xmp-packets.ts';
import type { ContainerReport, StreamKind } from './container-report.ts';

/** Returns the four-character code at an offset. Returns fewer characters at the end of the bytes. */
export function fourcc(bytes: Uint8Array, at = 0): string {
  return Buffer.from(bytes.subarray(at, at + 4)).toString('latin1');
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Maximum number of top-level boxes that are read. One hour of fragmented video has fewer. */
const maxBoxes = 4_000;
/** The UUID of the box that contains the C2PA manifest store (C2PA specification, appendix A). */
const manifestUuid = 'd8fec3d61b0e483c92975828877ec481';
/** The UUID of the box that contains XMP (XMP specification, part 3). */
const xmpUuid = 'be7acfcb97a942e89c71999491e3afac';
/** Maximum number of boxes that are read in a moov box, and in each udta (user data) box, to find XMP. */
const maxMovieBoxes = 64;

/** Handler types of tracks that are decoded (ISO/IEC 14496-12, 12.1.1 and 12.2.1). Others are texts and metadata. */
const kinds: Partial<Record<string, StreamKind>> = { vide: 'picture', soun: 'sound' };

/** Reads the top-level boxes of an ISO or QuickTime file (ISO/IEC 14496-12, 4.2). */
export async function walkIso(
  source: RangedSource,
): Promise<Pick<ContainerReport, 'missingBytes' | 'hasManifest' | 'xmp' | 'encrypted'>> {
  const blocks = createBlockReader(source, sparseBlockBytes);
  const xmp: ByteRange[] = [];
  let hasManifest = false;
  const encrypted = new Set<StreamKind>();
  const report = (missingBytes: number | null) => ({
    missingBytes,
    hasManifest,
    xmp,
    encrypted: [...encrypted],
  });
  let count = 0;
  for (let at = 0; at + 8 <= source.sizeBytes;) {
    if (++count > maxBoxes) return report(null);
    const head = await blocks.read(at, Math.min(at + 32, source.sizeBytes));
    const type = fourcc(head, 4);
    const bytes = boxBytes(viewOf(head), source.sizeBytes - at);
    // The remaining bytes of the file are not a box.
    if (bytes === null || !/^[\x20-\x7e\xa9]{4}$/.test(type)) return report(null);
    const uuid = Buffer.from(head.subarray(8, 24)).toString('hex');
    hasManifest ||= type === 'uuid' && uuid === manifestUuid;
    const headerBytes = viewOf(head).getUint32(0) === 1 ? 16 : 8;
    const isXmp = type === 'uuid' && uuid === xmpUuid && xmp.length < maxXmpRanges;
    if (isXmp) xmp.push({ start: at + headerBytes + 16, end: at + bytes });
    const end = Math.min(at + bytes, source.sizeBytes);
    if (type === 'moov' && xmp.length < maxXmpRanges)
      xmp.push(...(await xmpInMovie(blocks, at + headerBytes, end)));
    if (type === 'moov' && end - at <= maxMovieBytes) {
      const movie = await blocks.read(at + headerBytes, end);
      for (const handler of encryptedHandlers(viewOf(movie))) {
        const kind = kinds[handler];
        if (kind !== undefined) encrypted.add(kind);
      }
    }
    at += bytes;
    if (at > source.sizeBytes) return report(at - source.sizeBytes);
  }
  return report(0);
}

/**
 * Returns the ranges of `XMP_` boxes in the user data (udta) of a moov box, where QuickTime files store XMP (XMP
 * specification, part 3).
 * @param container type of the box whose data extend from `start` to `end`
 */
async function xmpInMovie(
  blocks: BlockReader,
  start: number,
  end: number,
  container: 'moov' | 'udta' = 'moov',
): Promise<ByteRange[]> {
  const found: ByteRange[] = [];
  for (let at = start, count = 0; at + 8 <= end && count < maxMovieBoxes; count++) {
    const head = await blocks.read(at, at + 8);
    const bytes = head.length < 8 ? null : boxBytes(viewOf(head), end - at);
    if (bytes === null) break;
    const type = fourcc(head, 4);
    if (container === 'udta' && type === 'XMP_') found.push({ start: at + 8, end: at + bytes });
    if (container === 'moov' && type === 'udta')
      found.push(...(await xmpInMovie(blocks, at + 8, Math.min(at + bytes, end), 'udta')));
    at += bytes;
  }
  return found;
}

function boxBytes(head: DataView, restBytes: number): number | null {
  const short = head.getUint32(0);
  // Size 0 means that the box extends to the end of the file.
  if (short === 0) return restBytes;
  if (short !== 1) return short < 8 ? null : short;
  if (head.byteLength < 16) return null;
  const long = Number(head.getBigUint64(8));
  return long < 16 ? null : long;
}

/**
 * An Ogg page is a header of 27 bytes, a table of at most 255 segment sizes, and the segments (RFC 3533, section 6).
 */
const headerBytes = 27;
const maxPageBytes = headerBytes + 255 + 255 * 255;

/**
 * Returns the number of bytes missing from the last page of an Ogg file; null if no page starts near the file's end.
 */
export async function walkOgg(source: RangedSource): Promise<number | null> {
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

/** The element id of DocType (RFC 8794, 11.2.6). The size field that follows has one byte. */
const docTypeId = Buffer.from([0x42, 0x82]);
const headBytes = 256;

/** Returns the DocType in the header of a Matroska file; null if it is not in the first 256 bytes. */
export async function docTypeOf(source: RangedSource): Promise<string | null> {
  const head = Buffer.from(await source.read(0, Math.min(headBytes, source.sizeBytes)));
  const at = head.indexOf(docTypeId);
  if (at === -1) return null;
  const length = (head[at + 2] ?? 0x80) & 0x7f;
  return head.toString('latin1', at + 3, at + 3 + length).replace(/\0+$/, '');
}
