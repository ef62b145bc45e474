import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { withBlockCache } from '../../block-reader.ts';
import { type Bounds, boundsOf, intersect, toMatrix } from '../matrix.ts';
import { withPdf } from '../pdfjs.ts';
import { type Painted, readDisplayList } from './display-list.ts';
import { createImageCoverage } from './image-coverage.ts';
import type { PageToRead } from './find-scanned-pages.ts';
import { maxPageSide, minCoverage } from './limits.ts';
import { createRaster, paintAll } from './paint.ts';

/**
 * Maximum number of pixels of an image. An A4 page at 600 pixels per inch has 35 million pixels. pdf.js needs about 15
 * bytes per pixel to decode an image, and the parser process has 1 GiB.
 */
const maxImagePixels = 40_000_000;
/**
 * Minimum share (0–1) of the page that an image must cover to affect the resolution. Smaller images, such as stamps,
 * may have a higher resolution than the scan.
 */
const minShare = 0.01;
/** Maximum resolution of a page whose letters are drawn, in pixels per point. Small pages have it. */
const drawnPixelsPerPoint = 4;

export interface PagePixels {
  width: number;
  height: number;
  /** 8 bits each of red, green and blue per pixel, row by row. */
  bytes: Uint8Array;
}

/**
 * Paints the images and filled areas of a page as a viewer displays them, cropped and rotated, and the glyphs whose
 * text cannot be extracted. The resolution of a scanned page is that of the finest image, up to `maxPageSide`. Returns
 * null if nothing is painted, or if the images of a scanned page that pdf.js can decode cover less than `minCoverage`
 * of it. Runs in a parser process.
 */
export async function pagePixels(
  source: RangedSource,
  { page: number, letters }: PageToRead,
): Promise<PagePixels | null> {
  return withPdf(
    withBlockCache(source),
    async (document) => {
      if (number > document.numPages) return null;
      const page = await document.getPage(number);
      const { width, height, transform } = page.getViewport({ scale: 1 });
      const base = toMatrix(transform);
      if (base === null || !(width > 0 && height > 0)) return null;
      const view: Bounds = [0, 0, width, height];
      const layers = await document.getOptionalContentConfig();
      const isScan = letters === 'scan';
      const painted = await readDisplayList(page, {
        base,
        view,
        isVisible: (group) => layers.isVisible(group) as boolean,
        paintsGlyphs: letters === 'glyphs',
      });
      // pdf.js leaves out images that it cannot decode, and those with too many pixels.
      if (isScan ? coverageOf(painted, view) < minCoverage : painted.length === 0) return null;
      const finest = isScan ? finestResolution(painted, view) : drawnPixelsPerPoint;
      const scale = Math.min(maxPageSide / Math.max(width, height), finest);
      const pixels = (length: number) => Math.min(maxPageSide, Math.max(1, Math.round(length * scale)));
      const raster = createRaster(pixels(width), pixels(height), [255, 255, 255]);
      paintAll(raster, painted, scale);
      return { width: raster.width, height: raster.height, bytes: new Uint8Array(raster.rgb.buffer) };
    },
    { maxImagePixels },
  );
}

function coverageOf(painted: readonly Painted[], view: Bounds): number {
  const coverage = createImageCoverage(view);
  for (const item of painted)
    if (item.image !== null) coverage.add(intersect(item.clip, boundsOf(item.matrix)));
  return coverage.share();
}

/** Returns the highest resolution of the images, in pixels per unit of the viewport. */
function finestResolution(painted: readonly Painted[], view: Bounds): number {
  const minArea = areaOf(view) * minShare;
  let finest = 0;
  for (const item of painted) {
    if (item.image === null) continue;
    const { image, matrix, clip } = item;
    if (areaOf(intersect(clip, boundsOf(matrix))) < minArea) continue;
    const [a, b, c, d] = matrix;
    const across = image.width / Math.hypot(a, b);
    const down = image.height / Math.hypot(c, d);
    if (Number.isFinite(across + down)) finest = Math.max(finest, across, down);
  }
  return finest;
}

function areaOf([left, top, right, bottom]: Bounds): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}
