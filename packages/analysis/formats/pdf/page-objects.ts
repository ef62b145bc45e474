import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { createFileBytes } from './file-bytes.ts';
import { openPdfFile } from './pdf-file.ts';
import { findObjects } from './recover.ts';
import { isDict, isName, type PdfDict, readable } from './values.ts';

/**
 * Counts the objects of type Page in a PDF (ISO 32000-2, 7.7.3.3), for files whose page tree cannot be read. Returns
 * null if the file has no such object or an unreadable object stream, which could contain more. Reads the whole file.
 */
export async function countPageObjects(source: RangedSource): Promise<number | null> {
  const file = createFileBytes(source);
  const pages = await readable(async () => {
    const { places, trailer, unreadableStreams } = await findObjects(file);
    if (unreadableStreams > 0) return null;
    // Dictionaries outside object streams are not encrypted. A file without object streams can therefore be read
    // without a password, and its `Encrypt` entry is ignored.
    const plain: PdfDict = new Map([...(trailer ?? [])].filter(([key]) => key !== 'Encrypt'));
    const hasStreams = [...places.values()].some(({ kind }) => kind === 'stream');
    const pdf = await openPdfFile(file, { places, trailer: hasStreams ? (trailer ?? plain) : plain });
    let pages = 0;
    for (const objectNumber of places.keys()) {
      const isPage = await readable(async () => {
        const object = await pdf.resolve({ type: 'ref', objectNumber });
        return isDict(object) && isName(await pdf.resolve(object.get('Type')), 'Page');
      });
      if (isPage === true) pages++;
    }
    return pages === 0 ? null : pages;
  });
  return pages ?? null;
}
