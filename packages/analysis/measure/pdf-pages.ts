import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { PdfRefused, withPdf } from '../formats/pdf/pdfjs.ts';
import { withBlockCache } from '../formats/block-reader.ts';
import { countLeafPages } from '../formats/pdf/leaf-pages.ts';
import { countPageObjects } from '../formats/pdf/page-objects.ts';
import { Unmeasurable } from '../formats/format-errors.ts';

export interface PageCount {
  pages: number;
  /** Number of pages according to pdf.js. If the document declares fewer pages than it has, this is its `/Count`. */
  declaredPages: number;
  /** Number of leaves of the page tree; null if the tree cannot be read. */
  leafPages: number | null;
  /** Number of kids of the page tree that cannot be read. `leafPages` does not include them. */
  unreadableKids: number;
}

const noLeaves = { leaves: null, unreadableKids: 0 };

/**
 * Returns the number of pages of a PDF: the number according to pdf.js or the number of leaves of the page tree,
 * whichever is larger. If the tree has no readable leaf, objects of type Page are counted instead. Throws
 * `Unmeasurable` if pdf.js cannot open the file, the file has no page, or its pages cannot be counted.
 */
export async function pdfPages(file: RangedSource): Promise<PageCount> {
  const source = withBlockCache(file);
  let declaredPages: number;
  try {
    declaredPages = await withPdf(source, (document) => Promise.resolve(document.numPages));
  } catch (error) {
    if (error instanceof PdfRefused) throw new Unmeasurable(error.message);
    throw error;
  }
  const { leaves: leafPages, unreadableKids } = (await countLeafPages(source)) ?? noLeaves;
  const pageObjects = leafPages === null || leafPages === 0 ? await countPageObjects(source) : null;
  if (leafPages === null && pageObjects === null) throw new Unmeasurable('unreadable page tree');
  const pages = Math.max(declaredPages, leafPages ?? 0, pageObjects ?? 0);
  if (pages < 1) throw new Unmeasurable('no pages');
  return { pages, declaredPages, leafPages, unreadableKids };
}
