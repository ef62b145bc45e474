import type { Sidekick } from '../contract.ts';
import { judgeDocument } from './judge-document.ts';

/** Maximum computing time; documents with thousands of pages need minutes. */
const maxComputeMs = 10 * 60_000;

/**
 * Inspects PDF files: access, active content, embedded files, fonts, blank pages, page sizes and accessibility. The
 * first twenty findings of a rule are separate; one further finding reports the number of the others. Fonts in the
 * appearances of form fields are not checked. Pictures are not decoded, so a page with a white picture does not count
 * as blank.
 */
export const documentInspection: Sidekick = {
  examine: async ({ asset, source, parsers, signal, progress }) => {
    if (asset.mimeType !== 'application/pdf') return [];
    const limits = { signal, maxComputeMs, onProgress: progress };
    return judgeDocument(await parsers.run('inspectDocument', undefined, source, limits));
  },
};
