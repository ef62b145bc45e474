import { type Colour } from './colours.ts';
import type { Crop } from './crop.ts';

/** Radius in pixels around a pixel in which its background is searched. Edges of letters are one to two pixels wide. */
const radius = 2;
/** Colour distance (8-bit RGB) below which colours count as equal, because compression adds noise. */
const noise = 24;
/** Distance between black and white in 8-bit RGB. */
const maxDistance = 442;

/** Returns the distance of each pixel from a colour, in 8-bit RGB. */
export function distancesFrom({ rgb }: Crop, colour: Colour): Float32Array {
  const distances = new Float32Array(rgb.length / 3);
  for (let pixel = 0; pixel < distances.length; pixel++) {
    const red = rgb[pixel * 3]! - colour[0];
    const green = rgb[pixel * 3 + 1]! - colour[1];
    const blue = rgb[pixel * 3 + 2]! - colour[2];
    distances[pixel] = Math.sqrt(red * red + green * green + blue * blue);
  }
  return distances;
}

/**
 * Returns a mask of the pixels that belong to letters of a colour. A pixel at the edge of a letter mixes the colours of
 * letter and background. It belongs to the letter if its colour is nearer to that of the letter.
 * @param distances distance of each pixel from the colour of the letters
 * @param contrast median distance of the background from the colour of the letters
 */
export function maskLetters(crop: Crop, distances: Float32Array, contrast: number): Uint8Array {
  const ground = maxNearby(distances, crop.width, crop.height);
  const most = Math.max(noise, contrast / 2);
  const mask = new Uint8Array(distances.length);
  for (let pixel = 0; pixel < mask.length; pixel++) {
    if (distances[pixel]! <= Math.min(most, Math.max(noise, ground[pixel]! / 2))) mask[pixel] = 1;
  }
  return mask;
}

/** Returns the median distance of the pixels that do not have the colour; 0 if all pixels have the colour. */
export function usualContrast(distances: Float32Array): number {
  const counts = new Uint32Array(maxDistance + 1);
  let others = 0;
  for (const distance of distances) {
    if (distance <= 2 * noise) continue;
    counts[Math.floor(distance)]!++;
    others++;
  }
  let passed = 0;
  for (let distance = 0; distance <= maxDistance; distance++) {
    passed += counts[distance]!;
    if (2 * passed >= others && passed > 0) return distance;
  }
  return 0;
}

/** Returns for each pixel the maximum value within `radius`. */
function maxNearby(values: Float32Array, width: number, height: number): Float32Array {
  const rows = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let most = 0;
      for (let at = Math.max(0, x - radius); at <= Math.min(width - 1, x + radius); at++)
        most = Math.max(most, values[y * width + at]!);
      rows[y * width + x] = most;
    }
  }
  const result = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let most = 0;
      for (let at = Math.max(0, y - radius); at <= Math.min(height - 1, y + radius); at++)
        most = Math.max(most, rows[at * width + x]!);
      result[y * width + x] = most;
    }
  }
  return result;
}
