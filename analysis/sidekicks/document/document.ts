import type { Sidekick } from '../contract.ts';
import { judgeDocument } from './judge-document.ts';

/** Reading a document page by page takes its time; this much is not reading any more. */
const maxComputeMs = 10 * 60_000;

/**
 * Inspects PDF files: access, active content, embedded files, fonts, blank pages, page sizes and accessibility. Of each
 * rule the first twenty are reported one by one, and the rest as a number. Fonts of form fields' appearances, and what
 * pictures show, are not looked at: a page with a white picture is none that is blank. Other documents have nothing in the sense of its rules.
 */
export const documentInspection: Sidekick = {
  examine: async ({ asset, source, parsers, signal, progress }) => {
    if (asset.mimeType !== 'application/pdf') return [];
    const limits = { signal, maxComputeMs, onProgress: progress };
    return judgeDocument(await parsers.run('inspectDocument', undefined, source, limits));
  },
};
