import type { RangedSource } from '../../../lib/ranged-source.ts';
import { createFileBytes } from './file-bytes.ts';
import { openPdfFile } from './pdf-file.ts';
import { findObjects } from './recover.ts';
import { isDict, isName, type PdfDict, readable } from './values.ts';

/**
 * The number of objects of a PDF that say that they are pages (ISO 32000-2, 7.7.3.3), for where its page tree cannot be
 * read. Null where they cannot be counted: there are none, or objects that cannot be read. Reads the whole file.
 */
export async function countPageObjects(source: RangedSource): Promise<number | null> {
  const file = createFileBytes(source);
  const pages = await readable(async () => {
    const { places, trailer, unreadableStreams } = await findObjects(file);
    if (unreadableStreams > 0) return null;
    // Where its streams are enciphered and there is none of objects, nothing has to be deciphered.
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
