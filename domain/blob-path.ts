import { isSafeText } from '../lib/characters.ts';

/** An asset reference, `{asset-id}/{filename}` (specification 2.1), taken apart. */
export interface BlobPath {
  /** UUID in lower case. */
  assetId: string;
  /** Everything after the first `/`. */
  filename: string;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const maxFilenameCharacters = 255;

/** True for any UUID in the usual text form, whatever its version or variant. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** Why `filename` cannot be used for an upload, or null when it can. */
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
 * Takes a blob path apart. Returns null when it is malformed. A filename with a further `/` parses (the
 * specification splits at the first one), although no upload URL is ever issued for such a name.
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
