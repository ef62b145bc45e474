import type { Picture } from '../../decode/picture.ts';
import { type Colour, contrastRatio, distance, relativeLuminance } from './colours.ts';
import type { Crop } from './crop.ts';
import type { Letters } from './find-letters.ts';
import { percentile } from './percentile.ts';

/** Distance from a letter, in pixels, up to which a pixel mixes the colours of letter and background. */
const edge = 1;
/** Distance from a letter, in pixels, up to which a pixel belongs to the background directly around the letter. */
const reach = 2;
/** Minimum share (0–1) of the letters' pixels that are inside the letters, unless their strokes are thin. */
const minCoreShare = 0.15;
/** The contrast of a line is the tenth percentile of the contrasts of its letters. */
const worstLetters = 0.1;
/** Maximum distance (8-bit RGB) at which two colours count as one, because compression adds noise. */
const sameColour = 28;
const minSameColour = 0.95;
/** An opaque block behind letters must extend beyond the letters by this share of the letters' height. */
const blockMargin = 0.15;
/**
 * Maximum share (0–1) of the picture's pixels with the colour of a block. A more frequent colour is the background of
 * the picture.
 */
const maxBlockShare = 0.5;
const sampledPixels = 4_096;
/** Maximum distance of a block's edge from the letters, as a multiple of their height. A block has several rows. */
const maxBlockHeights = 15;
/** Number of rows within which the colour of a block changes at its edge. */
const edgeRows = 3;
const sampledColumns = 64;
/**
 * Maximum difference between the mean colours of two halves of a block. The halves of a colour gradient differ by more.
 */
const maxSideDifference = 8;
/**
 * Tolerance for the colour of a block: this multiple of the median distance of the block's pixels from that colour,
 * plus `minTolerance`.
 */
const usualDistances = 3;
const minTolerance = 8;

/**
 * Returns the contrast ratio (1–21) of the letters and the background directly around them by WCAG 2.2. Compares each
 * letter with the mean luminance of the pixels around it, and returns the tenth percentile of the letters. A line on a
 * busy background is hard to read where single letters vanish, even if the mean contrast is high.
 */
export function contrastOf(crop: Crop, letters: Letters): number {
  const { width, height, rgb } = crop;
  const away = distanceFrom(letters.mask, width, height, reach);
  const luminance = relativeLuminance(...letterColour(crop, letters));
  const ratios = letters.matches.flatMap(({ shape }) => {
    let [sum, count] = [0, 0];
    for (let y = Math.max(0, shape.top - reach); y < Math.min(height, shape.bottom + reach); y++) {
      for (let x = Math.max(0, shape.left - reach); x < Math.min(width, shape.right + reach); x++) {
        const pixel = y * width + x;
        if (away[pixel]! <= edge || away[pixel]! > reach) continue;
        sum += relativeLuminance(rgb[pixel * 3]!, rgb[pixel * 3 + 1]!, rgb[pixel * 3 + 2]!);
        count++;
      }
    }
    return count === 0 ? [] : [contrastRatio(luminance, sum / count)];
  });
  return ratios.length === 0 ? 1 : percentile(ratios, worstLetters);
}

/**
 * Returns the mean colour of the letters. Ignores pixels at the edges of letters. Thin strokes hardly have other
 * pixels: there, the quarter of the pixels that differs most from the background may show the colour better.
 */
function letterColour({ width, height, rgb }: Crop, { mask, colour }: Letters): Colour {
  const inside = distanceFrom(
    mask.map((value) => 1 - value),
    width,
    height,
    edge,
  );
  const pixelsOf = (value: number) => Array.from(mask.keys()).filter((pixel) => mask[pixel] === value);
  const letters = pixelsOf(1);
  const mean = (pixels: readonly number[]) =>
    meanColour(
      rgb,
      pixels.map((pixel) => 3 * pixel),
    );
  const core = letters.filter((pixel) => inside[pixel]! > edge);
  if (core.length >= minCoreShare * letters.length) return core.length === 0 ? colour : mean(core);
  const ground = medianColour(
    rgb,
    pixelsOf(0).map((pixel) => 3 * pixel),
  );
  const away = (pixel: number) => distance(colourAt(rgb, 3 * pixel), ground);
  const distinct = mean(
    letters.toSorted((a, b) => away(b) - away(a)).slice(0, Math.ceil(letters.length / 4)),
  );
  const inner = core.length === 0 ? colour : mean(core);
  return distance(inner, ground) > distance(distinct, ground) ? inner : distinct;
}

