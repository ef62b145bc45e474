/** Result of measuring a file in a parser process. `reason` is a noun phrase that the API shows to the consumer. */
export type ContentMeasurement =
  | { outcome: 'content_mismatch' | 'unmeasurable'; reason: string }
  /** `value` is in seconds or pages, not rounded; null if files of this type are not measured. */
  | { outcome: 'measured'; value: number | null; details: Record<string, unknown> }
  /** The parsers cannot measure the file, so ffprobe must read a local copy. */
  | { outcome: 'undecided' };

/** Final result of measuring a file. `cause` contains technical details for operators. */
export type MeasurementOutcome = Exclude<ContentMeasurement, { outcome: 'undecided' }> & { cause?: string };
