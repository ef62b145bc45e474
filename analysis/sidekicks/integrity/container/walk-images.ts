import type { RangedSource } from '../../../../lib/ranged-source.ts';
import { createBlockReader } from '../../../measure/block-reader.ts';
import { fourcc, viewOf } from './walk-media.ts';

const maxSegments = 10_000;

/**
 * Reads the marker segments of a JPEG up to the scan. A C2PA manifest store is a JUMBF box in APP11 segments (ISO/IEC
 * 19566-5, annex D).
 */
export async function walkJpeg(source: RangedSource): Promise<{ hasManifest: boolean }> {
  const blocks = createBlockReader(source);
  for (let at = 2, count = 0; at + 4 <= source.sizeBytes && count < maxSegments; count++) {
    const head = Buffer.from(await blocks.read(at, Math.min(at + 80, source.sizeBytes)));
    if (head[0] !== 0xff || head[1] === 0xda) break;
    const isJumbf = head[1] === 0xeb && head.toString('latin1', 4, 6) === 'JP';
    if (isJumbf && fourcc(head, 16) === 'jumb' && head.includes('c2pa')) return { hasManifest: true };
    at += 2 + head.readUInt16BE(2);
  }
  return { hasManifest: false };
}

/** Reads the chunks of a PNG (PNG specification, 5.3). The chunk `caBX` contains the C2PA manifest store. */
export async function walkPng(
  source: RangedSource,
): Promise<{ missingBytes: number | null; hasManifest: boolean }> {
  const blocks = createBlockReader(source);
  let hasManifest = false;
  let at = 8;
  for (let count = 0; at + 8 <= source.sizeBytes && count < maxSegments; count++) {
    const head = await blocks.read(at, at + 8);
    const type = fourcc(head, 4);
    if (!/^[A-Za-z]{4}$/.test(type)) return { missingBytes: null, hasManifest };
    hasManifest ||= type === 'caBX';
    // The length, the type and the CRC of a chunk have 12 bytes in total.
    at += 12 + viewOf(head).getUint32(0);
    if (at <= source.sizeBytes && type === 'IEND') return { missingBytes: 0, hasManifest };
  }
  return { missingBytes: at > source.sizeBytes ? at - source.sizeBytes : null, hasManifest };
}

/** GIF89a, sections 18 and 20: this bit is set if a colour table follows. */
const colorTableFlag = 0x80;

/**
 * Reads the blocks of a GIF up to the trailer, 0x3b (GIF89a, sections 17 to 27). Returns the minimum number of
 * missing bytes, and whether the file has an application extension `C2PA_GIF`.
 */
export async function walkGif(
  source: RangedSource,
): Promise<{ missingBytes: number | null; hasManifest: boolean }> {
  const bytes = Buffer.from(await source.read(0, source.sizeBytes));
  let hasManifest = false;
  let at = 13 + tableBytes(bytes[10] ?? 0);
  while (at < bytes.length) {
    const introducer = bytes[at]!;
    if (introducer === 0x3b) return { missingBytes: 0, hasManifest };
    if (introducer === 0x21) {
      hasManifest ||= bytes[at + 1] === 0xff && bytes.toString('latin1', at + 3, at + 11) === 'C2PA_GIF';
      at = endOfSubBlocks(bytes, at + 2);
    } else if (introducer === 0x2c) {
      // Skips the image descriptor, its colour table and the LZW code size.
      at = endOfSubBlocks(bytes, at + 10 + tableBytes(bytes[at + 9] ?? 0) + 1);
    } else {
      // The byte does not start a block. The decoder reports this damage.
      return { missingBytes: null, hasManifest };
    }
  }
  // A GIF that lacks only the trailer can still be displayed completely.
  return { missingBytes: at - bytes.length, hasManifest };
}

function tableBytes(packed: number): number {
  return (packed & colorTableFlag) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1);
}

function endOfSubBlocks(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!;
  return at + 1;
}
