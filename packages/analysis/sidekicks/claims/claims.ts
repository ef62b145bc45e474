import { documentComputeMs } from '../../parsers/document-compute.ts';
import type { Sidekick } from '../../contract/contract.ts';
import type { findClaims } from './find-claims.ts';
import { judgeClaims, unreadFile } from './judge-claims.ts';

/** Maximum processor time in milliseconds for finding claims in the text or the speech of a file. */
const maxPictureComputeMs = 60_000;

/**
 * Finds English wording that needs evidence under advertising codes. Examines plain text, DOCX, PDF, the text in
 * images, videos and scanned pages, and the speech in videos and sounds. Reports if no text was read, as in DOC and SVG
 * files. The distinct words of a page or a picture decide whether it advertises. Reports the first 20 wordings of a
 * rule as single findings with their places, and the number and pages of the others in one further finding.
 */
export const claims: Sidekick<never, { findClaims: typeof findClaims }> = {
  examine: async ({ asset, source, shownText, spokenText = null, parsers, signal, progress }) => {
    const isDocument = asset.assetType === 'document';
    if (asset.assetType === 'image' && shownText === null) return [unreadFile(asset)];
    // The file has no picture and no sound, or `integrity` reports that they are encrypted.
    if (!isDocument && shownText === null && spokenText === null) return [];
    const maxComputeMs = isDocument ? documentComputeMs(asset) : maxPictureComputeMs;
    const found = await parsers.run(
      'findClaims',
      { mimeType: asset.mimeType, shownText, spokenText },
      source,
      {
        signal,
        maxComputeMs,
        onProgress: progress,
      },
    );
    return found === null ? [unreadFile(asset)] : judgeClaims(found, shownText, spokenText);
  },
};
