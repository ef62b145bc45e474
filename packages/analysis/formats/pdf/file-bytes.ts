import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { createParser, type PdfParser } from './parser.ts';
import { NeedMoreBytes, PdfUnreadable } from './values.ts';

/** Reads and parses the bytes of a PDF. */
export interface FileBytes {
  sizeBytes: number;
  read(start: number, end: number): Promise<Uint8Array>;
  /**
   * Returns the result of `parse` for a parser at `offset`. Repeats with more bytes if `parse` throws `NeedMoreBytes`.
   */
  parseAt<T>(offset: number, parse: (parser: PdfParser) => T): Promise<T>;
}

/** Size in bytes of the first read of an object. */
export const firstWindowBytes = 4 * 1024;
const maxWindowBytes = 16 * 2 ** 20;
/** Bytes at the start of a file in which PDF readers look for the header (ISO 32000-1, Annex H, note 13). */
export const headerSearchBytes = 1024;

/**
 * Returns the offset of a PDF's header (ISO 32000-2, 7.5.2); null if there is none. Other bytes may precede the header.
 */
export function headerOffset(head: Uint8Array): number | null {
  const offset = Buffer.from(head.subarray(0, headerSearchBytes)).indexOf('%PDF-');
  return offset === -1 ? null : offset;
}

/**
 * Creates a reader and parser for the bytes of a PDF.
 * @param source needs a cache, because the parser reads the same bytes several times
 * @param origin position in the file that the offsets inside the PDF count from
 */
export function createFileBytes(source: RangedSource, origin = 0): FileBytes {
  const sizeBytes = source.sizeBytes - origin;
  // A source cannot read an empty range.
  const read: FileBytes['read'] = (start, end) =>
    start === end ? Promise.resolve(new Uint8Array()) : source.read(origin + start, origin + end);
  return {
    sizeBytes,
    read,
    async parseAt(offset, parse) {
      if (!(offset >= 0 && offset < sizeBytes)) throw new PdfUnreadable('offset outside the file');
      for (let window = firstWindowBytes; window <= maxWindowBytes; window *= 8) {
        const end = Math.min(offset + window, sizeBytes);
        const bytes = await read(offset, end);
        try {
          return parse(createParser(bytes, 0, end === sizeBytes));
        } catch (error) {
          if (!(error instanceof NeedMoreBytes)) throw error;
        }
      }
      throw new PdfUnreadable(`object of more than ${maxWindowBytes} bytes`);
    },
  };
}
