import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { withBlockCache } from '../../block-reader.ts';
import { pushCapped } from '../../capped-collections.ts';
import { withPdf } from '../pdfjs.ts';
import { pagesOf } from '../pages.ts';
import { openPdfObjects, type PdfObjects } from '../pdf-objects.ts';
import { nameOf, type PdfDict } from '../values.ts';
import { maxListedPages, maxReadPages, minCoverage } from './limits.ts';
import { isGarbled } from './nameless-fonts.ts';
import { createPageSurveyor, type PageSurvey } from './page-survey.ts';

/**
 * Maximum number of characters, without white space, in the text of a scanned page. Scanners, courts and archives stamp
 * a short line on scanned pages, such as a number or the name of a program.
 */
const maxStampCharacters = 100;

/**
 * Minimum number of letters that are shapes, or bytes of text in fonts without characters, of a page whose letters are
 * drawn. A page with fewer has a symbol or a number at most.
 */
const minDrawnLetters = 12;
/** Minimum number of letters that are shapes per character of text. Below it, the shapes are a logo beside text. */
const minShareOfText = 0.2;

/** A page whose letters are not in its text. */
export interface PageToRead {
  page: number;
  /** `scan`: images cover the page. `shapes`: letters are filled paths. `glyphs`: their characters are unknown. */
  letters: 'scan' | 'shapes' | 'glyphs';
}

export interface ScannedPages {
  /** The first `maxReadPages` of these pages. */
  first: PageToRead[];
  count: number;
  /** The first 2,000 pages with text that may not be shown: on hidden layers, or invisible outside a scan. */
  hidingPages: number[];
  /** The first 2,000 pages with annotations that are text. */
  annotatedPages: number[];
}

/** Annotations whose appearance is text: text boxes and form fields. */
const textAnnotations = new Set(['FreeText', 'Widget']);
/** Maximum number of annotations of a page that are looked at. */
const maxAnnotations = 5_000;

/**
 * Returns the pages among the first `pages` pages of a PDF whose letters are not in its text: scanned pages, and pages
 * whose letters are drawn. Images cover at least half of a scanned page, and its text is no longer than a stamp. A page
 * with an invisible text layer does not count as scanned. Runs in a parser process.
 */
export async function findScannedPages(
  file: RangedSource,
  { pages }: { pages: number },
  progress: (share: number) => void,
): Promise<ScannedPages> {
  const source = withBlockCache(file);
  return withPdf(source, async (document) => {
    const found: ScannedPages = { first: [], count: 0, hidingPages: [], annotatedPages: [] };
    const objects = await openPdfObjects(source);
    const total = Math.min(pages, document.numPages);
    let number = 0;
    if (objects === null) return found;
    const survey = createPageSurveyor(objects);
    const layers = await document.getOptionalContentConfig();
    const hidesLayers = [...layers].some(([, { visible }]) => !visible);
    for await (const { page } of pagesOf(objects)) {
      if (number++ === total) break;
      const surveyed = await survey(page);
      if (hidesText(surveyed, hidesLayers)) pushCapped(found.hidingPages, number, maxListedPages);
      if (await hasTextAnnotation(objects, page)) pushCapped(found.annotatedPages, number, maxListedPages);
      const letters = await lettersOf(document, number, surveyed);
      if (letters !== null) {
        found.count++;
        if (found.first.length < maxReadPages) found.first.push({ page: number, letters });
      }
      progress(number / total);
    }
    return found;
  });
}

/** Returns whether a page may have text that is not shown. The text layer of a scan is over its image. */
function hidesText({ invisibleBytes, coverage, usesLayers }: PageSurvey, hidesLayers: boolean): boolean {
  return (usesLayers && hidesLayers) || (invisibleBytes > 0 && coverage < minCoverage);
}

async function hasTextAnnotation(objects: PdfObjects, page: PdfDict): Promise<boolean> {
  const annotations = page.has('Annots') ? await objects.array(page.get('Annots')) : [];
  for (const reference of annotations.slice(0, maxAnnotations)) {
    const subtype = nameOf((await objects.dict(reference))?.get('Subtype'));
    if (subtype !== null && textAnnotations.has(subtype)) return true;
  }
  return false;
}

/** Returns how the page shows letters that are not in its text; null if it has none, or hardly any beside its text. */
async function lettersOf(
  document: PDFDocumentProxy,
  number: number,
  { coverage, textBytes, namelessBytes, letters }: PageSurvey,
): Promise<PageToRead['letters'] | null> {
  const isCovered = coverage >= minCoverage;
  if (isCovered && textBytes <= maxStampCharacters) return 'scan';
  // A character of text has one or two bytes.
  const mayBeMost = (count: number) => count >= minDrawnLetters && count >= (minShareOfText * textBytes) / 2;
  const isOutlined = mayBeMost(letters);
  if (isOutlined && letters >= minShareOfText * textBytes) return 'shapes';
  const isNameless = mayBeMost(namelessBytes);
  if (!isCovered && !isOutlined && !isNameless) return null;
  const text = await pageText(document, number);
  const characters = text.replace(/\s/g, '').length;
  if (isCovered && characters <= maxStampCharacters) return 'scan';
  if (isOutlined && letters >= minShareOfText * characters) return 'shapes';
  return isNameless && isGarbled(text) ? 'glyphs' : null;
}

async function pageText(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number);
  try {
    const { items } = await page.getTextContent();
    return items.map((item) => ('str' in item ? item.str : '')).join(' ');
  } finally {
    page.cleanup();
  }
}
