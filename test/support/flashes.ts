import {
  watchFlashes,
  type FlashMeasurements,
} from '../../analysis/sidekicks/photosensitivity/photosensitivity.ts';
import { columns, rows } from '../../analysis/sidekicks/photosensitivity/picture-grid.ts';

/** Red, green and blue, 8 bits each. */
export type Colour = readonly [number, number, number];

export const black: Colour = [0, 0, 0];
export const white: Colour = [255, 255, 255];
export const red: Colour = [255, 0, 0];
export const grey = (value: number): Colour => [value, value, value];

/** Pictures made cell by cell. */
export interface Show {
  seconds: number;
  /** Pictures in a second: a number, or a fraction. */
  rate?: string;
  aspectRatio?: number;
  /** The colour of a cell at a time. */
  colour: (seconds: number, column: number, row: number, frame: number) => Colour;
}

/** What is seen of pictures that no file was made of. */
export function seenOf({ seconds, rate = '25', aspectRatio = 16 / 9, colour }: Show): FlashMeasurements {
  const [over, under = '1'] = rate.split('/');
  const picturesPerSecond = Number(over) / Number(under);
  const watch = watchFlashes({ rate, picturesPerSecond, aspectRatio });
  const rgb = new Uint8Array(columns * rows * 3);
  for (let frame = 0; frame < Math.round(seconds * picturesPerSecond); frame++) {
    const seconds = frame / picturesPerSecond;
    for (let cell = 0, at = 0; cell < columns * rows; cell++, at += 3) {
      const [r, g, b] = colour(seconds, cell % columns, Math.floor(cell / columns), frame);
      rgb[at] = r;
      rgb[at + 1] = g;
      rgb[at + 2] = b;
    }
    watch.frames!.onFrame(rgb);
  }
  return watch.seen(seconds);
}

/** Two colours that take turns, `perSecond` times each, by turns of whole pictures as near to it as can be. */
export const alternating =
  (perSecond: number, on: Colour, off: Colour) =>
  (seconds: number): Colour =>
    // A hair later, for what binary fractions lack.
    Math.floor((seconds + 1e-6) * perSecond * 2) % 2 === 0 ? on : off;
