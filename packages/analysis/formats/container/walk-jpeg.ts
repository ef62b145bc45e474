import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { type ByteRange, jpegExtendedXmp, jpegXmp } from '../xmp/xmp-packets.ts';
import type { Colours, ContainerReport, RareCoding } from './container-report.ts';
import { fourcc } from './walk-media.ts';

/** Maximum number of segments that are read. Even large photos with previews and a manifest store have fewer. */
const maxSegments = 10_000;

/** Codes of markers (ISO/IEC 10918-1, table B.1). */
const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Returns whether a marker is one of SOF0 to SOF15. DHT, JPG and DAC have codes in the same range. */
const isStartOfFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Colours by the number of components of a frame. Four are CMYK, or YCCK, which is coded CMYK. */
const coloursByComponents: ReadonlyMap<number, Colours> = new Map([
  [1, 'Gray'],
  [3, 'RGB'],
  [4, 'CMYK'],
]);

/**
 * Reads the segments and the scans of a JPEG up to its end mark (EOI). A C2PA manifest store is a JUMBF box in APP11
 * segments (ISO/IEC 19566-5, annex D). Also checks that each colour component has a scan: programs add an end mark to
 * truncated files, and ffmpeg does not report missing scans.
 */
export async function walkJpeg(
  source: RangedSource,
): Promise<
  Pick<ContainerReport, 'hasManifest' | 'xmp' | 'picture' | 'colours' | 'hasAlpha' | 'rareCoding' | 'damage'>
> {
  const bytes = Buffer.from(await source.read(0, source.sizeBytes));
  const xmp: ByteRange[] = [];
  let hasManifest = false;
  let picture: ContainerReport['picture'] = null;
  let colours: Colours | null = null;
  const hasAlpha = false;
  let rareCoding: ContainerReport['rareCoding'] = null;
  let hasScan = false;
  /** Ids of the colour components that no scan has contained so far. */
  const components = new Set<number>();
  let at = 2;
  for (let count = 0; count < maxSegments; count++) {
    at = nextMarker(bytes, at);
    const marker = bytes[at + 1];
    if (marker === endOfImage) {
      const isComplete = hasScan && components.size === 0;
      return {
        hasManifest,
        xmp,
        picture,
        colours,
        hasAlpha,
        rareCoding,
        damage: isComplete ? null : 'scans of the picture are missing',
      };
    }
    // A second picture may only follow after the end mark of the first. The marks of thumbnails are inside segments,
    // which are skipped.
    if (marker === undefined || marker === startOfImage || at + 4 > bytes.length)
      return {
        hasManifest,
        xmp,
        picture,
        colours,
        hasAlpha,
        rareCoding,
        damage: 'the picture has no end mark (EOI)',
      };
    const head = bytes.subarray(at, at + 80);
    const isJumbf = marker === 0xeb && head.toString('latin1', 4, 6) === 'JP';
    hasManifest ||= isJumbf && fourcc(head, 16) === 'jumb' && head.includes('c2pa');
    if (isStartOfFrame(marker) && head.length >= 10) {
      if (picture === null) rareCoding = rareCodingOf(marker, head[4]!);
      colours ??= coloursByComponents.get(head[9]!) ?? null;
      picture ??= { width: head.readUInt16BE(7), height: head.readUInt16BE(5) };
      for (let index = 0; index < head[9]!; index++) components.add(bytes[at + 10 + 3 * index] ?? 0);
    }
    if (marker === startOfScan) {
      hasScan = true;
      for (let index = 0; index < (head[4] ?? 0); index++) components.delete(bytes[at + 5 + 2 * index] ?? 0);
    }
    const end = at + 2 + head.readUInt16BE(2);
    if (marker === 0xe1 && isXmp(head.subarray(4))) xmp.push({ start: at + 4, end });
    at = end;
  }
  return { hasManifest, xmp, picture, colours, hasAlpha, rareCoding, damage: null };
}

/** Returns the coding of a frame by its marker (ISO/IEC 10918-1, table B.1) and the bits of a sample. */
function rareCodingOf(marker: number, bits: number): RareCoding | null {
  if ([0xc5, 0xc6, 0xc7, 0xcd, 0xce, 0xcf].includes(marker)) return 'hierarchical';
  if (marker >= 0xc9) return 'arithmetic';
  if (marker === 0xc3) return 'lossless';
  return bits > 8 ? '12-bit' : null;
}

function isXmp(data: Buffer): boolean {
  return [jpegXmp, jpegExtendedXmp].some((name) => data.toString('latin1', 0, name.length) === name);
}

/**
 * Returns the offset of the next marker that begins or ends a picture or begins a segment. Returns the length of the
 * bytes if there is none. Skips the data of scans, with their restart markers, and bytes between segments.
 */
function nextMarker(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const code = bytes[at + 1]!;
    const isRestart = code >= 0xd0 && code <= 0xd7;
    // 0xFF is also a fill byte before a marker (B.1.1.2).
    if (code >= 0xc0 && code !== 0xff && !isRestart) return at;
  }
  return bytes.length;
}
