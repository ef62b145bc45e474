import type { Picture } from '../text-reader.ts';
import { type Colour, colourAt, contrastRatio, distance, relativeLuminance } from './colours.ts';
import type { Crop } from './crop.ts';
import type { Letters } from './find-letters.ts';
import { percentile } from './percentile.ts';

/** Pixels at most this far from a letter mix the colours of letter and ground. */
const edge = 1;
/** The ground right around the letters: pixels up to this far from a letter. */
const reach = 3;
/** Colours that differ by less are one colour, in spite of the noise of a compressed picture. */
const sameColour = 28;
const minSameColour = 0.95;
/** Margin of a block around the letters, as a share of their height. */
const blockMargin = 0.15;
/** A colour that fills more of the picture is the picture's own ground, not a block. */
const maxBlockShare = 0.5;
const sampledPixels = 4_096;
/** The contrast of a line is that of its worst letters: the tenth percentile of its letters. */
const worstLetters = 0.1;

/** Returns the colour of the letters: the mean of the pixels that no pixel of the ground touches. */
export function letterColour(crop: Crop, { mask, colour }: Letters): Colour {
  const inner = distanceFromMask(
    mask.map((value) => 1 - value),
    crop.width,
    crop.height,
    2,
  );
  return meanColour(crop, (pixel) => inner[pixel]! > 1) ?? colour;
}

/**
 * Returns the contrast ratio of the letters and the ground right around them by WCAG 2.2. Each letter is compared with
 * the mean luminance of the pixels beside it, and the tenth percentile of the letters is returned: on a busy ground, a
 * line is hard to read where its letters vanish, whatever the mean.
 */
export function contrastOf(crop: Crop, letters: Letters): number {
  const away = distanceFromMask(letters.mask, crop.width, crop.height, reach);
  const luminance = relativeLuminance(letterColour(crop, letters));
  const ratios = letters.matches.flatMap(({ shape: { left, top, right, bottom } }) => {
    let [sum, count] = [0, 0];
    for (let y = Math.max(0, top - reach); y < Math.min(crop.height, bottom + reach); y++) {
      for (let x = Math.max(0, left - reach); x < Math.min(crop.width, right + reach); x++) {
        const pixel = y * crop.width + x;
        if (away[pixel]! <= edge || away[pixel]! > reach) continue;
        sum += relativeLuminance(colourAt(crop, pixel));
        count++;
      }
    }
    return count === 0 ? [] : [contrastRatio(luminance, sum / count)];
  });
  return ratios.length === 0 ? 1 : percentile(ratios, worstLetters);
}

/** Returns whether the letters stand on an opaque block of one colour that surrounds them with a margin. */
export function isOnBlock(picture: Picture, crop: Crop, letters: Letters): boolean {
  const shapes = letters.matches.map(({ shape }) => shape);
  const [top, bottom] = [Math.min(...shapes.map((s) => s.top)), Math.max(...shapes.map((s) => s.bottom))];
  const [left, right] = [Math.min(...shapes.map((s) => s.left)), Math.max(...shapes.map((s) => s.right))];
  const border = Math.max(2, Math.round((bottom - top) * blockMargin));
  const away = distanceFromMask(letters.mask, crop.width, crop.height, reach);
  const ground: Colour[] = [];
  for (let y = Math.max(0, top - border); y < Math.min(crop.height, bottom + border); y++) {
    for (let x = Math.max(0, left - border); x < Math.min(crop.width, right + border); x++) {
      const isBeside = y < top || y >= bottom || x < left || x >= right;
      if (isBeside ? away[y * crop.width + x]! > edge : away[y * crop.width + x]! > reach - 1)
        ground.push(colourAt(crop, y * crop.width + x));
    }
  }
  if (ground.length === 0) return false;
  const colour = [0, 1, 2].map((channel) =>
    percentile(
      ground.map((pixel) => pixel[channel]!),
      0.5,
    ),
  ) as unknown as Colour;
  const same = ground.filter((pixel) => distance(pixel, colour) <= sameColour).length;
  return same >= minSameColour * ground.length && shareOf(picture, colour) <= maxBlockShare;
}

/** Returns the share (0–1) of a picture's pixels that have a colour, from about 4,000 pixels. */
function shareOf({ width, height, rgb }: Picture, colour: Colour): number {
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / sampledPixels)));
  let [same, count] = [0, 0];
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 3;
      if (distance([rgb[at]!, rgb[at + 1]!, rgb[at + 2]!], colour) <= sameColour) same++;
      count++;
    }
  }
  return same / count;
}

function meanColour(crop: Crop, isCounted: (pixel: number) => boolean): Colour | null {
  const sums: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let pixel = 0; pixel < crop.width * crop.height; pixel++) {
    if (!isCounted(pixel)) continue;
    for (const channel of [0, 1, 2] as const) sums[channel] += crop.rgb[pixel * 3 + channel]!;
    count++;
  }
  return count === 0 ? null : [sums[0] / count, sums[1] / count, sums[2] / count];
}

/** Returns the distance of each pixel from the mask in pixels, horizontally, vertically or diagonally, up to `most` + 1. */
function distanceFromMask(mask: Uint8Array, width: number, height: number, most: number): Uint8Array {
  const away = mask.map((value) => (value === 1 ? 0 : most + 1));
  for (let ring = 1; ring <= most; ring++) {
    for (let pixel = 0; pixel < away.length; pixel++) {
      if (away[pixel] !== ring - 1) continue;
      const x = pixel % width;
      const y = (pixel - x) / width;
      for (let dy = y === 0 ? 0 : -1; dy <= (y === height - 1 ? 0 : 1); dy++)
        for (let dx = x === 0 ? 0 : -1; dx <= (x === width - 1 ? 0 : 1); dx++) {
          const next = pixel + dy * width + dx;
          if (away[next]! > ring) away[next] = ring;
        }
    }
  }
  return away;
}
