import type { Sidekick } from '../contract.ts';
import { judgeClaims } from './judge-claims.ts';

/** Reading a document page by page takes its time; this much is not reading any more. */
const maxComputeMs = 10 * 60_000;

/**
 * Finds wording that advertising codes want evidence for, in plain text, DOCX and PDF. It knows English alone. What its
 * words leave open, the sentence and the document tell: generic words count in advertisements alone. Of each rule the
 * first twenty are reported one by one, and the rest as a number with their pages. Pictures of text are not read, nor are
 * the older DOC files.
 */
export const claims: Sidekick = {
  examine: async ({ asset: { mimeType }, source, parsers, signal, progress }) => {
    const limits = { signal, maxComputeMs, onProgress: progress };
    const found = await parsers.run('findClaims', { mimeType }, source, limits);
    return found === null ? [] : judgeClaims(found);
  },
};
