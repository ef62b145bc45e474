import { documentComputeMs } from '../../parsers/document-compute.ts';
import type { Sidekick } from '../../contract/contract.ts';
import type { inspectDocument } from './inspect-document.ts';
import { judgeDocument } from './judge-document.ts';

/**
 * Inspects PDF files: encryption, active content, embedded files and films, fonts, blank pages, page sizes and
 * accessibility. Reports at most 20 single findings per rule, and the number of further ones in another finding. Does
 * not check fonts in the appearances of form fields. Does not decode images, so a page with only a white image does not
 * count as blank.
 */
export const documentInspection: Sidekick<never, { inspectDocument: typeof inspectDocument }> = {
  examine: async ({ asset, source, parsers, signal, progress }) => {
    if (asset.mimeType !== 'application/pdf') return [];
    const limits = { signal, maxComputeMs: documentComputeMs(asset), onProgress: progress };
    return judgeDocument(await parsers.run('inspectDocument', undefined, source, limits));
  },
};
