/**
 * Thrown if the content cannot be read or measured. A retry does not help. The API shows `message` to the consumer as
 * the reason.
 */
export class Unmeasurable extends Error {}

/** Thrown if the index is missing, damaged or contradicts the file. ffprobe then measures the duration. */
export class IndexUnusable extends Error {}
