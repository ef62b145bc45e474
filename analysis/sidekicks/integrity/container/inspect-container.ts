import type { RangedSource } from '../../../../lib/ranged-source.ts';
import { docxDamage, pdfDamage } from './document-damage.ts';
import { hasTaggedManifest, mentionsManifest } from './find-manifest.ts';
import { walkGif, walkJpeg, walkPng } from './walk-images.ts';
import { docTypeOf, walkIso, walkOgg, walkRiff } from './walk-media.ts';

/** Data read from the outermost structure of a file: its boxes, chunks, pages or segments. */
export interface ContainerReport {
  /**
   * Minimum number of bytes that the structure announces but the file lacks; 0 if the file is complete, null if
   * unknown.
   */
  missingBytes: number | null;
  /** True if a C2PA manifest store is embedded as described in appendix A of the C2PA specification. */
  hasManifest: boolean;
  isAnimatedWebp: boolean;
  /** The DocType of a Matroska file (RFC 9559); null for other formats. */
  docType: string | null;
  /** The damage of a PDF or DOCX file in words; null if there is none, and for other formats. */
  damage: string | null;
}

const nothing: ContainerReport = {
  missingBytes: null,
  hasManifest: false,
  isAnimatedWebp: false,
  docType: null,
  damage: null,
};

const walkers: Readonly<Record<string, (source: RangedSource) => Promise<Partial<ContainerReport>>>> = {
  'video/mp4': walkIso,
  'video/quicktime': walkIso,
  'video/x-msvideo': walkRiff,
  'video/x-matroska': async (source) => ({ docType: await docTypeOf(source) }),
  'audio/wav': walkRiff,
  'audio/mpeg': async (source) => ({ hasManifest: await hasTaggedManifest(source) }),
  'audio/ogg': async (source) => ({ missingBytes: await walkOgg(source) }),
  'image/jpeg': walkJpeg,
  'image/png': walkPng,
  'image/gif': walkGif,
  'image/webp': walkRiff,
  'image/svg+xml': async (source) => ({ hasManifest: await mentionsManifest(source, ['c2pa:manifest']) }),
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
  return { ...nothing, ...(await walkers[mimeType]?.(source)) };
}
