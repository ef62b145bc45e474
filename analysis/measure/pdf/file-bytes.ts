import type { RangedSource } from '../../../lib/ranged-source.ts';
import { createParser, type PdfParser } from './parser.ts';
import { NeedMoreBytes, PdfUnreadable } from './values.ts';

/** A file's bytes as the structure of a PDF is read from them. */
export interface FileBytes {
  sizeBytes: number;
  read(start: number, end: number): Promise<Uint8Array>;
  /** Parses at an offset, with as many bytes as it takes. */
  parseAt<T>(offset: number, parse: (parser: PdfParser) => T): Promise<T>;
}

/** What is read of an object at first. */
export const firstWindowBytes = 4 * 1024;
const maxWindowBytes = 16 * 2 ** 20;

/**
 * @param source what is read of it is read again, so it should keep that
 * @param origin where in the file its offsets are counted from
 */
export function createFileBytes(source: RangedSource, origin = 0): FileBytes {
  const sizeBytes = source.sizeBytes - origin;
  // An empty stream, or an empty file, is not asked for: a range of no bytes is none.
  const read: FileBytes['read'] = (start, end) =>
    start === end ? Promise.resolve(new Uint8Array()) : source.read(origin + start, origin + end);
  return {
    sizeBytes,
    read,
    async parseAt(offset, parse) {
      if (!(offset >= 0 && offset < sizeBytes)) throw new PdfUnreadable('an offset points outside the file');
      for (let window = firstWindowBytes; window <= maxWindowBytes; window *= 8) {
        const end = Math.min(offset + window, sizeBytes);
        const bytes = await read(offset, end);
        try {
          return parse(createParser(bytes, 0, end === sizeBytes));
        } catch (error) {
          if (!(error instanceof NeedMoreBytes)) throw error;
        }
      }
      throw new PdfUnreadable('an object is too long');
    },
  };
}
