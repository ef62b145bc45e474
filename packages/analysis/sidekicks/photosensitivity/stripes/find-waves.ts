import { createSpectrum, tileSize } from './fourier.ts';
import type { LumaPicture } from './luma-picture.ts';
import type { Wave } from './wave.ts';

export interface TileWave {
  /** The centre of the tile in pixels. */
  centreX: number;
  centreY: number;
  wave: Wave;
}

/** Hann window. It reduces the leakage between the frequencies of a tile. */
const hann = Float32Array.from(
  { length: tileSize },
  (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / tileSize),
);

/** Highest frequency per axis in cycles per tile. At `tileSize` / 2, a frequency cannot be told from its negative. */
const maxFrequency = tileSize / 2 - 1;

/** Minimum standard deviation of a tile in luma values. */
const minDeviation = 4;

/**
 * Minimum share (0–1) of a tile's energy that belongs to the stripes and their harmonics. Both energies are without the
 * frequencies below `minCycles`. Tuned on generated clips.
 */
const minShare = 0.8;

/** Maximum distance in cycles per tile between a frequency and the entries of the spectrum that belong to it. */
const spread = 2.3;

const indexOf = (column: number, row: number) =>
  ((row + tileSize) % tileSize) * tileSize + ((column + tileSize) % tileSize);

export interface WaveLimits {
  /** Lowest and highest frequency of stripes, in cycles per tile. */
  minCycles: number;
  maxCycles: number;
  /** Maximum power of each frequency below `minCycles`, as a multiple of the power of the stripes. */
  maxLowShare: number;
}

/** Returns a function that finds the wave of the stripes in a tile. The function returns null if there are none. */
export function createWaveFinder({ minCycles, maxCycles, maxLowShare }: WaveLimits) {
  const spectrumOf = createSpectrum();
  const tile = new Float32Array(tileSize * tileSize);

  /** Copies a tile, subtracts its mean and applies the window. Returns false if the tile has too little contrast. */
  const load = ({ width, luma }: LumaPicture, left: number, top: number): boolean => {
    let sum = 0;
    let squares = 0;
    for (let row = 0; row < tileSize; row++) {
      const start = (top + row) * width + left;
      for (let column = 0; column < tileSize; column++) {
        const value = luma[start + column]!;
        sum += value;
        squares += value * value;
      }
    }
    const mean = sum / tile.length;
    if (squares / tile.length - mean * mean < minDeviation ** 2) return false;
    for (let row = 0, at = 0; row < tileSize; row++) {
      const start = (top + row) * width + left;
      for (let column = 0; column < tileSize; column++)
        tile[at++] = (luma[start + column]! - mean) * hann[row]! * hann[column]!;
    }
    return true;
  };

  return (picture: LumaPicture, left: number, top: number): TileWave | null => {
    if (!load(picture, left, top)) return null;
    const power = spectrumOf(tile);
    let total = 0;
    let lowPeak = 0;
    let peak = 0;
    let peakColumn = 0;
    let peakRow = 0;
    const minSquare = minCycles * minCycles;
    for (let row = -maxFrequency; row <= maxFrequency; row++) {
      const start = ((row + tileSize) % tileSize) * tileSize;
      for (let column = row <= 0 ? 1 : 0; column <= maxFrequency; column++) {
        const value = power[start + column]!;
        if (column * column + row * row < minSquare) {
          if (value > lowPeak) lowPeak = value;
          continue;
        }
        total += value;
        if (value <= peak) continue;
        peak = value;
        peakColumn = column;
        peakRow = row;
      }
    }
    if (peak === 0 || Math.hypot(peakColumn, peakRow) > maxCycles) return null;
    if (lowPeak > maxLowShare * peak) return null;
    const column = refined(power, peakColumn, peakRow, 1, 0);
    const row = refined(power, peakColumn, peakRow, 0, 1);
    if (hasStrongerSubharmonic(power, column, row, peak)) return null;
    if (harmonicEnergy(power, column, row, minCycles) < minShare * total) return null;
    return {
      centreX: left + tileSize / 2,
      centreY: top + tileSize / 2,
      wave: { x: column / tileSize, y: row / tileSize },
    };
  };
}

/** Returns the exact frequency of a peak on one axis, by a parabola through the logarithms of the powers. */
function refined(power: Float32Array, column: number, row: number, right: 0 | 1, down: 0 | 1): number {
  const logAt = (step: number) => Math.log(power[indexOf(column + step * right, row + step * down)]! + 1e-9);
  const before = logAt(-1);
  const at = logAt(0);
  const after = logAt(1);
  const curvature = before - 2 * at + after;
  const offset = curvature >= 0 ? 0 : (before - after) / (2 * curvature);
  return (right === 1 ? column : row) + Math.max(-0.5, Math.min(0.5, offset));
}

/** Returns whether a half or a third of the frequency has more power: the peak is only a harmonic of wider stripes. */
function hasStrongerSubharmonic(power: Float32Array, column: number, row: number, peak: number): boolean {
  return [2, 3].some((divisor) => {
    const x = Math.round(column / divisor);
    const y = Math.round(row / divisor);
    return Math.hypot(x, y) >= 0.9 && power[indexOf(x, y)]! > peak;
  });
}

/** Returns the energy of a frequency and its harmonics, without frequencies below `minCycles`. */
function harmonicEnergy(power: Float32Array, column: number, row: number, minCycles: number): number {
  let energy = 0;
  for (let harmonic = 1; harmonic <= 5; harmonic++) {
    const x = column * harmonic;
    const y = row * harmonic;
    if (Math.max(Math.abs(x), Math.abs(y)) > maxFrequency) break;
    const reach = Math.min(spread, Math.max(1.5, Math.hypot(column, row) / 2));
    for (let v = Math.ceil(y - reach); v <= y + reach; v++) {
      for (let u = Math.ceil(x - reach); u <= x + reach; u++) {
        if ((u - x) ** 2 + (v - y) ** 2 > reach ** 2 || u * u + v * v < minCycles * minCycles) continue;
        // The index may lie in the other half-plane of the spectrum, which has the same values.
        energy += power[indexOf(u, v)]!;
      }
    }
  }
  return energy;
}
