import type { Sidekick } from '../contract.ts';
import { judgeDocument } from './judge-document.ts';

/** Computing time for documents with thousands of pages. */
const maxComputeMs = 10 * 60_000;

/**
 * Inspects PDF files: access, active content, embedded files, fonts, blank pages, page sizes and accessibility. The
 * first twenty findings of a rule are reported one by one, the rest as a number. Fonts in the appearances of form
 * fields are not checked. Pictures are not decoded, so a page with a white picture is not blank. The rules apply to
 * PDF only.
 */
export const documentInspection: Sidekick = {
  examine: async ({ asset, source, parsers, signal, progress }) => {
    if (asset.mimeType !== 'application/pdf') return [];
    const limits = { signal, maxComputeMs, onProgress: progress };
    return judgeDocument(await parsers.run('inspectDocument', undefined, source, limits));
  },
};
