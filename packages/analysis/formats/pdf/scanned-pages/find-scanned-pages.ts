import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { withBlockCache } from '../../block-reader.ts';
import { withPdf } from '../pdfjs.ts';
import { pagesOf } from '../pages.ts';
import { openPdfObjects } from '../pdf-objects.ts';
import { maxReadPages, minCoverage } from './limits.ts';
import { readPageImages } from './page-images.ts';

/**
 * Maximum number of characters, without white space, in the text of a scanned page. Scanners, courts and archives stamp
 * a short line on scanned pages, such as a number or the name of a program.
 */
const maxStampCharacters = 100;

export interface ScannedPages {
  /** The numbers of the first `maxReadPages` scanned pages. */
  first: number[];
  count: number;
}

/**
 * Returns the scanned pages among the first `pages` pages of a PDF. Images cover at least half of a scanned page, and
 * its text is no longer than a stamp. A page with an invisible text layer does not count as scanned. Runs in a parser
 * process.
 */
export async function findScannedPages(
  file: RangedSource,
  { pages }: { pages: number },
  progress: (share: number) => void,
): Promise<ScannedPages> {
  const source = withBlockCache(file);
  return withPdf(source, async (document) => {
    const found: ScannedPages = { first: [], count: 0 };
    const objects = await openPdfObjects(source);
    const total = Math.min(pages, document.numPages);
    let number = 0;
    if (objects === null) return found;
    for await (const { page } of pagesOf(objects)) {
      if (number++ === total) break;
      const { coverage, textBytes } = await readPageImages(objects, page);
      const hasImages = coverage >= minCoverage;
      if (hasImages && (textBytes <= maxStampCharacters || (await isStamp(document, number)))) {
        found.count++;
        if (found.first.length < maxReadPages) found.first.push(number);
      }
      progress(number / total);
    }
    return found;
  });
}

/** Returns whether the text of a page has at most `maxStampCharacters` characters, not counting white space. */
async function isStamp(document: PDFDocumentProxy, number: number): Promise<boolean> {
  const page = await document.getPage(number);
  try {
    let characters = 0;
    const { items } = await page.getTextContent();
    for (const item of items) if ('str' in item) characters += item.str.replace(/\s/g, '').length;
    return characters <= maxStampCharacters;
  } finally {
    page.cleanup();
  }
}
