import type { PdfDict, PdfValue } from './values.ts';
import type { PageBox } from '@assay/domain/page-box.ts';
import type { PdfObjects } from './pdf-objects.ts';

/** Corners of a rectangle in user space: left, bottom, right, top. */
export type Rectangle = [number, number, number, number];

/** The visible part of a page. pdf.js describes a page with the same properties. */
export interface PageArea {
  /** The crop box, limited to the media box, in user space units (ISO 32000-2, 14.11.2). */
  view: Rectangle;
  /** The clockwise rotation for display, in degrees: 0, 90, 180 or 270. */
  rotate: number;
}

/**
 * Coordinates of boxes are shares (0–1) of the page's width or height, rounded to six decimals. The error is far below
 * a pixel on every screen.
 */
const precision = 1e6;

/** The media box that pdf.js uses for a page without one, in points: US Letter. */
const defaultMediaBox: Rectangle = [0, 0, 612, 792];

/**
 * Returns the visible part of a page. Damaged page boxes are replaced as pdf.js does, so that positions match the page
 * that people see.
 * @param page the page dictionary, including inherited entries
 */
export async function pageArea(objects: PdfObjects, page: PdfDict): Promise<PageArea> {
  const media = (await readRectangle(objects, page.get('MediaBox'))) ?? defaultMediaBox;
  const crop = await readRectangle(objects, page.get('CropBox'));
  const view = (crop && intersection(media, crop)) ?? media;
  const rotate = await objects.resolve(page.get('Rotate'));
  const isQuarters = typeof rotate === 'number' && rotate % 90 === 0;
  return { view, rotate: isQuarters ? ((rotate % 360) + 360) % 360 : 0 };
}

/**
 * Returns a rectangle (ISO 32000-2, 7.9.5) with sorted corners. Null if the value is no rectangle, or has no area.
 */
export async function readRectangle(
  objects: PdfObjects,
  value: PdfValue | undefined,
): Promise<Rectangle | null> {
  const found = await objects.array(value);
  if (found.length !== 4) return null;
  const corners = await Promise.all(found.map((corner) => objects.resolve(corner)));
  if (!corners.every((corner) => typeof corner === 'number' && Number.isFinite(corner))) return null;
  const [x1, y1, x2, y2] = corners as Rectangle;
  return unlessEmpty([Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]);
}

/**
 * Returns the part of a rectangle that is visible on the page, in the format of an anchor
 * (`packages/domain/page-box.ts`). Null if no part is visible. `UserUnit` has no effect, because the box consists of
 * shares of the page.
 */
export function boxOnPage({ view, rotate }: PageArea, rectangle: Rectangle): PageBox | null {
  const visible = intersection(view, rectangle);
  if (visible === null) return null;
  const [left, bottom, right, top] = view;
  const across = (x: number) => (x - left) / (right - left);
  const down = (y: number) => (top - y) / (top - bottom);
  const upright: PageBox = [across(visible[0]), down(visible[3]), across(visible[2]), down(visible[1])];
  const box = rotated(upright, rotate).map((share) => Math.round(share * precision) / precision) as PageBox;
  return unlessEmpty(box);
}

/** Rotates a box clockwise together with its page. */
function rotated([left, top, right, bottom]: PageBox, degrees: number): PageBox {
  if (degrees === 90) return [1 - bottom, left, 1 - top, right];
  if (degrees === 180) return [1 - right, 1 - bottom, 1 - left, 1 - top];
  if (degrees === 270) return [top, 1 - right, bottom, 1 - left];
  return [left, top, right, bottom];
}

function intersection(a: Rectangle, b: Rectangle): Rectangle | null {
  return unlessEmpty([
    Math.max(a[0], b[0]),
    Math.max(a[1], b[1]),
    Math.min(a[2], b[2]),
    Math.min(a[3], b[3]),
  ]);
}

/** Returns the rectangle; null if it has no area or if a side is not a number. */
function unlessEmpty(rectangle: Rectangle): Rectangle | null {
  const [x1, y1, x2, y2] = rectangle;
  return x1 < x2 && y1 < y2 ? rectangle : null;
}
