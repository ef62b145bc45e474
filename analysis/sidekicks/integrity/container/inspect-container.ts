import type { RangedSource } from '../../../../lib/ranged-source.ts';
import { docxDamage, pdfDamage } from './document-damage.ts';
import { walkGif } from './gif.ts';
import { walkIso } from './iso.ts';
import { walkJpeg, walkPng } from './jpeg-png.ts';
import { endOfOgg } from './ogg.ts';
import { walkRiff } from './riff.ts';
import { hasTaggedManifest, mentionsManifest } from './text-search.ts';
import { docTypeOf } from './doc-type.ts';

/** What a file's outermost structure tells. */
export interface ContainerReport {
  /** How many bytes its structure announces past its end, at least; 0 where it is whole, null where it does not tell. */
  missingBytes: number | null;
  /** Whether a C2PA manifest store is embedded where the C2PA specification, appendix A, puts it. */
  hasManifest: boolean;
  /** True for an animated WebP. */
  isAnimatedWebp: boolean;
  /** The DocType of a Matroska file (RFC 9559); null for others. */
  docType: string | null;
  /** What is wrong with a document's outermost structure; null where nothing is, and for other files. */
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
  'audio/ogg': async (source) => ({ missingBytes: await endOfOgg(source) }),
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

/** Goes through the outermost structure of a file, without what it holds. Runs in an isolate. */
export async function inspectContainer(
  source: RangedSource,
  { mimeType }: { mimeType: string },
): Promise<ContainerReport> {
  return { ...nothing, ...(await walkers[mimeType]?.(source)) };
}
