/** Thrown if an upload cannot be measured. Not retryable. The API shows `message` to the consumer as the reason. */
export class Unmeasurable extends Error {}

/** Thrown if a media file has no index, or an index that is damaged or wrong. ffprobe then measures the duration. */
export class IndexUnusable extends Error {}
