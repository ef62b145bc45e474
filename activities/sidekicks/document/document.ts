import type { Sidekick } from '../contract.ts';

/** Reading a document page by page takes its time; this much is not reading any more. */
const maxComputeMs = 10 * 60_000;

/**
 * Finds the encryption of PDF files and the JavaScript of their documents and pages (not yet that of form fields and
 * annotations); other documents have neither in the sense of its rules.
 */
export const documentInspection: Sidekick = {
  examine: async ({ asset, source, isolates, signal, progress }) => {
    if (asset.mimeType !== 'application/pdf') return [];
    return isolates.run('inspectDocument', undefined, source, { signal, maxComputeMs, onProgress: progress });
  },
};
