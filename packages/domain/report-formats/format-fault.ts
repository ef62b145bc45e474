/** Thrown if a report cannot be written in a format. */
export class FormatFault extends Error {
  /** The part of the request to change. */
  readonly field: 'format' | 'startTimecode';

  constructor(field: FormatFault['field'], message: string) {
    super(message);
    this.field = field;
  }
}
