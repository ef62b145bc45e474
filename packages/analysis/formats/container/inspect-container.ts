import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { encryptedTracks } from '../matroska/encryption.ts';
import { maxXmpRanges } from '../xmp/xmp-packets.ts';
import type { ContainerReport } from './container-report.ts';
import { docxDamage, pdfDamage } from './document-damage.ts';
import { hasTaggedManifest, mentionsManifest } from './find-manifest.ts';
import { walkGif } from './walk-gif.ts';
import { walkJpeg } from './walk-jpeg.ts';
import { docTypeOf, walkIso, walkOgg } from './walk-media.ts';
import { walkPng } from './walk-png.ts';
import { walkRiff } from './walk-riff.ts';

const nothing: ContainerReport = {
  missingBytes: null,
  hasManifest: false,
  xmp: [],
  isAnimatedWebp: false,
  data: null,
  picture: null,
  colours: null,
  hasAlpha: null,
  frames: null,
  docType: null,
  encrypted: [],
  rareCoding: null,
  damage: null,
  ancillaryDamage: null,
};

const walkers: Readonly<Record<string, (source: RangedSource) => Promise<Partial<ContainerReport>>>> = {
  'video/mp4': walkIso,
  'video/quicktime': walkIso,
  'video/x-msvideo': walkRiff,
  'video/x-matroska': async (source) => ({
    docType: await docTypeOf(source),
    encrypted: await encryptedTracks(source),
  }),
  'audio/wav': walkRiff,
  'audio/mpeg': async (source) => ({ hasManifest: await hasTaggedManifest(source) }),
  'audio/ogg': async (source) => ({ missingBytes: await walkOgg(source) }),
  'image/jpeg': walkJpeg,
  'image/png': walkPng,
  'image/gif': walkGif,
  'image/webp': walkRiff,
  'image/svg+xml': async (source) => ({
    hasManifest: await mentionsManifest(source, ['c2pa:manifest']),
    xmp: [{ start: 0, end: source.sizeBytes }],
  }),
  'application/pdf': async (source) => ({
    hasManifest: await mentionsManifest(source, ['C2PA_Manifest']),
    damage: await pdfDamage(source),
  }),
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': async (source) => ({
    damage: await docxDamage(source),
  }),
};

/** Reads the outermost structure of a file without decoding its content. Runs in a parser process. */
export async function inspectContainer(
  source: RangedSource,
  { mimeType }: { mimeType: string },
): Promise<ContainerReport> {
  const report = { ...nothing, ...(await walkers[mimeType]?.(source)) };
  return { ...report, xmp: report.xmp.slice(0, maxXmpRanges) };
}
