import { documentComputeMs } from '../../parsers/document-compute.ts';
import type { Sidekick } from '../../contract/contract.ts';
import type { inspectDocument } from './inspect-document.ts';
import { judgeDocument } from './judge-document.ts';

/**
 * Inspects PDF files: access, active content, embedded files, fonts, blank pages, page sizes and accessibility. The
 * first 20 findings of a rule are separate. One further finding reports the number of the remaining ones. Fonts in the
 * appearances of form fields are not checked. Images are not decoded, so a page with a white image does not count as
 * blank.
 */
export const documentInspection: Sidekick<never, { inspectDocument: typeof inspectDocument }> = {
  examine: async ({ asset, source, parsers, signal, progress }) => {
    if (asset.mimeType !== 'application/pdf') return [];
    const limits = { signal, maxComputeMs: documentComputeMs(asset), onProgress: progress };
    return judgeDocument(await parsers.run('inspectDocument', undefined, source, limits));
  },
};
