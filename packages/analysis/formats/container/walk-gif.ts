import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import type { ByteRange } from '../xmp/xmp-packets.ts';
import type { ContainerReport } from './container-report.ts';

/** Bit of the packed fields that is set if a colour table follows (GIF89a, sections 18 and 20). */
const colorTableFlag = 0x80;

/**
 * Reads the blocks of a GIF up to its trailer, the byte 0x3b (GIF89a, sections 17 to 27). An application extension
 * `C2PA_GIF` contains a C2PA manifest store.
 */
export async function walkGif(
  source: RangedSource,
): Promise<
  Pick<
    ContainerReport,
    'missingBytes' | 'hasManifest' | 'xmp' | 'picture' | 'colours' | 'hasAlpha' | 'frames'
  >
> {
  const bytes = Buffer.from(await source.read(0, source.sizeBytes));
  const picture = bytes.length < 10 ? null : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const report = {
    missingBytes: null,
    hasManifest: false,
    xmp: [] as ByteRange[],
    picture,
    colours: 'RGB' as const,
    hasAlpha: false,
    frames: 0,
  };
  let at = 13 + tableBytes(bytes[10] ?? 0);
  while (at < bytes.length) {
    const introducer = bytes[at]!;
    if (introducer === 0x3b) return { ...report, missingBytes: 0 };
    if (introducer === 0x21) {
      // Bit 0 of the packed fields of a graphic control extension is the transparency flag (section 23).
      report.hasAlpha ||= bytes[at + 1] === 0xf9 && ((bytes[at + 3] ?? 0) & 1) !== 0;
      const application = bytes[at + 1] === 0xff ? bytes.toString('latin1', at + 3, at + 14) : '';
      report.hasManifest ||= application.startsWith('C2PA_GIF');
      const end = endOfSubBlocks(bytes, at + 2);
      // An XMP packet is not divided into sub-blocks (XMP specification, part 3, 1.1.2).
      if (application === 'XMP DataXMP') report.xmp.push({ start: at + 14, end });
      at = end;
    } else if (introducer === 0x2c) {
      report.frames++;
      // Skips the image descriptor, its colour table and the LZW code size.
      at = endOfSubBlocks(bytes, at + 10 + tableBytes(bytes[at + 9] ?? 0) + 1);
    } else {
      // The byte does not start a block. The decoder reports this damage.
      return report;
    }
  }
  // A GIF that lacks only the one-byte trailer can be displayed completely, so the trailer is not counted as missing.
  return { ...report, missingBytes: at - bytes.length };
}

function tableBytes(packed: number): number {
  return (packed & colorTableFlag) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1);
}

function endOfSubBlocks(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!;
  return at + 1;
}
