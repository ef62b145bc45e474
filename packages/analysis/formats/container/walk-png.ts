import { crc32 } from 'node:zlib';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { addToCappedList, type CappedList, emptyCappedList, inWords } from '../capped-collections.ts';
import { type ByteRange, pngXmp } from '../xmp/xmp-packets.ts';
import type { ContainerReport } from './container-report.ts';
import { wrongRows } from './png-rows.ts';
import { fourcc } from './walk-media.ts';

/** Maximum number of chunks that are read. The longest animation that Assay decodes has fewer. */
const maxChunks = 200_000;
/** Size in bytes of a chunk without data: its length, type and CRC. */
const emptyChunkBytes = 12;

/**
 * Types of ancillary chunks that belong to the picture: transparency, and the frames of an animation. Decoders may
 * ignore other ancillary chunks, for example texts and colour profiles.
 */
const pictureTypes: readonly string[] = ['tRNS', 'acTL', 'fcTL', 'fdAT'];
/** Returns whether the picture needs a chunk. Critical types start with a capital letter (PNG specification, 5.4). */
const belongsToPicture = (type: string) => /^[A-Z]/.test(type) || pictureTypes.includes(type);

/**
 * Reads the chunks of a PNG and checks each CRC-32 (PNG specification, 5.3 to 5.5), because ffmpeg does not check it.
 * The chunk `caBX` contains the C2PA manifest store, and the chunk `acTL` the number of frames.
 */
export async function walkPng(
  source: RangedSource,
): Promise<
  Pick<
    ContainerReport,
    | 'missingBytes'
    | 'hasManifest'
    | 'xmp'
    | 'picture'
    | 'colours'
    | 'hasAlpha'
    | 'frames'
    | 'damage'
    | 'ancillaryDamage'
  >
> {
  const bytes = Buffer.from(await source.read(0, source.sizeBytes));
  const damaged = emptyCappedList<string>();
  const ancillary = emptyCappedList<string>();
  const report = {
    hasManifest: false,
    xmp: [] as ByteRange[],
    picture: null as ContainerReport['picture'],
    colours: null as ContainerReport['colours'],
    hasAlpha: null as ContainerReport['hasAlpha'],
    frames: null as number | null,
  };
  let at = 8;
  let type = '';
  let header: Buffer | null = null;
  const data: Buffer[] = [];
  for (let count = 0; type !== 'IEND' && at + emptyChunkBytes <= bytes.length; count++) {
    type = fourcc(bytes, at + 4);
    const isUnknown = !/^[A-Za-z]{4}$/.test(type);
    if (isUnknown) addToCappedList(damaged, `an unknown type at byte ${at}`);
    if (isUnknown || count === maxChunks)
      return { ...report, missingBytes: null, ...damageInWords(damaged, ancillary) };
    const length = bytes.readUInt32BE(at);
    const end = at + emptyChunkBytes + length;
    report.hasManifest ||= type === 'caBX';
    if (type === 'iTXt' && bytes.toString('latin1', at + 8, at + 8 + pngXmp.length) === pngXmp)
      report.xmp.push({ start: at + 8, end: at + 8 + length });
    // Decoders use the first header only.
    if (type === 'IHDR' && report.picture === null && length >= 8 && at + 16 <= bytes.length) {
      report.picture = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
      header = bytes.subarray(at + 8, at + 8 + length);
      // The bits of the colour type (PNG specification, 11.2.2) are: palette, colour and alpha.
      const colourType = header[9] ?? 0;
      report.colours = (colourType & 2) === 0 ? 'Gray' : 'RGB';
      report.hasAlpha = (colourType & 4) !== 0;
    }
    if (type === 'tRNS') report.hasAlpha = true;
    if (type === 'IDAT') data.push(bytes.subarray(at + 8, Math.min(end - 4, bytes.length)));
    if (type === 'acTL' && length >= 4) report.frames = bytes.readUInt32BE(at + 8);
    if (end <= bytes.length && crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      addToCappedList(belongsToPicture(type) ? damaged : ancillary, `${type} at byte ${at}`);
    at = end;
  }
  const missingBytes = Math.max(0, (type === 'IEND' ? at : endAfter(bytes, at)) - bytes.length);
  const rows = header === null || damaged.count > 0 ? null : await wrongRows(header, data);
  const { damage, ancillaryDamage } = damageInWords(damaged, ancillary);
  return { ...report, missingBytes, damage: damage ?? rows, ancillaryDamage };
}

/**
 * Returns the earliest possible end of a PNG that is cut off in the chunk at an offset, or before it. The end chunk
 * (IEND) follows every other chunk.
 */
function endAfter(bytes: Buffer, at: number): number {
  const length = at + 4 <= bytes.length ? bytes.readUInt32BE(at) : 0;
  // IEND has no data. PNG limits the length of a chunk to 2^31 - 1 bytes.
  if (length === 0 || length >= 2 ** 31) return at + emptyChunkBytes;
  return at + emptyChunkBytes + length + emptyChunkBytes;
}

function damageInWords(
  damaged: CappedList<string>,
  ancillary: CappedList<string>,
): Pick<ContainerReport, 'damage' | 'ancillaryDamage'> {
  const describe = (list: CappedList<string>) =>
    list.count === 0 ? null : `damaged chunks: ${inWords(list)}`;
  return { damage: describe(damaged), ancillaryDamage: describe(ancillary) };
}
