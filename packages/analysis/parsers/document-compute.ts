const minComputeMs = 60_000;
const computeMsPerPage = 1_000;
const maxComputeMs = 10 * 60_000;

/**
 * Returns the maximum processor time for examining a document, in milliseconds. It depends on the pages that were
 * charged, because documents share their slots. Documents with thousands of pages need minutes.
 * @param document `pages` is the number of pages that was charged; null if none was
 */
export function documentComputeMs({ pages }: { pages: number | null }): number {
  return Math.min(maxComputeMs, minComputeMs + computeMsPerPage * (pages ?? 0));
}
