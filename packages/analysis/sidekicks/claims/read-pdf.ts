import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Passage } from './passage.ts';

/** Yields the text of a PDF page by page, as pdf.js extracts it. Each page is released after it has been read. */
export async function* readPdf(document: PDFDocumentProxy): AsyncGenerator<Passage> {
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    try {
      const { items } = await page.getTextContent();
      let text = '';
      for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
      yield { text, page: number, start: null };
    } finally {
      page.cleanup();
    }
  }
}
