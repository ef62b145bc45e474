import type { Crop } from './crop.ts';

export type Colour = readonly [red: number, green: number, blue: number];

const maxColours = 6;
/** Minimum Euclidean distance (8-bit RGB) between two colours that count as different. */
const minDistance = 56;
const levels = 16;

/** Returns the Euclidean distance of two colours in 8-bit RGB (0–442). */
export function distance(a: Colour, b: Colour): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The linear value (0–1) of each 8-bit value of an sRGB channel, as WCAG 2.2 defines it. */
const linear = Float64Array.from({ length: 256 }, (_, value) =>
  value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
);

/** Returns the relative luminance of a colour in sRGB (0–1), as WCAG 2.2 defines it. Channels are rounded to 8 bits. */
export function relativeLuminance(red: number, green: number, blue: number): number {
  return (
    0.2126 * linear[Math.round(red)]! +
    0.7152 * linear[Math.round(green)]! +
    0.0722 * linear[Math.round(blue)]!
  );
}

/** Returns the contrast ratio (1–21) of two relative luminances, as WCAG 2.2 defines it. */
export function contrastRatio(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Returns up to 6 frequent colours in the box of the line, the most frequent first. */
export function frequentColours(crop: Crop): Colour[] {
  const counts = new Float64Array(levels ** 3);
  const sums = new Float64Array(levels ** 3 * 3);
  const [left, top, right, bottom] = crop.box;
  for (let y = Math.floor(top); y < Math.min(crop.height, bottom); y++) {
    for (let x = Math.floor(left); x < Math.min(crop.width, right); x++) {
      const at = (y * crop.width + x) * 3;
      const [red, green, blue] = [crop.rgb[at]!, crop.rgb[at + 1]!, crop.rgb[at + 2]!];
      const bin = ((red >> 4) * levels + (green >> 4)) * levels + (blue >> 4);
      counts[bin]!++;
      sums[bin * 3]! += red;
      sums[bin * 3 + 1]! += green;
      sums[bin * 3 + 2]! += blue;
    }
  }
  const colours: Colour[] = [];
  const used = Array.from(counts.keys())
    .filter((bin) => counts[bin]! > 0)
    .map((bin) => ({ bin, count: counts[bin]! + around(counts, bin) }))
    .sort((a, b) => b.count - a.count);
  for (const { bin } of used) {
    const colour = [0, 1, 2].map((channel) => sums[bin * 3 + channel]! / counts[bin]!) as unknown as Colour;
    if (colours.every((other) => distance(other, colour) >= minDistance)) colours.push(colour);
    if (colours.length === maxColours) break;
  }
  return colours;
}

/** Returns the number of pixels in a bin of the histogram and in the 26 bins around it. */
function around(counts: Float64Array, bin: number): number {
  const [red, green, blue] = [Math.floor(bin / levels ** 2), Math.floor(bin / levels) % levels, bin % levels];
  let sum = 0;
  for (let r = Math.max(0, red - 1); r <= Math.min(levels - 1, red + 1); r++)
    for (let g = Math.max(0, green - 1); g <= Math.min(levels - 1, green + 1); g++)
      for (let b = Math.max(0, blue - 1); b <= Math.min(levels - 1, blue + 1); b++)
        sum += counts[(r * levels + g) * levels + b]!;
  return sum;
}
