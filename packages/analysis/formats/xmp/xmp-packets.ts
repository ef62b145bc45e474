import { inflateSync } from 'node:zlib';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { decodeText } from '../text-encoding.ts';

/** File offsets of XMP data: a JPEG segment, a PNG chunk, a GIF block, or a box or chunk of a recording. */
export interface ByteRange {
  start: number;
  /** The offset after the last byte. */
  end: number;
}

/** Maximum number of byte ranges with XMP that are read per file. A JPEG stores a packet of 4 MiB in 65 segments. */
export const maxXmpRanges = 100;
/** Maximum number of bytes of XMP that are read from one file, after decompression. Most packets are below 100 KiB. */
export const maxXmpBytes = 4 * 2 ** 20;

/** Prefixes of the data of JPEG APP1 segments that contain XMP (XMP specification, part 3, 1.1.3). */
export const jpegXmp = 'http://ns.adobe.com/xap/1.0/\0';
export const jpegExtendedXmp = 'http://ns.adobe.com/xmp/extension/\0';

/**
 * Returns the XMP packets in the given byte ranges of a file (XMP specification, part 3). Reads at most 4 MiB in total,
 * so the last packet may be incomplete.
 */
export async function readPackets(
  source: Pick<RangedSource, 'read' | 'sizeBytes'>,
  mimeType: string,
  ranges: readonly ByteRange[],
): Promise<string[]> {
  const parts: Buffer[] = [];
  let leftBytes = maxXmpBytes;
  for (const { start, end } of ranges) {
    const until = Math.min(end, start + leftBytes, source.sizeBytes);
    if (start >= until) continue;
    leftBytes -= until - start;
    parts.push(Buffer.from(await source.read(start, until)));
  }
  switch (mimeType) {
    case 'image/jpeg':
      return jpegPackets(parts);
    case 'image/png':
      return pngPackets(parts);
    default:
      return parts.map(packetText);
  }
}

/** Returns the main packets and the extended packet of a JPEG. Each part of the extended packet states its offset. */
function jpegPackets(segments: readonly Buffer[]): string[] {
  const startsWith = (segment: Buffer, name: string) => segment.toString('latin1', 0, name.length) === name;
  const main = segments.filter((segment) => startsWith(segment, jpegXmp));
  // The prefix is followed by a GUID of 32 bytes, the length of the packet (4 bytes), and the offset of this part (4
  // bytes).
  const offsetAt = jpegExtendedXmp.length + 36;
  const extended = segments
    .filter((segment) => startsWith(segment, jpegExtendedXmp) && segment.length >= offsetAt + 4)
    .sort((a, b) => a.readUInt32BE(offsetAt) - b.readUInt32BE(offsetAt))
    .map((segment) => segment.subarray(offsetAt + 4));
  return [
    ...main.map((segment) => packetText(segment.subarray(jpegXmp.length))),
    ...(extended.length === 0 ? [] : [packetText(Buffer.concat(extended))]),
  ];
}

/** Prefix of the data of `iTXt` chunks in a PNG that contain XMP. */
export const pngXmp = 'XML:com.adobe.xmp\0';

function pngPackets(chunks: readonly Buffer[]): string[] {
  const packets: string[] = [];
  let leftBytes = maxXmpBytes;
  for (const chunk of chunks) {
    const text = leftBytes === 0 ? null : textOfChunk(chunk, leftBytes);
    if (text === null) continue;
    leftBytes = Math.max(0, leftBytes - text.length);
    packets.push(packetText(text));
  }
  return packets;
}

/**
 * Returns the text of an `iTXt` chunk (PNG specification, 11.3.3.4). Null if the chunk is damaged, or if a compressed
 * text exceeds `maxBytes` after decompression.
 */
function textOfChunk(data: Buffer, maxBytes: number): Buffer | null {
  const isCompressed = data[pngXmp.length] === 1;
  // The compression flag, the compression method, the language and the translated keyword precede the text.
  const languageEnd = data.indexOf(0, pngXmp.length + 2);
  const keywordEnd = data.indexOf(0, languageEnd + 1);
  if (languageEnd === -1 || keywordEnd === -1) return null;
  const text = data.subarray(keywordEnd + 1);
  if (!isCompressed) return text;
  try {
    return inflateSync(text, { maxOutputLength: maxBytes });
  } catch {
    return null;
  }
}

/** Decodes an XMP packet up to its last `>`. In a GIF, bytes follow that help other decoders to skip the packet. */
export function packetText(bytes: Uint8Array): string {
  const packet = Buffer.from(bytes.subarray(0, maxXmpBytes));
  const end = packet.lastIndexOf('>');
  const content = end === -1 ? packet : packet.subarray(0, end + 1);
  return decodeText(content, false) ?? content.toString('latin1');
}
