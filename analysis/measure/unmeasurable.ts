/** The content cannot be measured, however often it is tried; `message` says why, in words for the consumer. */
export class Unmeasurable extends Error {}
