import type { PageBox } from '@assay/domain/page-box.ts';
import { isPageBox } from '@assay/domain/page-box.ts';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import type { Parsers } from '../parsers/parser-pool.ts';
import type { findScannedPages, PageToRead } from '../formats/pdf/scanned-pages/find-scanned-pages.ts';
import type { pagePixels } from '../formats/pdf/scanned-pages/page-pixels.ts';
import { ParserFailed } from '../parsers/run-job.ts';
import { documentComputeMs } from '../parsers/document-compute.ts';
import { maxPageBytes } from '../formats/pdf/scanned-pages/limits.ts';
import type { ShownText, TextLine } from './shown-text.ts';
import type { Picture } from '../decode/picture.ts';
import type { ReadLine, TextReader } from './text-reader.ts';

/** Maximum processor time for decoding and painting a page, in milliseconds. An A4 scan at 600 dpi takes 2 s. */
const maxPageComputeMs = 20_000;
/**
 * Reading ends after this number of pages that exceeded a limit or crashed a process. Each such page may take minutes.
 */
const maxFailedPages = 3;
/** Reading ends after this number of lines: 100 for each of 50 pages. A hostile page may have 500 long lines. */
const maxLinesOfDocument = 5_000;
const findingShare = 0.1;

export interface PagesToRead {
  /** The PDF. */
  source: RangedSource;
  parsers: Parsers<{ findScannedPages: typeof findScannedPages; pagePixels: typeof pagePixels }>;
  reader: TextReader;
  /** Number of pages that was charged. Later pages are not read. */
  pages: number;
  signal: AbortSignal;
  /** Called with the share of the work that is done, from 0 to 1. */
  progress: (share: number) => void;
}

/**
 * Reads the text of the scanned pages of a PDF, at most `maxReadPages`. Pages that cannot be decoded or read are left
 * out. Throws `ParserFailed` if the document cannot be parsed, the error of `source` if its bytes cannot be read, and
 * the reason of `signal` if the reading is cancelled.
 */
export async function readPages({
  source,
  parsers,
  reader,
  pages,
  signal,
  progress,
}: PagesToRead): Promise<Extract<ShownText, { kind: 'pages' }>> {
  const { first, count, ...listed } = await parsers.run('findScannedPages', { pages }, source, {
    signal,
    maxComputeMs: documentComputeMs({ pages }),
    onProgress: (share) => progress(share * findingShare),
  });
  const text: Extract<ShownText, { kind: 'pages' }> = {
    kind: 'pages',
    pages: [],
    scannedPages: count,
    ...listed,
  };
  let failedPages = 0;
  let lineCount = 0;
  for (const [index, page] of first.entries()) {
    const lines = await readPage(page);
    if (lines !== null) text.pages.push({ page: page.page, lines });
    lineCount += lines?.length ?? 0;
    if (failedPages === maxFailedPages || lineCount >= maxLinesOfDocument) break;
    progress(findingShare + ((index + 1) / first.length) * (1 - findingShare));
  }
  return text;

  /** Returns the lines of a page; null if it cannot be painted or read. */
  async function readPage(page: PageToRead): Promise<TextLine[] | null> {
    try {
      const picture = await pageOf(page);
      if (picture === null) return null;
      const lines = await reader.read(picture, { signal });
      return lines.flatMap((line) => textLine(line, picture));
    } catch (error) {
      // The other pages can still be read.
      if (!(error instanceof ParserFailed)) throw error;
      failedPages++;
      return null;
    }
  }

  async function pageOf(page: PageToRead): Promise<Picture | null> {
    const options = { signal, maxComputeMs: maxPageComputeMs, maxResultBytes: maxPageBytes };
    const found = await parsers.run('pagePixels', page, source, options);
    return found === null ? null : { width: found.width, height: found.height, rgb: found.bytes };
  }
}

/** Converts a line from pixels to shares of the page. Returns no line if its box has no area on the page. */
function textLine({ text, confidence, box }: ReadLine, { width, height }: Picture): TextLine[] {
  const [left, top, right, bottom] = box;
  const shares: PageBox = [left / width, top / height, right / width, bottom / height];
  const within = shares.map((share) => Math.min(1, Math.max(0, share))) as PageBox;
  // `letters` is null: heights in pixels are meaningless, because the size of the page on paper is unknown.
  return isPageBox(within) ? [{ text, confidence, box: within, letters: null }] : [];
}
