import type { RangedSource } from '../../../../lib/ranged-source.ts';
import { createBlockReader } from '../../../measure/block-reader.ts';
import { type ByteRange, jpegExtendedXmp, jpegXmp } from '../metadata/xmp-packets.ts';
import type { ContainerReport } from './container-report.ts';
import { fourcc, viewOf } from './walk-media.ts';

type Animation = Pick<ContainerReport, 'missingBytes' | 'hasManifest' | 'xmp' | 'picture' | 'frames'>;

const maxSegments = 10_000;

/** Markers of start of frame (ISO/IEC 10918-1, table B.1): SOF0 to SOF15 without DHT, JPG and DAC. */
const isStartOfFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Reads the marker segments of a JPEG up to the scan. A C2PA manifest store is a JUMBF box in APP11 segments (ISO/IEC
 * 19566-5, annex D).
 */
export async function walkJpeg(
  source: RangedSource,
): Promise<Pick<ContainerReport, 'hasManifest' | 'xmp' | 'picture'>> {
  const blocks = createBlockReader(source);
  const xmp: ByteRange[] = [];
  let hasManifest = false;
  let picture: ContainerReport['picture'] = null;
  for (let at = 2, count = 0; at + 4 <= source.sizeBytes && count < maxSegments; count++) {
    const head = Buffer.from(await blocks.read(at, Math.min(at + 80, source.sizeBytes)));
    if (head[0] !== 0xff || head[1] === 0xda) break;
    const isJumbf = head[1] === 0xeb && head.toString('latin1', 4, 6) === 'JP';
    hasManifest ||= isJumbf && fourcc(head, 16) === 'jumb' && head.includes('c2pa');
    if (isStartOfFrame(head[1]!) && head.length >= 9)
      picture ??= { width: head.readUInt16BE(7), height: head.readUInt16BE(5) };
    const end = at + 2 + head.readUInt16BE(2);
    if (head[1] === 0xe1 && isXmp(head.subarray(4))) xmp.push({ start: at + 4, end });
    at = end;
  }
  return { hasManifest, xmp, picture };
}

function isXmp(data: Buffer): boolean {
  return [jpegXmp, jpegExtendedXmp].some((name) => data.toString('latin1', 0, name.length) === name);
}

/**
 * Reads the chunks of a PNG (PNG specification, 5.3). The chunk `caBX` contains the C2PA manifest store, and the chunk
 * `acTL` the number of frames.
 */
export async function walkPng(source: RangedSource): Promise<Animation> {
  const blocks = createBlockReader(source);
  const report: Animation = {
    ...{ missingBytes: null, hasManifest: false, xmp: [], picture: null, frames: null },
  };
  let at = 8;
  for (let count = 0; at + 8 <= source.sizeBytes && count < maxSegments; count++) {
    const head = viewOf(await blocks.read(at, Math.min(at + 16, source.sizeBytes)));
    const type = fourcc(new Uint8Array(head.buffer, head.byteOffset, head.byteLength), 4);
    if (!/^[A-Za-z]{4}$/.test(type)) return report;
    report.hasManifest ||= type === 'caBX';
    const isWhole = head.byteLength === 16;
    if (isWhole && type === 'IHDR') report.picture = { width: head.getUint32(8), height: head.getUint32(12) };
    if (isWhole && type === 'acTL') report.frames = head.getUint32(8);
    if (type === 'iTXt') report.xmp.push({ start: at + 8, end: at + 8 + head.getUint32(0) });
    // The length, the type and the CRC of a chunk have 12 bytes in total.
    at += 12 + head.getUint32(0);
    if (at <= source.sizeBytes && type === 'IEND') return { ...report, missingBytes: 0 };
  }
  return { ...report, missingBytes: at > source.sizeBytes ? at - source.sizeBytes : null };
}

/** GIF89a, sections 18 and 20: this bit is set if a colour table follows. */
const colorTableFlag = 0x80;

/**
 * Reads the blocks of a GIF up to the trailer, 0x3b (GIF89a, sections 17 to 27). Returns the minimum number of
 * missing bytes, and whether the file has an application extension `C2PA_GIF`.
 */
export async function walkGif(source: RangedSource): Promise<Animation> {
  const bytes = Buffer.from(await source.read(0, source.sizeBytes));
  const picture = bytes.length < 10 ? null : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  const report = { missingBytes: null, hasManifest: false, xmp: [] as ByteRange[], picture, frames: 0 };
  let at = 13 + tableBytes(bytes[10] ?? 0);
  while (at < bytes.length) {
    const introducer = bytes[at]!;
    if (introducer === 0x3b) return { ...report, missingBytes: 0 };
    if (introducer === 0x21) {
      const application = bytes[at + 1] === 0xff ? bytes.toString('latin1', at + 3, at + 14) : '';
      report.hasManifest ||= application.startsWith('C2PA_GIF');
      const end = endOfSubBlocks(bytes, at + 2);
      // The packet is not divided into blocks (XMP specification, part 3, 1.1.2).
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
  // A GIF that lacks only the trailer can still be displayed completely.
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
