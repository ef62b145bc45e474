import { type StripedStretch, watchStripes } from '../../sidekicks/photosensitivity/stripes/watch-stripes.ts';
import { lights } from '../../sidekicks/photosensitivity/light.ts';
import { height, width } from '../../sidekicks/photosensitivity/stripes/luma-picture.ts';

export const black = 16;
export const white = 235;

/** Returns the luma of a point at a time in seconds. `x` and `y` are shares (0–1) of the width and the height. */
export type LumaAt = (x: number, y: number, seconds: number) => number;

/** Returns the stretches with stripes of a synthetic video. No file is created. */
export function stripesOf(lumaAt: LumaAt, { seconds = 3, rate = 25 } = {}): StripedStretch[] {
  const { push, finish } = watchStripes(rate, lights.sdr);
  // A function of the place alone is drawn once, and smoothly.
  const isStill = lumaAt.length < 3;
  const still = draw(lumaAt, 0, 2);
  for (let frame = 0; frame < Math.round(seconds * rate); frame++)
    push(isStill ? still : draw(lumaAt, frame / rate, 1));
  return finish();
}

/** Draws a picture. Each pixel is the mean of `samples` × `samples` points. */
function draw(lumaAt: LumaAt, seconds: number, samples: number): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, at) => {
    let sum = 0;
    for (let sample = 0; sample < samples ** 2; sample++) {
      const x = (at % width) + ((sample % samples) + 0.5) / samples;
      const y = Math.floor(at / width) + (Math.floor(sample / samples) + 0.5) / samples;
      sum += lumaAt(x / width, y / height, seconds);
    }
    return Math.round(sum / samples ** 2);
  });
}

/** Returns white where the fraction of `pairs` is below `duty`, and black elsewhere. */
export function stripe(pairs: number, duty = 0.5): number {
  return pairs - Math.floor(pairs) < duty ? white : black;
}
