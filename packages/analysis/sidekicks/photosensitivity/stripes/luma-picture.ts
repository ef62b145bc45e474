import { type Light, luminanceAt, unitsPerCandela } from '../light.ts';

/** A picture of luma values in limited range: 16 is black, 235 is white. */
export interface LumaPicture {
  width: number;
  height: number;
  luma: Uint8Array;
}

/**
 * Size in pixels to which pictures are scaled to find stripes, regardless of their aspect ratio. The finest stripes
 * that can be found have about two pixels per pair. At a viewing distance of three picture heights, they have about
 * five pairs per degree.
 */
export const width = 320;
export const height = 180;

/** Returns the luminance in cd/m² of a grey with the given luma (16–235). */
export function luminanceOf(light: Light, luma: number): number {
  const value = Math.max(0, Math.min(255, Math.round(((luma - 16) * 255) / 219)));
  return luminanceAt(light, Uint8Array.of(value, value, value), 0) / unitsPerCandela;
}

/** Writes the picture in half the width and height to `into`, which must have a quarter of its pixels. */
export function halve(picture: LumaPicture, into: Uint8Array): LumaPicture {
  const { luma } = picture;
  const columns = picture.width / 2;
  const rows = picture.height / 2;
  for (let row = 0, at = 0; row < rows; row++) {
    let above = 2 * row * picture.width;
    let below = above + picture.width;
    for (let column = 0; column < columns; column++, above += 2, below += 2)
      into[at++] = (luma[above]! + luma[above + 1]! + luma[below]! + luma[below + 1]! + 2) >> 2;
  }
  return { width: columns, height: rows, luma: into };
}
