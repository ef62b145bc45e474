/**
 * Minimum share (0–1) of a scanned page that images cover. A scan covers its page except for cropped margins. A page
 * with smaller images and no text is a drawing or a divider.
 */
export const minCoverage = 0.5;

/**
 * Maximum number of scanned pages per document whose text is read. Reading a page takes 2 to 5 s of processor time, so
 * a document takes up to four minutes. Advertising rarely has more pages.
 */
export const maxReadPages = 50;

/** Maximum number of pages in a list of pages with hidden text, or with annotations. */
export const maxListedPages = 2_000;

/** Maximum length in pixels of the longer side of a painted page. An A4 page then has 188 pixels per inch. */
export const maxPageSide = 2_200;
/** Maximum size in bytes of a painted page, with three bytes per pixel. */
export const maxPageBytes = 3 * maxPageSide ** 2;
