import type { PdfDict } from '../../formats/pdf/values.ts';
import type { PageSize } from './facts.ts';
import type { PdfObjects } from '../../formats/pdf/pdf-objects.ts';

/** Tolerance in mm for rounding: some producers write A4 as 595 × 842 points, others as 595.28 × 841.89. */
const toleranceMm = 2;
const mmPerPoint = 25.4 / 72;
/** Maximum number of page sizes that are counted. A document with more page sizes is reported as mixed in any case. */
const maxSizes = 50;

/**
 * Adds a page to the count of its size in `sizes`, regardless of orientation (ISO 32000-2, 14.11.2; 7.7.3.3 for
 * UserUnit).
 */
export async function countSize(objects: PdfObjects, page: PdfDict, number: number, sizes: PageSize[]) {
  const box = await boxOf(objects, page);
  if (box === null) return;
  const unit = await objects.resolve(page.get('UserUnit'));
  const scale = mmPerPoint * (typeof unit === 'number' && unit > 0 ? unit : 1);
  const [shorterMm, longerMm] = box.map((side) => side * scale).sort((a, b) => a - b) as [number, number];
  if (!Number.isFinite(longerMm)) return;
  const known = sizes.find(
    (size) =>
      Math.abs(size.shorterMm - shorterMm) <= toleranceMm &&
      Math.abs(size.longerMm - longerMm) <= toleranceMm,
  );
  if (known !== undefined) known.pageCount++;
  else if (sizes.length < maxSizes) sizes.push({ shorterMm, longerMm, pageCount: 1, firstPage: number });
}

/**
 * Returns the width and height of the crop box, in the page's user space units. Without a crop box, the media box is
 * used.
 */
async function boxOf(objects: PdfObjects, page: PdfDict): Promise<[number, number] | null> {
  for (const key of ['CropBox', 'MediaBox']) {
    const corners = await Promise.all(
      (await objects.array(page.get(key))).map((value) => objects.resolve(value)),
    );
    const [left, bottom, right, top] = corners.map(Number);
    const [width, height] = [Math.abs(right! - left!), Math.abs(top! - bottom!)];
    if (width > 0 && height > 0) return [width, height];
  }
  return null;
}
