import { bytesSource } from '@assay/domain/lib/ranged-source.ts';
import type { Finding } from '../../contract/finding.ts';
import { type FlashMeasurements, judgeFlashes } from '../../sidekicks/photosensitivity/judge-flashes.ts';
import type { Transfer } from '../../sidekicks/photosensitivity/light.ts';
import { watchFlashes } from '../../sidekicks/photosensitivity/photosensitivity.ts';
import { columns, rows } from '../../sidekicks/photosensitivity/picture-grid.ts';

/** Red, green and blue components, each from 0 to 255. */
export type Colour = readonly [number, number, number];

export const black: Colour = [0, 0, 0];
export const white: Colour = [255, 255, 255];
export const red: Colour = [255, 0, 0];
export const grey = (value: number): Colour => [value, value, value];

/** A video without a file. It is defined by the colour of each cell of the analysis grid in each frame. */
export interface SyntheticVideo {
  seconds: number;
  /** Frames per second, as a number such as `25` or a fraction such as `30000/1001`. */
  rate?: string;
  aspectRatio?: number;
  transfer?: Transfer;
  /** Returns the colour of a cell at a time in seconds. `frame` is the index of the frame at that time. */
  colour: (seconds: number, column: number, row: number, frame: number) => Colour;
}

/** Returns the measurements of the flashes of a synthetic video. No file is created. */
export function seenOf({
  seconds,
  rate = '25',
  aspectRatio = 16 / 9,
  transfer = 'sdr',
  colour,
}: SyntheticVideo): Pick<FlashMeasurements, 'general' | 'red'> {
  const [over, under = '1'] = rate.split('/');
  const picturesPerSecond = Number(over) / Number(under);
  const watch = watchFlashes({ rate, picturesPerSecond, aspectRatio, transfer });
  const rgb = new Uint8Array(columns * rows * 3);
  for (let frame = 0; frame < Math.round(seconds * picturesPerSecond); frame++) {
    const seconds = frame / picturesPerSecond;
    // A function of the time alone gives all cells the same colour.
    if (colour.length <= 1) {
      for (const [at, value] of colour(seconds, 0, 0, frame).entries()) rgb[at] = value;
      for (let filled = 3; filled < rgb.length; filled *= 2) rgb.copyWithin(filled, 0, filled);
    } else {
      for (let cell = 0, at = 0; cell < columns * rows; cell++, at += 3)
        rgb.set(colour(seconds, cell % columns, Math.floor(cell / columns), frame), at);
    }
    watch.frames!.onFrame(rgb);
  }
  const { general, red } = watch.seen(seconds);
  return { general, red };
}

/** Returns the findings about the flashes of a synthetic video. */
export async function findingsOf(video: SyntheticVideo): Promise<Finding[]> {
  const observation = { seen: { ...seenOf(video), stripes: [] }, decodeFailure: null };
  const judgement = await judgeFlashes(bytesSource(Buffer.from(JSON.stringify(observation))), undefined);
  return 'findings' in judgement ? judgement.findings : [];
}

/** Alternates between two colours. Each colour appears `perSecond` times a second, rounded to whole frames. */
export const alternating =
  (perSecond: number, on: Colour, off: Colour) =>
  (seconds: number): Colour =>
    // The offset of 1 µs compensates for floating-point rounding errors in the time of a frame.
    Math.floor((seconds + 1e-6) * perSecond * 2) % 2 === 0 ? on : off;
