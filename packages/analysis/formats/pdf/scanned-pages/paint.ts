import { type Bounds, boundsOf, type Matrix, multiply } from '../matrix.ts';
import { channelsOf, type DecodedImage } from './decoded-image.ts';
import type { Colour, Painted, PaintedArea, PaintedImage, SoftMask } from './display-list.ts';
import { createFill } from './fill.ts';

/** Pixels with 8 bits each of red, green and blue, row by row. */
export interface Raster {
  width: number;
  height: number;
  rgb: Uint8ClampedArray;
}

/** Raster pixels by which an image is extended at each edge, to close gaps between strips with rounded positions. */
const edgePixels = 0.1;
/** Maximum number of soft masks per page. Each soft mask needs a raster of the size of the page. */
const maxSoftMasks = 50;

export function createRaster(width: number, height: number, [red, green, blue]: Colour): Raster {
  const rgb = new Uint8ClampedArray(width * height * 3);
  if (red === green && green === blue) rgb.fill(red);
  else for (let at = 0; at < rgb.length; at += 3) rgb.set([red, green, blue], at);
  return { width, height, rgb };
}

/**
 * Paints a display list on a raster.
 * @param scale pixels per unit of the viewport
 */
export function paintAll(raster: Raster, painted: readonly Painted[], scale: number): void {
  let masks = 0;
  let lastMask: { of: SoftMask; opacity: Uint8Array } | null = null;

  function opacityOf(mask: SoftMask | null): Uint8Array | null {
    if (mask === null) return null;
    if (lastMask?.of === mask) return lastMask.opacity;
    if (++masks > maxSoftMasks) return null;
    const group = createRaster(raster.width, raster.height, mask.backdrop);
    for (const item of mask.painted) paintOne(group, item, scale, null);
    lastMask = { of: mask, opacity: luminosity(group) };
    return lastMask.opacity;
  }

  for (const item of painted) paintOne(raster, item, scale, opacityOf(item.softMask));
}

/** Returns the luminosity of each pixel (ISO 32000-2, 11.3.5.3). */
function luminosity({ rgb }: Raster): Uint8Array {
  const grey = new Uint8Array(rgb.length / 3);
  for (let at = 0, from = 0; at < grey.length; at++, from += 3)
    grey[at] = 0.3 * rgb[from]! + 0.59 * rgb[from + 1]! + 0.11 * rgb[from + 2]!;
  return grey;
}

/**
 * Paints an image or an area.
 * @param opacity opacity of the soft mask (0–255), one byte per pixel of the raster; null if there is no soft mask
 */
function paintOne(raster: Raster, item: Painted, scale: number, opacity: Uint8Array | null): void {
  if (item.image === null) paintArea(raster, item, scale, opacity);
  else paintImage(raster, item, scale, opacity);
}

function paintArea(raster: Raster, item: PaintedArea, scale: number, opacity: Uint8Array | null): void {
  const { outline, clip, colour } = item;
  const [left, top, right, bottom] = pixelsWithin(
    raster,
    outline.bounds.map((side) => side * scale) as never,
    clip,
    scale,
  );
  if (left >= right || top >= bottom) return;
  const fill = createFill(outline, scale, [left, top, right, bottom]);
  for (let y = top; y < bottom; y++) {
    const covered = fill.row(y);
    if (covered === null) continue;
    for (let x = left; x < right; x++) {
      const share = covered[x - left]!;
      if (share > 0) blend(raster, y * raster.width + x, colour, Math.min(1, share), item, opacity);
    }
  }
}

/**
 * Combines a colour with a pixel.
 * @param share the share (0–1) of the pixel that the colour covers
 */
function blend(
  { rgb }: Raster,
  pixel: number,
  colour: ArrayLike<number>,
  share: number,
  { alpha, multiplies }: Pick<Painted, 'alpha' | 'multiplies'>,
  opacity: Uint8Array | null,
): void {
  const part = (alpha * share * (opacity === null ? 255 : opacity[pixel]!)) / 255;
  for (let channel = 0; channel < 3; channel++) {
    const at = pixel * 3 + channel;
    const below = rgb[at]!;
    const above = multiplies ? (colour[channel]! * below) / 255 : colour[channel]!;
    rgb[at] = below + (above - below) * part;
  }
}

