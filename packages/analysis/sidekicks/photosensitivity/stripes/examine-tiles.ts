import type { BlockGradients } from './block-gradients.ts';
import { blocksOf } from './blocks.ts';
import { createWaveFinder, type TileWave, type WaveLimits } from './find-waves.ts';
import { tileSize } from './fourier.ts';
import type { LumaPicture } from './luma-picture.ts';

export interface TileGrid extends WaveLimits {
  /** 1 for tiles of the picture, 2 for tiles of the picture in half the size. */
  scale: 1 | 2;
  /** Left and top edges of the tiles in pixels. */
  lefts: readonly number[];
  tops: readonly number[];
  /** Minimum coherence of the gradients of a tile. */
  minCoherence: number;
}

interface Tile {
  left: number;
  top: number;
  blocks: readonly number[];
  /** True if the tile has changed since it was examined. */
  isPending: boolean;
  mayHaveStripes: boolean;
  wave: TileWave | null;
}

/** Minimum number of light-dark pairs of a tile, as a share of `minCycles`. Parts of a tile may have no stripes. */
const minSwingShare = 0.9;

/**
 * Finds stripes in overlapping tiles of the pictures of a video. Tiles that have not changed are not examined again.
 */
export function createTileExaminer({ scale, lefts, tops, minCoherence, ...limits }: TileGrid) {
  const findWave = createWaveFinder(limits);
  const tiles = tops.flatMap((top) =>
    lefts.map((left): Tile => {
      const blocks = blocksOf(left * scale, top * scale, tileSize * scale);
      return { left, top, blocks, isPending: true, mayHaveStripes: false, wave: null };
    }),
  );
  /** Marks the tiles that have a changed block, and marks the blocks of the tiles that may have stripes. */
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
  /** Examines the marked tiles. Returns whether any was marked. */
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
