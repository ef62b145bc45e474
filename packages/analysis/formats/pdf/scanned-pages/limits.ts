/**
 * Minimum share of a scanned page that images cover. A scan covers its page, except for margins that were cut off. A
 * page with smaller images and no text is a drawing or a divider.
 */
export const minCoverage = 0.5;

/**
 * Maximum number of scanned pages that are read. Reading a page takes 2 to 5 s of processor time, so a document
 * takes up to four minutes. Advertising rarely has more pages.
 */
export const maxReadPages = 50;

/** Maximum pixels of the longer side of a page. An A4 page has 188 pixels per inch then. */
export const maxPageSide = 2_200;
/** Maximum size of the pixels of a page: three bytes per pixel. */
export const maxPageBytes = 3 * maxPageSide ** 2;