/** Returns whether the letters are on an opaque block of one colour that extends beyond them on all sides. */
export function isOnBlock(picture: Picture, crop: Crop, letters: Letters): boolean {
  const { width, height, rgb } = crop;
  const shapes = letters.matches.map(({ shape }) => shape);
  const [top, bottom] = [Math.min(...shapes.map((s) => s.top)), Math.max(...shapes.map((s) => s.bottom))];
  const [left, right] = [Math.min(...shapes.map((s) => s.left)), Math.max(...shapes.map((s) => s.right))];
  const border = Math.max(2, Math.round((bottom - top) * blockMargin));
  const away = distanceFrom(letters.mask, width, height, edge + 1);
  const ground: number[] = [];
  for (let y = Math.max(0, top - border); y < Math.min(height, bottom + border); y++) {
    for (let x = Math.max(0, left - border); x < Math.min(width, right + border); x++) {
      const isBeside = y < top || y >= bottom || x < left || x >= right;
      if (away[y * width + x]! > (isBeside ? edge : edge + 1)) ground.push((y * width + x) * 3);
    }
  }
  if (ground.length === 0) return false;
  const colour = medianColour(rgb, ground);
  const distances = ground.map((at) => distance(colourAt(rgb, at), colour));
  const same = distances.filter((each) => each <= sameColour);
  if (same.length < minSameColour * ground.length) return false;
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const column = (at: number) => (at / 3) % width;
  const row = (at: number) => Math.floor(at / 3 / width);
  const halves = [
    [ground.filter((at) => column(at) < middle.x), ground.filter((at) => column(at) >= middle.x)],
    [ground.filter((at) => row(at) < middle.y), ground.filter((at) => row(at) >= middle.y)],
  ] as const;
  if (halves.some(([a, b]) => distance(meanColour(rgb, a), meanColour(rgb, b)) > maxSideDifference))
    return false;
  // The tolerance is small, because the colour of a block may be close to that of the background around it.
  const tolerance = Math.min(sameColour, minTolerance + usualDistances * percentile(distances, 0.5));
  if (shareOf(picture, colour, tolerance) > maxBlockShare) return false;
  const { origin, step } = crop;
  const columns = [origin.x + left * step, origin.x + right * step] as const;
  const most = maxBlockHeights * (bottom - top) * step;
  return (
    hasEdge(picture, columns, origin.y + top * step, { direction: -1, most }) &&
    hasEdge(picture, columns, origin.y + bottom * step, { direction: 1, most })
  );
}

/**
 * Returns whether the colour above or below the letters ends within `most` rows, with an edge or at the edge of the
 * picture. The background of a picture goes on for longer, or changes gradually.
 */
function hasEdge(
  { width, height, rgb }: Picture,
  [left, right]: readonly [number, number],
  from: number,
  { direction, most }: { direction: 1 | -1; most: number },
): boolean {
  const columnStep = Math.max(1, Math.floor((right - left) / sampledColumns));
  const recent: Colour[] = [];
  for (let row = from; Math.abs(row - from) <= most; row += direction) {
    if (row < 0 || row >= height) return true;
    const pixels: number[] = [];
    for (let x = Math.max(0, left); x < Math.min(width, right); x += columnStep)
      pixels.push((row * width + x) * 3);
    const colour = medianColour(rgb, pixels);
    if (recent.length === edgeRows && distance(recent.shift()!, colour) > maxSideDifference) return true;
    recent.push(colour);
  }
  return false;
}

function colourAt(rgb: Uint8Array, at: number): Colour {
  return [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
}

function medianColour(rgb: Uint8Array, pixels: readonly number[]): Colour {
  const channel = (offset: number) => medianOf(pixels.map((at) => rgb[at + offset]!));
  return [channel(0), channel(1), channel(2)];
}

function meanColour(rgb: Uint8Array, pixels: readonly number[]): Colour {
  const channel = (offset: number) =>
    pixels.reduce((sum, at) => sum + rgb[at + offset]!, 0) / Math.max(1, pixels.length);
  return [channel(0), channel(1), channel(2)];
}

function medianOf(values: number[]): number {
  return Uint8Array.from(values).sort()[values.length >> 1]!;
}

/** Returns the share (0–1) of a picture's pixels that have a colour. Samples about 4,000 pixels. */
function shareOf({ width, height, rgb }: Picture, colour: Colour, tolerance: number): number {
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / sampledPixels)));
  let [same, count] = [0, 0];
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 3;
      if (distance(colourAt(rgb, at), colour) <= tolerance) same++;
      count++;
    }
  }
  return same / count;
}

/** Returns each pixel's distance from a mask in steps in 8 directions, or `most` + 1 for larger distances. */
function distanceFrom(mask: Uint8Array, width: number, height: number, most: number): Uint8Array {
  const away = mask.map((value) => (value === 1 ? 0 : most + 1));
  for (let ring = 1; ring <= most; ring++) {
    for (let pixel = 0; pixel < away.length; pixel++) {
      if (away[pixel] !== ring - 1) continue;
      const x = pixel % width;
      const y = (pixel - x) / width;
      for (let dy = y === 0 ? 0 : -1; dy <= (y === height - 1 ? 0 : 1); dy++) {
        for (let dx = x === 0 ? 0 : -1; dx <= (x === width - 1 ? 0 : 1); dx++) {
          const next = pixel + dy * width + dx;
          if (away[next]! > ring) away[next] = ring;
        }
      }
    }
  }
  return away;
}
