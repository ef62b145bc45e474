import { block, blockColumns, blockCount } from './blocks.ts';
import { height, width } from './luma-picture.ts';

/** Minimum mean of the squared gradient, in luma values per pixel. Areas below the minimum are too flat for stripes. */
const minGradient = 4;

/** Luma gradients of each block. They exclude most areas without stripes faster than a Fourier transform does. */
export interface BlockGradients {
  /** Measures the blocks of a picture whose entry in `changed` is 1. */
  update: (luma: Uint8Array, changed: Uint8Array) => void;
  /**
   * Returns whether the area of the given blocks may have stripes, judged by its gradients.
   * @param minCoherence minimum coherence (0–1) of the structure tensor: 1 if all gradients have the same direction
   * @param minSwings minimum number of light-dark pairs across the area
   */
  mayHaveStripes: (blocks: readonly number[], minCoherence: number, minSwings: number) => boolean;
}

export function createBlockGradients(): BlockGradients {
  const fields = 6;
  const sums = new Float64Array(blockCount * fields);
  const measure = (luma: Uint8Array, at: number) => {
    let xx = 0;
    let yy = 0;
    let xy = 0;
    let lengths = 0;
    let values = 0;
    let squares = 0;
    const left = (at % blockColumns) * block.width;
    const top = Math.floor(at / blockColumns) * block.height;
    const right = Math.min(left + block.width, width - 1);
    const bottom = Math.min(top + block.height, height - 1);
    // Every second row suffices for an estimate.
    for (let y = top; y < bottom; y += 2) {
      for (let pixel = y * width + left, end = y * width + right; pixel < end; pixel++) {
        const value = luma[pixel]!;
        const down = luma[pixel + width + 1]! - value;
        const up = luma[pixel + 1]! - luma[pixel + width]!;
        // `gx` and `gy` are twice the gradient.
        const gx = down + up;
        const gy = down - up;
        xx += gx * gx;
        yy += gy * gy;
        xy += gx * gy;
        const across = Math.abs(gx);
        const along = Math.abs(gy);
        // Approximates the length of the vector (`gx`, `gy`) to within 8 %.
        lengths += across > along ? across + 0.41 * along : along + 0.41 * across;
        values += value;
        squares += value * value;
      }
    }
    sums.set([xx, yy, xy, lengths, values, squares], at * fields);
  };
  return {
    update(luma, changed) {
      for (let at = 0; at < blockCount; at++) if (changed[at] === 1) measure(luma, at);
    },
    mayHaveStripes(blocks, minCoherence, minSwings) {
      const total = [0, 0, 0, 0, 0, 0];
      for (const at of blocks)
        for (let field = 0; field < fields; field++) total[field]! += sums[at * fields + field]!;
      const [xx, yy, xy, lengths, values, squares] = total as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      const pixels = (blocks.length * block.width * block.height) / 2;
      const energy = xx + yy;
      if (energy < 4 * minGradient * pixels) return false;
      if ((xx - yy) ** 2 + 4 * xy ** 2 < (minCoherence * energy) ** 2) return false;
      const deviation = Math.sqrt(Math.max(0, squares / pixels - (values / pixels) ** 2));
      // A pair of stripes rises and falls by at least twice the standard deviation.
      const side = Math.sqrt(2 * pixels);
      return ((lengths / 2 / pixels) * side) / (4 * deviation) >= minSwings;
    },
  };
}
