import type { PdfDict } from '../../formats/pdf/values.ts';
import type { PageSize } from './facts.ts';
import type { PdfObjects } from '../../formats/pdf/pdf-objects.ts';

/** Maximum difference in mm between equal page sizes. Some producers round A4 (595.28 × 841.89) to 595 × 842 points. */
const toleranceMm = 2;
const mmPerPoint = 25.4 / 72;
/** Maximum number of page sizes that are counted. Two page sizes suffice for a finding. */
const maxSizes = 50;

/** Counts a page in `sizes` by its size, regardless of orientation (ISO 32000-2, 14.11.2; 7.7.3.3 for UserUnit). */
export async function countSize(objects: PdfObjects, page: PdfDict, number: number, sizes: PageSize[]) {
  const box = await boxOf(objects, page);
  if (box === null) return;
  const unit = await objects.resolve(page.get('UserUnit'));
  const scale = mmPerPoint * (typeof unit === 'number' && unit > 0 ? unit : 1);
  const [shorterMm, longerMm] = box.map((side) => side * scale).sort((a, b) => a - b) as [number, number];
  if (!Number.isFinite(longerMm)) return;
  const known = sizes.find((size) => isSameSize(size, { shorterMm, longerMm }));
  if (known !== undefined) known.pageCount++;
  else if (sizes.length < maxSizes) sizes.push({ shorterMm, longerMm, pageCount: 1, firstPage: number });
}

/** A size of a page, regardless of its orientation. */
type Sides = Pick<PageSize, 'shorterMm' | 'longerMm'>;

export function isSameSize(one: Sides, other: Sides): boolean {
  return (
    Math.abs(one.shorterMm - other.shorterMm) <= toleranceMm &&
    Math.abs(one.longerMm - other.longerMm) <= toleranceMm
  );
}

/**
 * Returns the width and height of a page's crop box or else media box, in the user space units of the page. Returns
 * null if neither box has an area.
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
