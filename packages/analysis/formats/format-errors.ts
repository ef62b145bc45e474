/**
 * Thrown if an upload cannot be read or measured. A retry would fail in the same way. The API shows `message` to the
 * consumer as the reason.
 */
export class Unmeasurable extends Error {}

/**
 * Thrown if the index of a media file is missing, damaged or contradicts the rest of the file. ffprobe then measures
 * the duration.
 */
export class IndexUnusable extends Error {}
