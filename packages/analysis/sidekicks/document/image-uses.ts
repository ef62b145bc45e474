import { type Matrix, multiply } from '../../formats/pdf/matrix.ts';

/** An image as it is painted. */
export interface ImageUse {
  /** Size in pixels. */
  width: number;
  height: number;
  /** Maps the unit square to the space of the content that paints the image. */
  matrix: Matrix;
}

/** The images of a page or form. Images of one size that are painted in one size are stored once. */
export interface ImageUses {
  uses: Map<string, ImageUse>;
  /** False if images are missing, because they are too many or have no size. */
  isComplete: boolean;
}

/** Maximum number of images of different size on a page. It bounds the work for forms that are painted many times. */
const maxUses = 1_000;
/**
 * Minimum pixels in each direction of an image that counts. Smaller images are often a colour or a gradient that is
 * stretched. Chosen by this project.
 */
const minPixels = 16;
const pointsPerInch = 72;

export function noImages(): ImageUses {
  return { uses: new Map(), isComplete: true };
}

export function addImage(images: ImageUses, use: ImageUse): void {
  const { width, height, matrix } = use;
  if (!(width > 0 && height > 0)) images.isComplete = false;
  else if (width >= minPixels && height >= minPixels) {
    const key = [width, height, ...matrix.slice(0, 4).map((value) => value.toPrecision(4))].join();
    if (images.uses.size < maxUses || images.uses.has(key)) images.uses.set(key, use);
    else images.isComplete = false;
  }
}

/** Adds the images of a form or a pattern that is painted with a matrix. */
export function addImages(images: ImageUses, part: ImageUses, matrix: Matrix): void {
  images.isComplete &&= part.isComplete;
  for (const use of part.uses.values()) {
    if (images.uses.size >= maxUses) {
      images.isComplete = false;
      return;
    }
    addImage(images, { ...use, matrix: multiply(use.matrix, matrix) });
  }
}

/**
 * Returns the lowest resolution of images in dots per inch; null if there are none.
 * @param userUnit size of a unit of the page, in points
 */
export function lowestDpi({ uses }: ImageUses, userUnit: number): number | null {
  let lowest: number | null = null;
  for (const { width, height, matrix } of uses.values()) {
    const [a, b, c, d] = matrix.map((value) => (value * userUnit) / pointsPerInch) as [
      number,
      number,
      number,
      number,
    ];
    const dpi = Math.min(width / Math.hypot(a, b), height / Math.hypot(c, d));
    // An image that is painted without an area has no resolution.
    if (Number.isFinite(dpi) && dpi > 0 && (lowest === null || dpi < lowest)) lowest = dpi;
  }
  return lowest;
}
