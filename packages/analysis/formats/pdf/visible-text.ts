import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Bounds, identity } from './matrix.ts';
import { readDisplayList, type TextRun } from './scanned-pages/display-list.ts';
import { minSpace } from './scanned-pages/text-state.ts';

/** Minimum distance from the line before that starts a new line, in font sizes. Superscripts are closer. */
const newLine = 0.5;
/** Minimum space between two columns of a line, in font sizes. The words of justified text are closer. */
export const columnGap = 3;

/**
 * Returns the text of a page without text on layers that are not displayed, and without invisible text (rendering mode
 * 3) outside images. Invisible text over an image is the text layer of a scan. Slower than the text that pdf.js
 * extracts, which includes all of it.
 * @param images bounds of the images in user space
 * @param isVisible returns whether optional content is displayed
 */
export async function visibleText(
  page: PDFPageProxy,
  images: readonly Bounds[],
  isVisible: (group: unknown) => boolean,
): Promise<string> {
  let text = '';
  let previous: TextRun | null = null;
  await readDisplayList(page, {
    base: identity,
    view: page.view as unknown as Bounds,
    isVisible,
    onText: (run) => {
      if (run.isInvisible && !images.some((image) => isInside(run, image))) return;
      if (previous !== null) text += gapBetween(previous, run);
      text += run.text;
      previous = run;
    },
  });
  // Only ligatures are split: the normalisation would also change signs such as ™ and ½.
  return text.replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'));
}

function isInside({ matrix: [, , , , x, y] }: TextRun, [left, top, right, bottom]: Bounds): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** Returns the line break, blank line or space between two strings; empty if the second continues a word. */
function gapBetween({ end }: TextRun, { matrix: [a, b, c, d, e, f] }: TextRun): string {
  const size = Math.hypot(c, d);
  const width = Math.hypot(a, b);
  if (!(size > 0 && width > 0)) return ' ';
  const [x, y] = [e - end[0], f - end[1]];
  const along = (x * a + y * b) / width;
  const across = (x * c + y * d) / size;
  if (Math.abs(across) > newLine * size || along < -size) return '\n';
  if (along > columnGap * size) return '\n\n';
  return along > minSpace * size ? ' ' : '';
}