function paintImage(raster: Raster, item: PaintedImage, scale: number, opacity: Uint8Array | null): void {
  const { image, matrix, clip, colour } = item;
  const placed = multiply(matrix, [scale, 0, 0, scale, 0, 0]);
  const inverse = inverseOf(placed, image);
  if (inverse === null) return;
  const [left, top, right, bottom] = pixelsWithin(raster, boundsOf(placed), clip, scale);
  const [a, b, c, d, e, f] = inverse;
  // Half the size of the part of the image that one pixel of the raster covers. The part is exactly a rectangle unless
  // the image is rotated by an angle other than a quarter turn.
  const [halfWidth, halfHeight] = [(Math.abs(a) + Math.abs(c)) / 2, (Math.abs(b) + Math.abs(d)) / 2];
  const [edgeX, edgeY] = [2 * halfWidth * edgePixels, 2 * halfHeight * edgePixels];
  const { width, height } = image;
  const mean = createMean(image);
  const sample = new Float64Array([...colour, 255]);
  const isMask = image.kind === 'mask';
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const u = a * (x + 0.5) + c * (y + 0.5) + e;
      const v = b * (x + 0.5) + d * (y + 0.5) + f;
      if (u < -edgeX || v < -edgeY || u > width + edgeX || v > height + edgeY) continue;
      mean(u - halfWidth, v - halfHeight, u + halfWidth, v + halfHeight, sample);
      if (isMask) sample.set(colour);
      blend(raster, y * raster.width + x, sample, sample[3]! / 255, item, opacity);
    }
  }
}

/** Returns the matrix from pixels of a raster to pixels of an image; null if the image has no area on the raster. */
function inverseOf(
  [a, b, c, d, e, f]: Matrix,
  { width, height }: { width: number; height: number },
): Matrix | null {
  const determinant = a * d - b * c;
  const inverse = [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ] as const satisfies Matrix;
  // The first row of an image is at the top of the unit square (ISO 32000-2, 8.9.5.2).
  const scaled = multiply(inverse, [width, 0, 0, -height, 0, height]);
  return scaled.every(Number.isFinite) ? scaled : null;
}

/** Returns the range of pixels whose centres may be inside an image and its clip. */
function pixelsWithin(raster: Raster, [x1, y1, x2, y2]: Bounds, clip: Bounds, scale: number): Bounds {
  const [left, top, right, bottom] = clip.map((side) => Math.round(side * scale)) as unknown as Bounds;
  return [
    Math.max(0, left, Math.floor(x1 - 1)),
    Math.max(0, top, Math.floor(y1 - 1)),
    Math.min(raster.width, right, Math.ceil(x2 + 1)),
    Math.min(raster.height, bottom, Math.ceil(y2 + 1)),
  ];
}

type Mean = (u1: number, v1: number, u2: number, v2: number, into: Float64Array) => void;

/** Returns a function that computes the mean red, green, blue and opacity (0–255) of a rectangle, weighted by area. */
function createMean({ width, height, kind, data }: DecodedImage): Mean {
  const channels = channelsOf[kind];
  return (u1, v1, u2, v2, into) => {
    const [left, right] = [Math.max(0, Math.min(u1, width - 1)), Math.min(width, Math.max(u2, 1))];
    const [top, bottom] = [Math.max(0, Math.min(v1, height - 1)), Math.min(height, Math.max(v2, 1))];
    let [red, green, blue, opacity, area] = [0, 0, 0, 0, 0];
    for (let y = Math.floor(top); y < bottom; y++) {
      const rowShare = Math.min(bottom, y + 1) - Math.max(top, y);
      for (let x = Math.floor(left); x < right; x++) {
        const share = rowShare * (Math.min(right, x + 1) - Math.max(left, x));
        const at = (y * width + x) * channels;
        area += share;
        if (channels === 1) red += share * data[at]!;
        else if (channels === 3) {
          red += share * data[at]!;
          green += share * data[at + 1]!;
          blue += share * data[at + 2]!;
        } else {
          const visible = share * data[at + 3]!;
          red += visible * data[at]!;
          green += visible * data[at + 1]!;
          blue += visible * data[at + 2]!;
          opacity += visible;
        }
      }
    }
    const total = channels === 4 ? opacity || 1 : area;
    into[0] = red / total;
    into[1] = (channels === 1 ? red : green) / total;
    into[2] = (channels === 1 ? red : blue) / total;
    into[3] = kind === 'mask' ? red / total : channels === 4 ? opacity / area : 255;
  };
}
