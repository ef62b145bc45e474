import type { BlockGradients } from './block-gradients.ts';
import { blocksOf } from './blocks.ts';
import { createWaveFinder, type TileWave, type WaveLimits } from './find-waves.ts';
import { tileSize } from './fourier.ts';
import type { LumaPicture } from './luma-picture.ts';

export interface TileGrid extends WaveLimits {
  /** 1 for tiles of the picture in full size, 2 for tiles of the picture in half the width and height. */
  scale: 1 | 2;
  /** Left and top edges of the tiles in pixels. */
  lefts: readonly number[];
  tops: readonly number[];
  /** Minimum coherence (0–1) of the gradients of a tile with stripes: 1 if all gradients have the same direction. */
  minCoherence: number;
}

interface Tile {
  left: number;
  top: number;
  blocks: readonly number[];
  /** True if the tile has changed since its last examination. */
  isPending: boolean;
  mayHaveStripes: boolean;
  wave: TileWave | null;
}

/** Minimum light-dark pairs across a tile, as a share of `minCycles`. A part of the tile may have no stripes. */
const minSwingShare = 0.9;

/** Finds the wave of the stripes in each tile of a picture. Examines only tiles with changed blocks. */
export function createTileExaminer({ scale, lefts, tops, minCoherence, ...limits }: TileGrid) {
  const findWave = createWaveFinder(limits);
  const tiles = tops.flatMap((top) =>
    lefts.map((left): Tile => {
      const blocks = blocksOf(left * scale, top * scale, tileSize * scale);
      return { left, top, blocks, isPending: true, mayHaveStripes: false, wave: null };
    }),
  );
  /** Marks tiles with a changed block. Sets `candidates` to 1 for the blocks of tiles that may have stripes. */
  const mark = (changed: Uint8Array, gradients: BlockGradients, candidates: Uint8Array): void => {
    for (const tile of tiles) {
      if (tile.blocks.some((block) => changed[block] === 1)) {
        tile.isPending = true;
        const minSwings = minSwingShare * limits.minCycles;
        tile.mayHaveStripes = gradients.mayHaveStripes(tile.blocks, minCoherence, minSwings);
      }
      if (tile.mayHaveStripes) for (const block of tile.blocks) candidates[block] = 1;
    }
  };
  /** Finds the waves of the marked tiles. Returns false if no tile was marked. */
  const examine = (picture: LumaPicture): boolean => {
    let count = 0;
    for (const tile of tiles) {
      if (!tile.isPending) continue;
      tile.wave = tile.mayHaveStripes ? findWave(picture, tile.left, tile.top) : null;
      tile.isPending = false;
      count++;
    }
    return count > 0;
  };
  return { scale, mark, examine, waves: (): TileWave[] => tiles.flatMap(({ wave }) => wave ?? []) };
}
