import type { AssetType } from './asset-type.ts';

// How the original file of an asset is served to browsers.

/**
 * Types that a browser may show in a page. Files of any other type are downloads: SVG and documents can contain
 * scripts.
 */
const displayable: ReadonlySet<string> = new Set([
  'video/mp4',
  'video/quicktime',
  'video/x-msvideo',
  'video/x-matroska',
  'audio/mpeg',
  'audio/wav',
  'audio/aac',
  'audio/ogg',
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
]);

/** Types that Chromium, Firefox and Safari usually play or show without conversion. */
const playable: ReadonlySet<string> = new Set([
  'video/mp4',
  'audio/mpeg',
  'audio/wav',
  'audio/aac',
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'application/pdf',
]);

export const isPlayable = (mimeType: string): boolean => playable.has(mimeType);

/** Returns the MIME type of the preview of an asset of this type. */
export const previewType = (assetType: AssetType): string =>
  assetType === 'audio' ? 'audio/mp4' : 'video/mp4';

/** The headers with which the storage serves a file. */
export interface ServedAs {
  contentType: string;
  contentDisposition: string;
}

/** Returns the headers for a file of this name (RFC 6266). No browser shows a type that can contain scripts. */
export function servedAs(filename: string, mimeType: string): ServedAs {
  const isShown = displayable.has(mimeType);
  return {
    contentType: isShown ? mimeType : 'application/octet-stream',
    contentDisposition: `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeParameter(filename)}`,
  };
}

/** Percent-encodes a parameter of a header (RFC 8187), which allows fewer characters than a URL. */
function encodeParameter(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
