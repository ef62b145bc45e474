import { createRandom, type Random } from '../../../../tools/chaos/random.ts';

/** Size of the clips in pixels, their rate and their number of pictures. */
export const size = { width: 640, height: 360 };
export const rate = 25;
export const pictures = 75;

const { width, height } = size;

/** A clip with stripes over a picture like a photograph. */
export interface SeededClip {
  description: string;
  /** Whether ITU-R BT.1702-3 (guideline 2) limits the stripes. */
  isRisk: boolean;
  /** Returns the luma of a picture in limited range. */
  draw: (picture: number) => Uint8Array;
}

const motions = ['still', 'drift', 'oscillate', 'reverse'] as const;

/** Makes a clip with at most four or at least seven pairs, whose area differs from its limit by at least 8 points. */
export function seededClip(seed: number): SeededClip {
  const random = createRandom(seed);
  const between = (from: number, to: number) => from + random() * (to - from);
  const motion = motions[Math.floor(random() * motions.length)]!;
  const limit = motion === 'still' || motion === 'drift' ? 0.4 : 0.25;
  const pairs = random() < 0.3 ? Math.floor(between(3, 5)) : Math.floor(between(7, 61));
  let share = between(0.15, 1);
  while (Math.abs(share - limit) < 0.08) share = between(0.15, 1);
  const angle = between(0, Math.PI);
  const across = { x: Math.cos(angle), y: Math.sin(angle) };
  const background = drawBackground(random);
  const mask = drawMask(random, share);
  const dark = between(16, 80);
  const light = between(150, 235);
  const duty = between(0.3, 0.7);
  const isSine = random() < 0.4;
  const isGradual = random() < 0.5;
  const speed = between(0.5, 4.5) * (random() < 0.5 ? -1 : 1);
  const frequency = between(1.5, 5);
  const swing = between(0.25, 0.85);
  let first = Infinity;
  let last = -Infinity;
  for (let at = 0; at < mask.length; at++) {
    if (mask[at] === 0) continue;
    const place = (at % width) * across.x + Math.floor(at / width) * across.y;
    first = Math.min(first, place);
    last = Math.max(last, place);
  }
  const period = (last - first) / pairs;

  const draw = (picture: number): Uint8Array => {
    const seconds = picture / rate;
    const turn = 2 * Math.PI * frequency * seconds;
    const shift = motion === 'drift' ? speed * seconds : motion === 'oscillate' ? swing * Math.sin(turn) : 0;
    const cosine = Math.cos(turn);
    const gain = motion !== 'reverse' ? 1 : isGradual ? cosine : cosine >= 0 ? 1 : -1;
    const luma = Uint8Array.from(background);
    for (let at = 0; at < luma.length; at++) {
      if (mask[at] === 0) continue;
      const place = (at % width) * across.x + Math.floor(at / width) * across.y;
      const phase = (place - first) / period + shift;
      const fraction = phase - Math.floor(phase);
      const value = isSine
        ? Math.sin(2 * Math.PI * phase)
        : (fraction < duty ? 1 : -1) *
          Math.min(1, 2 * period * Math.min(fraction, Math.abs(fraction - duty), 1 - fraction));
      luma[at] = Math.round((light + dark) / 2 + ((light - dark) / 2) * value * gain);
    }
    return luma;
  };
  return {
    description: `seed ${seed}: ${pairs} pairs, ${(share * 100).toFixed(0)} %, ${motion}, ${((angle * 180) / Math.PI).toFixed(0)}°, ${period.toFixed(1)} pixels, luma ${dark.toFixed(0)} to ${light.toFixed(0)}`,
    isRisk: pairs > 5 && share > limit,
    draw,
  };
}

/** Draws a picture with coarse and fine detail and with edges, as a photograph has. */
function drawBackground(random: Random): Uint8Array {
  const values = new Float64Array(width * height).fill(110);
  for (let octave = 0; octave < 7; octave++) {
    const step = 256 >> octave;
    const columns = Math.ceil(width / step) + 2;
    const grid = Float64Array.from(
      { length: columns * (Math.ceil(height / step) + 2) },
      () => (random() - 0.5) * (140 / (0.8 * octave + 1)),
    );
    for (let at = 0; at < values.length; at++) {
      const x = (at % width) / step;
      const y = Math.floor(at / width) / step;
      const corner = Math.floor(y) * columns + Math.floor(x);
      const [u, v] = [x % 1, y % 1];
      const above = grid[corner]! * (1 - u) + grid[corner + 1]! * u;
      const below = grid[corner + columns]! * (1 - u) + grid[corner + columns + 1]! * u;
      values[at]! += above * (1 - v) + below * v;
    }
  }
  for (let count = 0; count < 12; count++) {
    const left = random() * width;
    const top = random() * height;
    const right = left + random() * 150;
    const bottom = top + random() * 100;
    const lighter = (random() - 0.5) * 120;
    for (let at = 0; at < values.length; at++) {
      const x = at % width;
      const y = Math.floor(at / width);
      if (x >= left && x < right && y >= top && y < bottom) values[at]! += lighter;
    }
  }
  return Uint8Array.from(values, (value) => Math.max(16, Math.min(235, value)));
}

/** Draws a rectangle, a band or an ellipse that has the given share of the picture. */
function drawMask(random: Random, share: number): Uint8Array {
  const mask = new Uint8Array(width * height);
  const shape = random();
  if (shape < 0.33) {
    const [x, y] = [width * (0.4 + random() * 0.2), height * (0.4 + random() * 0.2)];
    const distances = Float64Array.from(mask, (_, at) =>
      Math.hypot(((at % width) - x) / width, (Math.floor(at / width) - y) / height),
    );
    const farthest = distances.toSorted()[Math.round(share * mask.length) - 1]!;
    return mask.map((_, at) => (distances[at]! <= farthest ? 1 : 0));
  }
  const isRectangle = shape < 0.67;
  const wide = isRectangle ? Math.min(1, Math.max(share, Math.sqrt(share) * (0.7 + random() * 0.6))) : 1;
  const [across, down] = isRectangle || random() < 0.5 ? [wide, share / wide] : [share, 1];
  const left = Math.floor(random() * width * (1 - across));
  const top = Math.floor(random() * height * (1 - down));
  for (let y = top; y < top + Math.round(height * down); y++)
    mask.fill(1, y * width + left, y * width + left + Math.round(width * across));
  return mask;
}
