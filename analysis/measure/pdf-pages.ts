import type { RangedSource } from '../../lib/ranged-source.ts';
import { PdfRefused, withPdf } from '../media/pdf.ts';
import { keepingPieces } from './block-reader.ts';
import { countLeafPages } from './pdf/leaf-pages.ts';
import { countPageObjects } from './pdf/page-objects.ts';
import { Unmeasurable } from './unmeasurable.ts';

export interface PageCount {
  pages: number;
  /** What pdf.js says, which believes a `/Count` that is too small. */
  declaredPages: number;
  /** The leaves of the page tree; null where the tree cannot be read. */
  leafPages: number | null;
  /** What the tree refers to and cannot be read, which is not among the leaves. */
  unreadableKids: number;
}

const noLeaves = { leaves: null, unreadableKids: 0 };

/**
 * The pages of a PDF: pdf.js opens and judges it, the page tree is counted, and the larger number holds. Where there is
 * no leaf to be found in the tree, the objects that say that they are pages are counted in its place.
 * Throws `Unmeasurable` when pdf.js cannot open it, it has no page, or nothing but its own word tells how many.
 */
export async function pdfPages(file: RangedSource): Promise<PageCount> {
  const source = keepingPieces(file);
  let declaredPages: number;
  try {
    declaredPages = await withPdf(source, (document) => Promise.resolve(document.numPages));
  } catch (error) {
    if (error instanceof PdfRefused) throw new Unmeasurable(error.message);
    throw error;
  }
  const { leaves: leafPages, unreadableKids } = (await countLeafPages(source)) ?? noLeaves;
  const pageObjects = leafPages === null || leafPages === 0 ? await countPageObjects(source) : null;
  if (leafPages === null && pageObjects === null) throw new Unmeasurable('its pages cannot be counted');
  const pages = Math.max(declaredPages, leafPages ?? 0, pageObjects ?? 0);
  if (pages < 1) throw new Unmeasurable('it has no page');
  return { pages, declaredPages, leafPages, unreadableKids };
}
