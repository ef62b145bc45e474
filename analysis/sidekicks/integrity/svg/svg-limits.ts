/** No drawing that a person or a tool made comes near these. */
export const maxSvgBytes = 10 * 2 ** 20;
export const maxElements = 500_000;
export const maxDepth = 1_000;
/** Drawings in drawings, by data URLs. */
export const maxEmbedded = 3;
export const maxErrors = 100;
