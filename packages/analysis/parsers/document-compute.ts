const minComputeMs = 60_000;
const computeMsPerPage = 1_000;
const maxComputeMs = 10 * 60_000;

/**
 * Returns the maximum processor time for examining a document, in milliseconds: one minute plus one second per charged
 * page, at most ten minutes. A document with few pages cannot occupy a slot for long, but documents with thousands of
 * pages need minutes.
 * @param document `pages` is the number of pages that was charged; null if no pages were charged
 */
export function documentComputeMs({ pages }: { pages: number | null }): number {
  return Math.min(maxComputeMs, minComputeMs + computeMsPerPage * (pages ?? 0));
}
