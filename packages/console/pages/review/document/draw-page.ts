import { type PageBox, unionOf } from '@assay/domain/page-box.ts';
import { createFindQuote, type FindQuote } from '../find-quote.ts';
import type { Quote } from '../quotes.ts';
import { AnnotationMode, type PDFPageProxy, type RenderTask, TextLayer } from './pdf.ts';

/** CSS pixels in a point (1/72 inch) at 100 %. */
export const pixelsPerPoint = 96 / 72;
/** Largest number of pixels of a canvas. Larger pages are drawn with a lower resolution, and enlarged. */
const maxCanvasPixels = 2 ** 24;

/** Draws a page. @param width the width in CSS pixels */
export function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement, width: number): RenderTask {
  const natural = page.getViewport({ scale: 1 });
  const height = (width * natural.height) / natural.width;
  const limit = Math.sqrt(maxCanvasPixels / (width * height));
  const scale = (Math.min(devicePixelRatio, limit) * width) / natural.width;
  const viewport = page.getViewport({ scale });
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  // Annotations and form fields are drawn, but are not interactive.
  return page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
}

/** The text of a page, and the elements that show it. */
export interface PageText {
  find: FindQuote;
  /** The elements of the text layer, with the position of each in the text. */
  parts: { start: number; length: number; element: HTMLElement }[];
}

/** Fills a container with the text of a page. The text is transparent and lies over the picture of the page. */
export async function drawText(page: PDFPageProxy, container: HTMLElement): Promise<PageText> {
  const content = await page.getTextContent();
  const layer = new TextLayer({
    textContentSource: content,
    container,
    viewport: page.getViewport({ scale: 1 }),
  });
  await layer.render();
  const elements = layer.textDivs;
  let text = '';
  let index = 0;
  const parts: PageText['parts'] = [];
  for (const item of content.items) {
    if (!('str' in item)) continue;
    const element = elements[index++];
    if (element !== undefined) parts.push({ start: text.length, length: item.str.length, element });
    text += item.hasEOL ? `${item.str}\n` : item.str;
  }
  return { find: createFindQuote(text), parts };
}

/** Returns the boxes of a quote on a page, one per line of text. @param sheet the element of the page */
export function quoteBoxes({ find, parts }: PageText, { quote, context }: Quote, sheet: Element): PageBox[] {
  const span = find(quote, context);
  if (span === null) return [];
  const page = sheet.getBoundingClientRect();
  const boxes: PageBox[] = [];
  for (const { start, length, element } of parts) {
    const from = Math.max(0, span.start - start);
    const to = Math.min(length, span.end - start);
    const node = element.firstChild;
    if (from >= to || !(node instanceof Text) || node.length < to) continue;
    const range = new Range();
    range.setStart(node, from);
    range.setEnd(node, to);
    for (const { left, top, right, bottom } of range.getClientRects()) {
      const box: PageBox = [
        (left - page.left) / page.width,
        (top - page.top) / page.height,
        (right - page.left) / page.width,
        (bottom - page.top) / page.height,
      ];
      const last = boxes.at(-1);
      if (box[0] >= box[2] || box[1] >= box[3]) continue;
      if (last !== undefined && continues(last, box, page)) boxes.splice(-1, 1, unionOf([last, box]));
      else boxes.push(box);
    }
  }
  return boxes;
}

/** Returns whether `box` is on the line of `last`, with a gap of less than the height of the line. */
function continues(last: PageBox, box: PageBox, { width, height }: DOMRect): boolean {
  const lineHeight = last[3] - last[1];
  const gap = ((box[0] - last[2]) * width) / (lineHeight * height);
  return Math.abs(box[1] - last[1]) < lineHeight / 2 && gap > -1 && gap < 1;
}
