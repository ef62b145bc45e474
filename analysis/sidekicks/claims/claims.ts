import { documentComputeMs, type Sidekick } from '../contract.ts';
import { judgeClaims } from './judge-claims.ts';

/**
 * Finds English wording that needs evidence under advertising codes, in plain text, DOCX and PDF. Generic words count
 * only if the sentence and the document read as an advertisement. The first 20 claims of a rule become separate
 * findings. One further finding reports the number and the pages of the remaining claims. Text in images and DOC files
 * is not read.
 */
export const claims: Sidekick = {
  examine: async ({ asset, source, parsers, signal, progress }) => {
    const limits = { signal, maxComputeMs: documentComputeMs(asset), onProgress: progress };
    const found = await parsers.run('findClaims', { mimeType: asset.mimeType }, source, limits);
    return found === null ? [] : judgeClaims(found);
  },
};
