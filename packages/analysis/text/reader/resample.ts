import type { Picture } from '../../decode/picture.ts';
import type { Box } from '../text-reader.ts';
import type { TiltedBox } from './enclosing-box.ts';

/**
 * Number of colour planes that the networks expect, in the order blue, green and red. Values are from -1 (dark) to 1.
 */
export const planes = 3;
const toNetwork = (level: number) => level / 127.5 - 1;

/** Scales an area of a picture and returns its planes. Each pixel of a smaller picture is a mean of several pixels. */
export function resizedPlanes(
  { width, rgb }: Picture,
  [left, top, right, bottom]: Box,
  toWidth: number,
  toHeight: number,
): Float32Array {
  const columns = spans(right - left, toWidth);
  const rows = spans(bottom - top, toHeight);
  const planePixels = toWidth * toHeight;
  const result = new Float32Array(planes * planePixels);
  const row = new Float32Array((right - left) * planes);
  for (let y = 0; y < toHeight; y++) {
    row.fill(0);
    for (let tap = rows.start[y]!; tap < rows.start[y + 1]!; tap++) {
      const from = ((top + rows.index[tap]!) * width + left) * planes;
      const weight = rows.weight[tap]!;
      for (let i = 0; i < row.length; i++) row[i]! += weight * rgb[from + i]!;
    }
    for (let x = 0; x < toWidth; x++) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let tap = columns.start[x]!; tap < columns.start[x + 1]!; tap++) {
        const from = columns.index[tap]! * planes;
        const weight = columns.weight[tap]!;
        red += weight * row[from]!;
        green += weight * row[from + 1]!;
        blue += weight * row[from + 2]!;
      }
      const to = y * toWidth + x;
      result[to] = toNetwork(blue);
      result[planePixels + to] = toNetwork(green);
      result[2 * planePixels + to] = toNetwork(red);
    }
  }
  return result;
}

/** Returns source pixels and weights of a scaled row. Pixel `i` uses entries from `start[i]` up to `start[i + 1]`. */
function spans(from: number, to: number): { start: Int32Array; index: Int32Array; weight: Float32Array } {
  const scale = from / to;
  // A triangle filter interpolates linearly if the picture grows, and computes weighted means if it shrinks.
  const radius = Math.max(1, scale);
  const start = new Int32Array(to + 1);
  const index: number[] = [];
  const weight: number[] = [];
  for (let i = 0; i < to; i++) {
    const centre = (i + 0.5) * scale - 0.5;
    const first = Math.max(0, Math.ceil(centre - radius));
    const last = Math.min(from - 1, Math.floor(centre + radius));
    let total = 0;
    for (let at = first; at <= last; at++) {
      const share = Math.max(0, 1 - Math.abs(at - centre) / radius);
      if (share === 0) continue;
      index.push(at);
      weight.push(share);
      total += share;
    }
    for (let tap = start[i]!; tap < weight.length; tap++) weight[tap]! /= total;
    start[i + 1] = weight.length;
  }
  return { start, index: Int32Array.from(index), weight: Float32Array.from(weight) };
}

/**
 * Copies the pixels of a tilted box to planes, scaled to `toWidth` × `toHeight`. Outside the picture, repeats the
 * pixels at its edge.
 * @param stride number of values per row of the planes
 */
export function copyBox(
  { width, height, rgb }: Picture,
  box: TiltedBox,
  toWidth: number,
  toHeight: number,
  target: Float32Array,
  stride: number,
): void {
  const planePixels = stride * toHeight;
  const taps = (from: number, to: number) => Math.max(1, Math.round(from / to));
  const tapsX = taps(box.width, toWidth);
  const tapsY = taps(box.height, toHeight);
  const share = 1 / (tapsX * tapsY);
  const clamped = (value: number, size: number) => Math.min(size - 1, Math.max(0, value));
  for (let y = 0; y < toHeight; y++) {
    for (let x = 0; x < toWidth; x++) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let tap = 0; tap < tapsX * tapsY; tap++) {
        const along = ((x + ((tap % tapsX) + 0.5) / tapsX) / toWidth - 0.5) * box.width;
        const across = ((y + (Math.floor(tap / tapsX) + 0.5) / tapsY) / toHeight - 0.5) * box.height;
        const sourceX = clamped(box.x + along * box.cos - across * box.sin - 0.5, width);
        const sourceY = clamped(box.y + along * box.sin + across * box.cos - 0.5, height);
        const left = Math.floor(sourceX);
        const top = Math.floor(sourceY);
        const shareX = sourceX - left;
        const shareY = sourceY - top;
        const right = left + 1 < width ? planes : 0;
        const below = top + 1 < height ? planes * width : 0;
        const at = (top * width + left) * planes;
        const level = (channel: number) =>
          (1 - shareY) * ((1 - shareX) * rgb[at + channel]! + shareX * rgb[at + channel + right]!) +
          shareY * ((1 - shareX) * rgb[at + channel + below]! + shareX * rgb[at + channel + below + right]!);
        red += level(0);
        green += level(1);
        blue += level(2);
      }
      const to = y * stride + x;
      target[to] = toNetwork(blue * share);
      target[planePixels + to] = toNetwork(green * share);
      target[2 * planePixels + to] = toNetwork(red * share);
    }
  }
}
