/** A file that can be read in parts without being fetched whole. Reads throw when it is not reachable. */
export interface RangedSource {
  sizeBytes: number;
  /** The bytes from `start` to before `end`. Throws `ContentChanged` when they are no longer those of the ETag. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Writes the whole file to `path`. */
  download(path: string): Promise<void>;
}

/** The object is not, or no longer, the one with the expected ETag. Final: reading again will not bring it back. */
export class ContentChanged extends Error {
  constructor(key: string) {
    super(`object ${key} no longer has the expected content`);
    this.name = 'ContentChanged';
  }
}
