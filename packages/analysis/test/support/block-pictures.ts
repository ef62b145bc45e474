/** Size in pixels of the drawn pictures. */
export const [width, height] = [320, 240];

/** Returns the planes of a picture in yuv420p, drawn from its luma. The chroma is grey. */
export function drawn(luma: (x: number, y: number) => number): Uint8Array {
  const planes = new Uint8Array((width * height * 3) / 2).fill(128);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) planes[y * width + x] = Math.round(luma(x, y));
  return planes;
}

/** Returns numbers from 0 to 1 that look random and depend only on `a` and `b`. */
export function hash(a: number, b: number): number {
  const value = Math.sin(a * 127.1 + b * 311.7) * 43758.5453;
  return value - Math.floor(value);
}

/** A smooth scene with a few strong edges and fine texture at its right side. */
export function scene(x: number, y: number): number {
  const edge = x + y / 3 > 210 ? 60 : 0;
  const texture = x > 240 ? 20 * hash(x, y) : 0;
  return 70 + 30 * Math.sin(x / 40) + 20 * Math.cos(y / 30) + edge + texture;
}

/**
 * Adds to each block an offset of up to `step` levels in either direction, as coarse quantisation of its mean does.
 * `share` is the share of the blocks that have one.
 */
export function blocky(
  luma: (x: number, y: number) => number,
  step: number,
  { share = 1, size = 8, left = 0, top = 0 } = {},
) {
  return (x: number, y: number) => {
    const [column, row] = [Math.floor((x + left) / size), Math.floor((y + top) / size)];
    const offset = hash(column + 0.5, row) < share ? (2 * hash(column, row) - 1) * step : 0;
    return luma(x, y) + offset;
  };
}
