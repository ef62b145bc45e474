import type { Picture } from '../../decode/picture.ts';

/**
 * Returns a picture in which every orientation looks different: a black letter F on white, with a block in three of the
 * corners. The blocks are red, green and blue, or black.
 */
export function testPicture(width: number, height: number, isColoured = true): Picture {
  const rgb = new Uint8Array(width * height * 3).fill(255);
  const block = (x1: number, y1: number, x2: number, y2: number, colour: readonly number[]) => {
    for (let y = Math.round(y1 * height); y < Math.round(y2 * height); y++)
      for (let x = Math.round(x1 * width); x < Math.round(x2 * width); x++)
        rgb.set(isColoured ? colour : [0, 0, 0], (y * width + x) * 3);
  };
  block(0.3, 0.2, 0.4, 0.8, [0, 0, 0]);
  block(0.3, 0.2, 0.7, 0.3, [0, 0, 0]);
  block(0.3, 0.45, 0.6, 0.55, [0, 0, 0]);
  block(0, 0, 0.125, 0.125, [220, 30, 30]);
  block(0.875, 0, 1, 0.25, [20, 160, 40]);
  block(0, 0.75, 0.25, 1, [30, 40, 200]);
  return { width, height, rgb };
}

/** Returns one value per pixel: the mean of red, green and blue. */
export function greyOf({ rgb }: Picture): Uint8Array {
  return Uint8Array.from({ length: rgb.length / 3 }, (_, pixel) =>
    Math.round((rgb[pixel * 3]! + rgb[pixel * 3 + 1]! + rgb[pixel * 3 + 2]!) / 3),
  );
}

/** Returns rows of bits, the highest first, that are set where a pixel is light (or dark). */
export function bitsOf(picture: Picture, set: 'light' | 'dark'): Buffer {
  const { width, height } = picture;
  const rowBytes = (width + 7) >> 3;
  const bits = Buffer.alloc(rowBytes * height);
  for (const [pixel, value] of greyOf(picture).entries())
    if (value > 127 === (set === 'light'))
      bits[Math.floor(pixel / width) * rowBytes + ((pixel % width) >> 3)]! |= 128 >> ((pixel % width) & 7);
  return bits;
}

/** Returns a picture after a clockwise rotation by 90 degrees. */
export function rotated({ width, height, rgb }: Picture): Picture {
  const turned = new Uint8Array(rgb.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      turned.set(
        rgb.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
        (x * height + height - 1 - y) * 3,
      );
  return { width: height, height: width, rgb: turned };
}

/** Returns a part of a picture. */
export function partOf({ width, rgb }: Picture, [x1, y1, x2, y2]: [number, number, number, number]): Picture {
  const part = new Uint8Array((x2 - x1) * (y2 - y1) * 3);
  for (let y = y1; y < y2; y++)
    part.set(rgb.subarray((y * width + x1) * 3, (y * width + x2) * 3), (y - y1) * (x2 - x1) * 3);
  return { width: x2 - x1, height: y2 - y1, rgb: part };
}

/** Returns the mean difference of the channels of two pictures (0–255); infinity if their sizes differ. */
export function meanDifference(one: Picture, other: Picture): number {
  if (one.width !== other.width || one.height !== other.height) return Infinity;
  let sum = 0;
  for (const [at, value] of one.rgb.entries()) sum += Math.abs(value - other.rgb[at]!);
  return sum / one.rgb.length;
}
