import { isSafeText } from './lib/characters.ts';

/** The parts of an asset reference, `{asset-id}/{filename}` (specification 2.1). */
export interface BlobPath {
  /** UUID in lower case. */
  assetId: string;
  /** The text after the first `/`. */
  filename: string;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const maxFilenameCharacters = 255;

/** Returns whether `text` is a UUID of any version and variant, in the usual text form. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

export function filenameFault(filename: string): string | null {
  if (filename.length === 0) return 'must not be empty';
  if ([...filename].length > maxFilenameCharacters)
    return `must be at most ${maxFilenameCharacters} characters`;
  if (/[/\\]/.test(filename)) return 'must not contain / or \\';
  if (!filename.isWellFormed()) return 'must be well-formed Unicode';
  if (!isSafeText(filename)) return 'must not contain control or bidirectional-control characters';
  return null;
}

/**
 * Returns the parts of a blob path. Returns null if the path is malformed. The specification splits a path at
 * the first `/`. A filename that contains another `/` is therefore accepted here, although no upload URL is
 * issued for such a filename.
 */
export function parseBlobPath(text: string): BlobPath | null {
  const slash = text.indexOf('/');
  if (slash === -1) return null;
  const assetId = text.slice(0, slash);
  const filename = text.slice(slash + 1);
  if (!isUuid(assetId) || filenameFault(filename.replaceAll('/', '_')) !== null) return null;
  return { assetId: assetId.toLowerCase(), filename };
}

export function formatBlobPath({ assetId, filename }: BlobPath): string {
  return `${assetId}/${filename}`;
}
