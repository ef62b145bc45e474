/**
 * The content made its parser run out of memory or time, or fail in a way that the parser does not foresee.
 * Final: the same bytes do it again.
 */
export class IsolateFailed extends Error {}
