/** A file that can be read in parts without downloading it. Reads throw if the file is unreachable. */
export interface RangedSource {
  sizeBytes: number;
  /** Returns the bytes from `start` to `end` (exclusive). Throws `ContentChanged` if the file has changed. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Writes the whole file to the local file `path`. Also calls `onBytes` with the bytes, in order. */
  download(path: string, onBytes?: (bytes: Uint8Array) => void): Promise<void>;
}

/** Returns bytes in memory as a source. They cannot be downloaded. */
export function bytesSource(bytes: Uint8Array): RangedSource {
  return {
    sizeBytes: bytes.length,
    read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
    download: () => Promise.reject(new Error('bytes in memory are no file')),
  };
}

/** Thrown if an object does not have the expected ETag. The error is permanent, so a retry does not help. */
export class ContentChanged extends Error {
  constructor(key: string) {
    super(`object ${key} no longer has the expected content`);
    this.name = 'ContentChanged';
  }
}
