import type { LumaPicture } from './luma-picture.ts';
import { frequencyOf, type Wave } from './wave.ts';

/** Width of the window in which a wave is measured: 2.5 periods of the wave, but at least 12 and at most 72 pixels. */
const windowPeriods = 2.5;
const minWindow = 12;
const maxWindow = 72;

/** Amplitude in luma values and phase in radians of a wave around a point. */
export interface LocalWave {
  amplitude: number;
  phase: number;
}

/** Measures a wave in a window around a point of a picture. The window is cropped at the edges of the picture. */
export function measureWave(
  { width, height, luma }: LumaPicture,
  wave: Wave,
  centreX: number,
  centreY: number,
): LocalWave {
  const size = Math.max(minWindow, Math.min(maxWindow, windowPeriods / frequencyOf(wave)));
  const left = Math.max(0, Math.ceil(centreX - size / 2));
  const right = Math.min(width - 1, Math.floor(centreX + size / 2));
  const top = Math.max(0, Math.ceil(centreY - size / 2));
  const bottom = Math.min(height - 1, Math.floor(centreY + size / 2));
  const stepReal = Math.cos(2 * Math.PI * wave.x);
  const stepImaginary = -Math.sin(2 * Math.PI * wave.x);
  const weights = windowWeights(left, right, centreX, size);
  let weightSum = 0;
  let sum = 0;
  let real = 0;
  let imaginary = 0;
  let baseReal = 0;
  let baseImaginary = 0;
  for (let y = top; y <= bottom; y++) {
    const start = -2 * Math.PI * (wave.x * (left - centreX) + wave.y * (y - centreY));
    const rowWeight = weightAt(y, centreY, size);
    let c = Math.cos(start) * rowWeight;
    let s = Math.sin(start) * rowWeight;
    for (let x = left, at = y * width + left; x <= right; x++, at++) {
      const weight = weights[x - left]!;
      const value = luma[at]! * weight;
      weightSum += weight * rowWeight;
      sum += value * rowWeight;
      real += value * c;
      imaginary += value * s;
      baseReal += weight * c;
      baseImaginary += weight * s;
      const next = c * stepReal - s * stepImaginary;
      s = c * stepImaginary + s * stepReal;
      c = next;
    }
  }
  // The same result as if the mean had been subtracted from each value before.
  const mean = sum / weightSum;
  real -= mean * baseReal;
  imaginary -= mean * baseImaginary;
  return { amplitude: (2 * Math.hypot(real, imaginary)) / weightSum, phase: Math.atan2(imaginary, real) };
}

function weightAt(at: number, centre: number, size: number): number {
  return 0.5 + 0.5 * Math.cos((2 * Math.PI * (at - centre)) / (size + 1));
}

function windowWeights(from: number, to: number, centre: number, size: number): Float64Array {
  return Float64Array.from({ length: to - from + 1 }, (_, at) => weightAt(from + at, centre, size));
}
