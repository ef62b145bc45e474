import type { Sidekick } from '../contract.ts';
import { judgeClaims } from './judge-claims.ts';

/** Computing time for documents with thousands of pages. */
const maxComputeMs = 10 * 60_000;

/**
 * Finds English wording that needs evidence under advertising codes, in plain text, DOCX and PDF. Generic words count
 * only if the sentence and the document read as an advertisement. The first twenty claims of a rule are reported one
 * by one, the rest as a number with their pages. Pictures of text and DOC files are not read.
 */
export const claims: Sidekick = {
  examine: async ({ asset: { mimeType }, source, parsers, signal, progress }) => {
    const limits = { signal, maxComputeMs, onProgress: progress };
    const found = await parsers.run('findClaims', { mimeType }, source, limits);
    return found === null ? [] : judgeClaims(found);
  },
};
