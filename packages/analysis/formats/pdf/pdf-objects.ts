import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { createDecryption } from './decryption.ts';
import { createFileBytes } from './file-bytes.ts';
import { readStreamAt } from './objects.ts';
import { openPdfFile } from './pdf-file.ts';
import { recoverCrossReferences } from './recover.ts';
import { isDict, isRef, type PdfDict, type PdfValue, readable, stringBytes } from './values.ts';
import { type CrossReferences, readCrossReferences } from './xref.ts';

/** Reads the objects of a PDF. A missing, unreadable or wrongly typed object is returned as null or an empty array. */
export interface PdfObjects {
  catalog: PdfDict;
  isEncrypted: boolean;
  resolve(value: PdfValue | undefined): Promise<PdfValue>;
  dict(value: PdfValue | undefined): Promise<PdfDict | null>;
  array(value: PdfValue | undefined): Promise<PdfValue[]>;
  /** Returns the decoded bytes of a stream; null if the stream is unreadable or uses a filter for images. */
  stream(value: PdfValue | undefined): Promise<Uint8Array | null>;
  /**
   * Returns the decoded metadata stream of the document (14.3.2); null if it is missing or unreadable. In an encrypted
   * document, this stream alone may be unencrypted (`EncryptMetadata`, 7.6.4.2).
   */
  metadata(): Promise<Uint8Array | null>;
  /** Returns a text string (ISO 32000-2, 7.9.2.2); null if the value is not a string or the document is encrypted. */
  text(value: PdfValue | undefined): Promise<string | null>;
  /** Prefetches objects. Adjacent objects are fetched with one read. */
  fetchAhead(values: readonly PdfValue[]): Promise<void>;
}

/**
 * Opens a PDF by its cross-reference tables. If the tables are damaged, searches the whole file for objects. Returns
 * null if there is no page tree.
 */
export async function openPdfObjects(source: RangedSource): Promise<PdfObjects | null> {
  const file = createFileBytes(source);
  const openWith = async (references: CrossReferences): Promise<PdfObjects | null> => {
    const opened = await openPdfFile(file, references);
    const { trailer } = opened;
    const resolve = (value: PdfValue | undefined) => opened.resolve(value);
    const decrypt = await createDecryption(trailer, resolve);
    const orNull = async <T>(read: () => Promise<T>): Promise<T | null> => (await readable(read)) ?? null;
    const resolved = async (value: PdfValue | undefined) => orNull(() => resolve(value));
    const dict = async (value: PdfValue | undefined) => {
      const found = await resolved(value);
      return isDict(found) ? found : null;
    };
    const catalog = await dict(trailer.get('Root'));
    if (catalog === null || (await dict(catalog.get('Pages'))) === null) return null;
    const stream = async (value: PdfValue | undefined, decryption = decrypt) => {
      const place = isRef(value) ? references.places.get(value.objectNumber) : undefined;
      if (place?.kind !== 'offset') return null;
      return orNull(async () => (await readStreamAt(file, place.offset, resolve, decryption)).bytes);
    };
    return {
      catalog,
      isEncrypted: trailer.has('Encrypt'),
      resolve: resolved,
      dict,
      array: async (value) => {
        const found = await resolved(value);
        return Array.isArray(found) ? found : [];
      },
      stream: (value) => stream(value),
      metadata: async () => {
        const isPlain = (await dict(trailer.get('Encrypt')))?.get('EncryptMetadata') === false;
        return stream(catalog.get('Metadata'), isPlain ? null : decrypt);
      },
      text: async (value) => {
        if (trailer.has('Encrypt')) return null;
        const bytes = stringBytes(await resolved(value));
        return bytes === null ? null : textOf(bytes);
      },
      fetchAhead: (values) => opened.fetchAhead(values),
    };
  };
  for (const read of [readCrossReferences, recoverCrossReferences]) {
    const objects = await readable(async () => openWith(await read(file)));
    if (objects) return objects;
  }
  return null;
}

/**
 * Decodes a text string (ISO 32000-2, 7.9.2.2): UTF-16BE or UTF-8 with a byte order mark, otherwise PDFDocEncoding.
 * PDFDocEncoding is decoded as Latin-1, because both encode Western letters in the same way.
 */
export function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder().decode(bytes);
  return Buffer.from(bytes).toString('latin1');
}
