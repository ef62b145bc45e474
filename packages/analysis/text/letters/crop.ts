import type { Picture } from '../../decode/picture.ts';
import type { ReadLine } from '../text-reader.ts';

/** The area of a picture around a line of text. */
export interface Crop {
  width: number;
  height: number;
  /** 8 bits each of red, green and blue per pixel, row by row. */
  rgb: Uint8Array;
  /** Left, top, right and bottom of the line's box in the crop, in pixels of the crop. */
  box: ReadLine['box'];
  /** Position of the crop's left upper corner in the picture, in pixels of the picture. */
  origin: { x: number; y: number };
  /** Number of pixels of the picture per pixel of the crop, in each direction. 1 unless the line is very large. */
  step: number;
}

/** Maximum number of pixels of a crop. Bounds the time and memory of measuring a line with any box. */
const maxPixels = 2 ** 20;
/** Margin around the box of a line, as a share of the box's height. The boxes may cut off parts of letters. */
const margin = 0.25;
const minBoxPixels = 4;

/**
 * Returns the box of a line with a margin, cut out of the picture. Skips rows and columns of a crop that would exceed
 * `maxPixels`. Returns null if less than `minBoxPixels` of the box's width or height is inside the picture. Also
 * returns null if a side of the box is not a finite number, or if the picture lacks pixels.
 */
export function cropLine(picture: Picture, box: ReadLine['box']): Crop | null {
  if (picture.rgb.length < picture.width * picture.height * 3 || !box.every(Number.isFinite)) return null;
  const inside = (value: number, limit: number) => Math.min(limit, Math.max(0, Math.round(value)));
  const [left, right] = [inside(box[0], picture.width), inside(box[2], picture.width)];
  const [top, bottom] = [inside(box[1], picture.height), inside(box[3], picture.height)];
  if (right - left < minBoxPixels || bottom - top < minBoxPixels) return null;
  const border = Math.max(3, Math.round((bottom - top) * margin));
  const x0 = Math.max(0, left - border);
  const y0 = Math.max(0, top - border);
  const fullWidth = Math.min(picture.width, right + border) - x0;
  const fullHeight = Math.min(picture.height, bottom + border) - y0;
  const step = Math.max(1, Math.ceil(Math.sqrt((fullWidth * fullHeight) / maxPixels)));
  const width = Math.floor(fullWidth / step);
  const height = Math.floor(fullHeight / step);
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = ((y0 + y * step) * picture.width + x0 + x * step) * 3;
      rgb.set(picture.rgb.subarray(from, from + 3), (y * width + x) * 3);
    }
  }
  const scaled = [left - x0, top - y0, right - x0, bottom - y0].map((value) => value / step);
  return { width, height, rgb, box: scaled as ReadLine['box'], origin: { x: x0, y: y0 }, step };
}
