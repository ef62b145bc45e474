import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import type { Bounds } from '../../formats/pdf/matrix.ts';
import { openPdfObjects } from '../../formats/pdf/pdf-objects.ts';
import { type PageObject, pagesOf } from '../../formats/pdf/pages.ts';
import type { PdfDict } from '../../formats/pdf/values.ts';
import { createPageSurveyor } from '../../formats/pdf/scanned-pages/page-survey.ts';
import { columnGap, visibleText } from '../../formats/pdf/visible-text.ts';
import type { ShownText } from '../../text/shown-text.ts';
import type { Passage } from './passage.ts';

/**
 * Yields the text of a PDF page by page. Each page is released after it has been read.
 * @param pages the pages with text that may not be shown, and with annotations that are text; null if not known
 */
export async function* readPdf(
  document: PDFDocumentProxy,
  source: RangedSource,
  pages: Pick<Extract<ShownText, { kind: 'pages' }>, 'hidingPages' | 'annotatedPages'> | null,
): AsyncGenerator<Passage> {
  const hiding = new Set(pages?.hidingPages);
  const annotated = new Set(pages?.annotatedPages);
  const objects = hiding.size === 0 ? null : await openPdfObjects(source);
  const survey = objects === null ? null : createPageSurveyor(objects);
  const dicts = objects === null ? null : pagesOf(objects);
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    try {
      const dict = dicts === null ? null : await nextPage(dicts);
      const text =
        hiding.has(number) && dict !== null
          ? await shownText(document, page, (await survey!(dict)).images)
          : await allText(page);
      const further = annotated.has(number) ? await annotationText(page) : '';
      yield { text: text + further, page: number, start: null };
    } finally {
      page.cleanup();
    }
  }
}

async function nextPage(pages: AsyncGenerator<PageObject, undefined>): Promise<PdfDict | null> {
  const { value } = await pages.next();
  return value?.page ?? null;
}

/**
 * Returns the text of a page as pdf.js extracts it, whether it is shown or not. A blank line separates the cells of a
 * table, so that no claim extends over two cells.
 */
async function allText(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  let text = '';
  for (const item of items) {
    if (!('str' in item)) continue;
    // pdf.js gives the space between two strings of a line as an item with the width of the space.
    const isColumnGap = item.str === ' ' && item.width > columnGap * Math.abs(item.transform[0] as number);
    text += isColumnGap ? '\n\n' : item.hasEOL ? `${item.str}\n` : item.str;
  }
  return text;
}

async function shownText(
  document: PDFDocumentProxy,
  page: PDFPageProxy,
  images: readonly Bounds[],
): Promise<string> {
  const layers = await document.getOptionalContentConfig();
  return visibleText(page, images, (group) => layers.isVisible(group) as boolean);
}

/** Bit of the annotation flag Hidden (ISO 32000-2, 12.5.3). pdf.js leaves out annotations with NoView only. */
const hiddenFlag = 2;

interface Annotation {
  annotationFlags?: number;
  /** The lines of the appearance of a text box or a form field. */
  textContent?: string[];
}

/** Returns the text of the displayed text boxes and form fields of a page. */
async function annotationText(page: PDFPageProxy): Promise<string> {
  const annotations = (await page.getAnnotations({ intent: 'display' })) as Annotation[];
  return annotations
    .filter(({ annotationFlags = 0 }) => (annotationFlags & hiddenFlag) === 0)
    .map(({ textContent = [] }) => `\n\n${textContent.join('\n')}`)
    .join('');
}
