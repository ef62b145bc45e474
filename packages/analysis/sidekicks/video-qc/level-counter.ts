import type { WholePictures } from '../../decode/filter-graph.ts';

/** Lowest and highest permitted level (EBU R 103) for 8 bits. For 10 bits, the limits are 20 and 984. */
const [minLevel, maxLevel] = [5, 246];

/**
 * Minimum number of adjacent pixels of a line beyond the limits. Shorter runs of pixels are ignored: coding adds them
 * to clean pictures as noise and as overshoots at edges. Chosen by this project.
 */
const minAdjacent = 5;

/**
 * Limits of sampling. In pictures with at least `minSampledHeight` lines, only every other pair of lines is counted
 * first. If their share (0–1) of pixels beyond the limits is below `minCountedShare`, the other pairs are skipped. The
 * estimate errs by at most 0.4 % of the picture, which keeps the share within the tolerance of 1 %. Successive pictures
 * start with different pairs, so a pattern of narrow lines is found too.
 */
const minCountedShare = 0.006;
const minSampledHeight = 540;

/** Weights (0–1) of red and blue in luma. The weight of green is the remainder to 1. */
export type Matrix = readonly [red: number, blue: number];

export const matrices = {
  bt601: [0.299, 0.114],
  bt709: [0.2126, 0.0722],
  bt2020: [0.2627, 0.0593],
} as const satisfies Record<string, Matrix>;

/** Shares (0–1) of a picture's pixels that are beyond the limits of EBU R 103. */
export interface ShareBeyond {
  all: number;
  /** Pixels in runs that begin at the left edge or end at the right edge, as those of bars do. */
  atEdges: number;
}

/**
 * Returns a function that computes the share of a picture's pixels whose luma, red, green or blue is beyond the limits
 * of EBU R 103. With several matrices, a pixel must be beyond the limits with each matrix.
 */
export function createLevelCounter(
  { width, height, format }: Pick<WholePictures, 'width' | 'height' | 'format'>,
  usedMatrices: readonly Matrix[],
): (planes: Uint8Array) => ShareBeyond {
  const bits = format.endsWith('10le') ? 10 : 8;
  const acrossShift = format.startsWith('yuv444') ? 0 : 1;
  const downShift = format.startsWith('yuv420') ? 1 : 0;
  const chromaWidth = (width + acrossShift) >> acrossShift;
  const chromaHeight = (height + downShift) >> downShift;
  const lumaSize = width * height;
  const chromaSize = chromaWidth * chromaHeight;
  const { lowest, spans } = permittedLuma(bits, usedMatrices);
  let pictures = 0;
  return (bytes) => {
    const planes =
      bits === 8 ? bytes : new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 1);
    const [first, other] = pictures++ % 2 === 0 ? [0, 2] : [2, 0];
    const sampled = countBeyond(planes, first);
    const isEnough = height >= minSampledHeight && sampled.all < (minCountedShare * lumaSize) / 2;
    const rest = isEnough ? sampled : countBeyond(planes, other);
    return { all: (sampled.all + rest.all) / lumaSize, atEdges: (sampled.atEdges + rest.atEdges) / lumaSize };
  };

  /**
   * Returns the numbers of pixels beyond the limits in every other pair of lines, from line `first` (0 or 2) on. A pair
   * of lines covers both fields of an interlaced picture.
   */
  function countBeyond(planes: Uint8Array | Uint16Array, first: number): ShareBeyond {
    let beyond = 0;
    let atEdges = 0;
    for (let y = first; y < height; y += y % 2 === 0 ? 1 : 3) {
      const chromaRow = lumaSize + (y >> downShift) * chromaWidth;
      let adjacent = 0;
      const end = (y + 1) * width;
      for (let column = 0, at = y * width; column < chromaWidth; column++) {
        const pair = (planes[chromaRow + column]! << bits) | planes[chromaRow + column + chromaSize]!;
        const low = lowest[pair]!;
        const span = spans[pair]!;
        for (const next = Math.min(end, at + 1 + acrossShift); at < next; at++) {
          // If the luma is below `low`, `>>> 0` turns the negative difference into a number greater than any span.
          if ((planes[at]! - low) >>> 0 > span) {
            adjacent++;
          } else if (adjacent > 0) {
            if (adjacent >= minAdjacent) beyond += adjacent;
            if (adjacent >= minAdjacent && at - adjacent === y * width) atEdges += adjacent;
            adjacent = 0;
          }
        }
      }
      if (adjacent < minAdjacent) continue;
      beyond += adjacent;
      atEdges += adjacent;
    }
    return { all: beyond, atEdges };
  }
}

export function pictureBytes({
  width,
  height,
  format,
}: Pick<WholePictures, 'width' | 'height' | 'format'>): number {
  const chromaWidth = format.startsWith('yuv444') ? width : (width + 1) >> 1;
  const chromaHeight = format.startsWith('yuv420') ? (height + 1) >> 1 : height;
  return (width * height + 2 * chromaWidth * chromaHeight) * (format.endsWith('10le') ? 2 : 1);
}

/**
 * Returns two tables by the pair of chroma values, (Cb << bits) | Cr. `lowest` has the lowest luma with which the
 * colour is within the limits. `spans` has the difference between this lowest luma and the highest luma with which the
 * colour is within the limits. If no luma is within the limits, `lowest` exceeds every luma.
 */
function permittedLuma(bits: number, usedMatrices: readonly Matrix[]) {
  const values = 2 ** bits;
  const scale = 2 ** (bits - 8);
  const lowest = new Uint16Array(values ** 2);
  const spans = new Uint16Array(values ** 2);
  for (let cb = 0; cb < values; cb++) {
    for (let cr = 0; cr < values; cr++) {
      let low = Infinity;
      let high = -Infinity;
      for (const matrix of usedMatrices) {
        const differences = coloursWithoutLuma(matrix, cb - values / 2, cr - values / 2);
        // The offsets of 0.5 are for rounding: levels are compared after rounding to whole numbers.
        const least = Math.ceil(minLevel * scale - 0.5 - Math.min(0, ...differences));
        const most = Math.ceil(maxLevel * scale + 0.5 - Math.max(0, ...differences)) - 1;
        if (least > most) continue;
        low = Math.min(low, least);
        high = Math.max(high, most);
      }
      const pair = (cb << bits) | cr;
      lowest[pair] = low === Infinity ? values : low;
      spans[pair] = low === Infinity ? 0 : high - low;
    }
  }
  return { lowest, spans };
}

/** Returns the differences red − luma, green − luma and blue − luma (ITU-T H.273), in levels of limited range. */
function coloursWithoutLuma([red, blue]: Matrix, cb: number, cr: number): [number, number, number] {
  const range = 219 / 224;
  const redPart = 2 * (1 - red) * range * cr;
  const bluePart = 2 * (1 - blue) * range * cb;
  return [redPart, -(red * redPart + blue * bluePart) / (1 - red - blue), bluePart];
}
