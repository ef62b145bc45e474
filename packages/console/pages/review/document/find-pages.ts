import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Issue } from '@assay/client/shapes.ts';
import { createFindQuote } from '../find-quote.ts';
import { quotesOf } from '../quotes.ts';
import { issuesToFind } from './page-issues.ts';
import type { PDFDocumentProxy } from './pdf.ts';

/**
 * Finds the pages of issues whose quotes have no page number. Returns the page numbers by issue id. Pages are searched
 * in the background until each quote is found. Documents without such issues are not read.
 */
export function useFoundPages(
  document: PDFDocumentProxy,
  issues: readonly Issue[],
): Signal<ReadonlyMap<string, number>> {
  const found = useSignal<ReadonlyMap<string, number>>(new Map());
  const wanted = issuesToFind(issues);
  const key = wanted.map(({ id }) => id).join();
  useEffect(() => {
    const gone = new AbortController();
    const isGone = () => gone.signal.aborted;
    const search = async () => {
      let left = wanted.filter(({ id }) => !found.value.has(id));
      for (let number = 1; number <= document.numPages && left.length > 0 && !isGone(); number++) {
        const text = await readText(document, number);
        const find = createFindQuote(text);
        const here = left.filter((issue) => quotesOf(issue).some(({ quote }) => find(quote) !== null));
        if (here.length === 0 || isGone()) continue;
        found.value = new Map([...found.value, ...here.map(({ id }) => [id, number] as const)]);
        left = left.filter((issue) => !here.includes(issue));
      }
    };
    void search();
    return () => gone.abort();
  }, [document, key]);
  return found;
}

/** Returns the text of a page. Empty if the page is damaged. */
async function readText(document: PDFDocumentProxy, number: number): Promise<string> {
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    return items.map((item) => ('str' in item ? (item.hasEOL ? `${item.str}\n` : item.str) : '')).join('');
  } catch {
    return '';
  }
}
