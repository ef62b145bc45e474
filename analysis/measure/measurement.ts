/** The content cannot be measured; a retry does not help. `message` is the reason shown to the consumer. */
export class Unmeasurable extends Error {}

/** The measurement of a file in a parser process. `reason` is a noun phrase that is shown to the consumer. */
export type ContentMeasurement =
  | { outcome: 'content_mismatch' | 'unmeasurable'; reason: string }
  /** `value` is in seconds or pages, not rounded; null if the type is not measured. */
  | { outcome: 'measured'; value: number | null; details: Record<string, unknown> }
  /** The parsers cannot measure it; ffprobe must read a local copy. */
  | { outcome: 'undecided' };

/** The final measurement of a file. `cause` is for operators. */
export type MeasurementOutcome = Exclude<ContentMeasurement, { outcome: 'undecided' }> & { cause?: string };
