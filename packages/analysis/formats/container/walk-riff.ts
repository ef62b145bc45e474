import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { type BlockReader, createBlockReader, sparseBlockBytes } from '../block-reader.ts';
import type { ByteRange } from '../xmp/xmp-packets.ts';
import type { ContainerReport } from './container-report.ts';
import { fourcc, viewOf } from './walk-media.ts';

const maxRiffChunks = 1_000;
/** Size of the header of a RIFF file, and of a chunk, in bytes. */
const riffHeadBytes = 12;
const chunkHeadBytes = 8;
/** Size field of a chunk in RF64 and BW64 whose real size is in the chunk `ds64` (EBU Tech 3306). */
const sizeInDs64 = 0xffff_ffff;

/** The form of a file of the RIFF family. */
interface Riff {
  /** Form type, such as `WAVE`, `AVI ` or `WEBP`. */
  form: string;
  littleEndian: boolean;
  /** End of the file that the header states; null for RF64 and BW64. */
  statedEnd: number | null;
}

/**
 * Reads the top-level chunks of a WAV, AVI or WebP file (Multimedia Programming Interface 1.0, RIFF). Also reads the
 * variants of WAV: RF64, BW64 and RIFX.
 */
export async function walkRiff(
  source: RangedSource,
): Promise<
  Pick<
    ContainerReport,
    'missingBytes' | 'hasManifest' | 'xmp' | 'isAnimatedWebp' | 'picture' | 'colours' | 'hasAlpha' | 'data'
  >
> {
  const blocks = createBlockReader(source, sparseBlockBytes);
  const { sizeBytes } = source;
  const xmp: ByteRange[] = [];
  const report = {
    missingBytes: 0 as number | null,
    hasManifest: false,
    xmp,
    isAnimatedWebp: false,
    picture: null as ContainerReport['picture'],
    colours: null as ContainerReport['colours'],
    hasAlpha: null as ContainerReport['hasAlpha'],
    data: null as ContainerReport['data'],
  };
  const riff = await readHeader(blocks, sizeBytes);
  if (riff === null) return { ...report, missingBytes: null };
  let longBytes: number | null = null;
  let count = 0;
  for (let at = riffHeadBytes; at + chunkHeadBytes <= sizeBytes;) {
    const head = await blocks.read(at, Math.min(at + 24, sizeBytes));
    const type = fourcc(head);
    if (++count > maxRiffChunks) return { ...report, missingBytes: null };
    if (type === 'RIFF') {
      // Further parts of a large AVI (OpenDML).
      at += riffHeadBytes;
      continue;
    }
    const stated = viewOf(head).getUint32(4, riff.littleEndian);
    if (type === 'ds64' && head.length === 24) longBytes = Number(viewOf(head).getBigUint64(16, true));
    const isLong = type === 'data' && stated === sizeInDs64 && longBytes !== null;
    const size = isLong ? longBytes! : stated;
    const end = at + chunkHeadBytes + size;
    const isEmpty = report.data === 'empty';
    if (!/^[\x20-\x7e]{4}$/.test(type) || (isEmpty && end > sizeBytes)) {
      // Bytes after an empty chunk that are not a chunk are its content.
      return { ...report, missingBytes: null, data: isEmpty ? 'unclosed' : null };
    }
    if (isPlaceholder(type, size, end - sizeBytes)) return { ...report, missingBytes: null };
    if (type === 'data' && size === 0) report.data = 'empty';
    report.hasManifest ||= type === 'C2PA';
    // The animation flag in the extended header (WebP container specification).
    report.isAnimatedWebp ||= type === 'VP8X' && ((head[8] ?? 0) & 2) !== 0;
    if (report.picture === null && webpTypes.includes(type)) {
      report.colours = 'RGB';
      report.hasAlpha = hasAlpha(type, Buffer.from(head));
    }
    report.picture ??= webpSize(type, Buffer.from(head.subarray(0, 18)));
    // WebP stores XMP in a chunk `XMP `; WAV and AVI in a chunk `_PMX` (XMP specification, part 3).
    if (type === 'XMP ' || type === '_PMX') xmp.push({ start: at + chunkHeadBytes, end });
    // The header states the end of all chunks, also of those after the cut.
    if (end > sizeBytes) return { ...report, missingBytes: Math.max(end, statedEnd(riff)) - sizeBytes };
    at = end + (size % 2);
  }
  const missingBytes = webpEnd(riff) - sizeBytes;
  // Some writers count the padding of the last chunk, but do not write it.
  return { ...report, missingBytes: missingBytes > 1 ? missingBytes : 0 };
}

async function readHeader(blocks: BlockReader, sizeBytes: number): Promise<Riff | null> {
  if (sizeBytes < riffHeadBytes) return null;
  const head = await blocks.read(0, riffHeadBytes);
  const id = fourcc(head);
  const littleEndian = id !== 'RIFX';
  const isLong = id === 'RF64' || id === 'BW64';
  const statedEnd = isLong ? null : chunkHeadBytes + viewOf(head).getUint32(4, littleEndian);
  return { form: fourcc(head, 8), littleEndian, statedEnd };
}

/**
 * Returns whether a size is one that programs write into a pipe, where they cannot return to fill in the real size: the
 * largest number, or about half of it (SoX, LAME and others). The lists of an AVI can also have the size 0.
 * @param missingBytes number of bytes that the file lacks if the size is right
 */
function isPlaceholder(type: string, size: number, missingBytes: number): boolean {
  if (!['data', 'LIST'].includes(type)) return false;
  if (size === 0) return type === 'LIST';
  return missingBytes > 0 && ((size >= 0x7fff_f000 && size <= 0x8000_0000) || size >= 0xffff_f000);
}

/** Returns the end of the file that its header states; 0 if the header has no size, or a placeholder. */
function statedEnd({ statedEnd: end }: Riff): number {
  return end === null || end >= 0x7fff_f000 ? 0 : end;
}

/**
 * Returns the end of a WebP file that its header states, because chunks after the missing part are unknown. Returns 0
 * for WAV and AVI, whose writers often state a wrong size.
 */
function webpEnd({ form, statedEnd }: Riff): number {
  return form === 'WEBP' ? (statedEnd ?? 0) : 0;
}

/** Types of the first chunk of a WebP file (WebP container specification). */
const webpTypes: readonly string[] = ['VP8X', 'VP8L', 'VP8 '];

/** Returns whether the first chunk of a WebP file declares transparency (WebP lossless, 3; VP8 has none). */
function hasAlpha(type: string, head: Buffer): boolean {
  if (type === 'VP8X') return ((head[8] ?? 0) & 0x10) !== 0;
  return type === 'VP8L' && ((head[12] ?? 0) & 0x10) !== 0;
}

/**
 * Returns the picture size in a WebP chunk (WebP specification; WebP lossless, 3; RFC 6386, 9.1); null for other
 * chunks.
 */
function webpSize(type: string, head: Buffer): ContainerReport['picture'] {
  if (head.length < 18) return null;
  switch (type) {
    case 'VP8X':
      return { width: head.readUIntLE(12, 3) + 1, height: head.readUIntLE(15, 3) + 1 };
    case 'VP8L':
      return {
        width: (head.readUInt16LE(9) & 0x3fff) + 1,
        height: ((head.readUInt32LE(9) >>> 14) & 0x3fff) + 1,
      };
    case 'VP8 ':
      return { width: head.readUInt16LE(14) & 0x3fff, height: head.readUInt16LE(16) & 0x3fff };
    default:
      return null;
  }
}
