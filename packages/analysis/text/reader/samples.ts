import type { Picture } from '../../decode/picture.ts';
import type { Box, Sample } from '../text-reader.ts';

/** Maximum number of levels of a sample. Rows and columns of larger places are skipped. */
const maxLevels = 16_384;
/** A sample that no picture shows. */
export const noSample: Sample = { step: 1, columns: 0, rows: 0, levels: new Uint8Array() };
/**
 * Minimum standard deviation of the levels of a sample. In samples with less, noise would outweigh the letters.
 */
const minDeviation = 8;
/** Maximum standard deviation of an area without letters, in levels. Compression causes less. */
const maxPlainDeviation = 8;
/** Minimum correlation (0–1) of two areas that show the same letters. */
const minCorrelation = 0.95;
/** Minimum ratio of the lower to the higher deviation of two areas. It is lower if one of them fades. */
const minContrastRatio = 0.6;

/** Returns the grey levels of a place. */
export function takeSample(picture: Picture, [left, top, right, bottom]: Box): Sample {
  const [width, height] = [right - left, bottom - top];
  const step = Math.max(1, Math.ceil(Math.sqrt((width * height) / maxLevels)));
  const columns = Math.floor(width / step);
  const rows = Math.floor(height / step);
  return { step, columns, rows, levels: levelsAt(picture, left, top, { step, columns, rows }) };
}

/** Returns the levels of an area of the size of a sample, which must be within the picture. */
function levelsAt(
  { width, rgb }: Picture,
  left: number,
  top: number,
  { step, columns, rows }: Omit<Sample, 'levels'>,
): Uint8Array {
  const levels = new Uint8Array(columns * rows);
  let to = 0;
  for (let row = 0; row < rows; row++) {
    let at = 3 * ((top + row * step) * width + left);
    for (let column = 0; column < columns; column++, at += 3 * step)
      levels[to++] = (rgb[at]! + 2 * rgb[at + 1]! + rgb[at + 2]!) >> 2;
  }
  return levels;
}

/**
 * Returns whether a picture shows the same letters as a sample at a position. Compares areas of the width of about one
 * letter, because a line may change in a single digit.
 */
export function showsSample(picture: Picture, sample: Sample, left: number, top: number): boolean {
  const { step, columns, rows, levels } = sample;
  const isInside =
    left >= 0 && top >= 0 && left + columns * step <= picture.width && top + rows * step <= picture.height;
  if (!isInside || levels.length === 0) return false;
  const others = levelsAt(picture, left, top, sample);
  // Sums over the short side of the place, for each position along its long side.
  const length = Math.max(columns, rows);
  const sums = Array.from({ length: 5 }, () => new Float64Array(length + 1));
  const [ones, twos, oneSquares, twoSquares, products] = sums as Sums;
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, at++) {
      const to = 1 + (columns >= rows ? column : row);
      const [one, two] = [levels[at]!, others[at]!];
      ones[to]! += one;
      twos[to]! += two;
      oneSquares[to]! += one * one;
      twoSquares[to]! += two * two;
      products[to]! += one * two;
    }
  for (const sum of sums) for (let at = 1; at <= length; at++) sum[at]! += sum[at - 1]!;
  const across = Math.min(columns, rows);
  const compare = (from: number, to: number): Comparison => {
    const [one, two, oneSquare, twoSquare, product] = sums.map(
      (sum) => (sum[to]! - sum[from]!) / ((to - from) * across),
    ) as [number, number, number, number, number];
    const deviations = [oneSquare - one * one, twoSquare - two * two].map((square) =>
      Math.sqrt(Math.max(0, square)),
    );
    return { deviations: deviations as [number, number], covariance: product - one * two };
  };
  const whole = compare(0, length);
  if (whole.deviations[0] < minDeviation || !isSame(whole)) return false;
  const window = Math.min(length, Math.max(4, Math.round(across / 2)));
  const windowStep = Math.max(1, window >> 1);
  for (let from = 0; from < length; from += windowStep)
    if (!isSame(compare(Math.min(from, length - window), Math.min(from + window, length)))) return false;
  return true;
}

/**
 * Returns the mean difference (0–255) of the levels of a picture from those of a sample at a position, in every second
 * row and column. Infinity if a part of the area is outside the picture.
 */
export function distanceAt(
  { width, height, rgb }: Picture,
  { step, columns, rows, levels }: Sample,
  left: number,
  top: number,
): number {
  if (left < 0 || top < 0 || left + columns * step > width || top + rows * step > height) return Infinity;
  let sum = 0;
  let count = 0;
  for (let row = 0; row < rows; row += 2)
    for (let column = 0; column < columns; column += 2) {
      const at = 3 * ((top + row * step) * width + left + column * step);
      sum += Math.abs(((rgb[at]! + 2 * rgb[at + 1]! + rgb[at + 2]!) >> 2) - levels[row * columns + column]!);
      count++;
    }
  return sum / count;
}

type Sums = [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];

interface Comparison {
  /** Standard deviations of the levels of two areas. */
  deviations: [number, number];
  covariance: number;
}

function isSame({ deviations: [one, two], covariance }: Comparison): boolean {
  if (Math.max(one, two) <= maxPlainDeviation) return true;
  return (
    Math.min(one, two) >= minContrastRatio * Math.max(one, two) && covariance >= minCorrelation * one * two
  );
}
