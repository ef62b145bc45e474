import type { WholePictures } from '../../decode/filter-graph.ts';
import { type BlockGrid, findBlockGrid, type PixelLines } from './find-block-grid.ts';
import { measureBlockEdges } from './measure-block-edges.ts';

// This project tuned the constants of this file on clips that were coded with known settings (decision 70).

/** Minimum share (0–1) of examined places on vertical grid lines that have a step, if coding blocks are visible. */
const minGridShare = 0.08;
/** Minimum share (0–1) of examined places on horizontal grid lines that have a step. Vertical stripes have none. */
const minCrossShare = 0.02;
/** Minimum ratio of `share` to `secondShare` of a grid. A pattern of squares of 4 pixels has a ratio of 1. */
const minLead = 2;
/** Minimum ratio of the share of steps on the grid to the mean share elsewhere, in frames and in single fields. */
const [minContrast, minFieldContrast] = [3, 2];
/** Maximum `unevenness` of coding blocks. A pattern, such as a checkerboard of 12-pixel squares, is more uneven. */
const maxUnevenness = 1.2;
/**
 * Limits of drawn pictures, such as pixel art, which have steep steps between flat squares and hardly any other step. A
 * picture may be drawn if its ratio of the share of steps on the grid to the share elsewhere exceeds
 * `minDrawnContrast`. The other limits are for the shares of `BlockEdges`.
 */
const minDrawnContrast = 150;
const [maxDrawnShare, minBusyShare, maxSteepShare] = [0.05, 0.05, 0.06];
/** Number of lines from which a smaller share of a picture's lines is examined. */
const manyLines = 720;

/**
 * Returns a function that computes the share (0–1) of a picture's coding blocks with a visible left edge. The share is
 * 0 if the edges are not on a grid of 8 pixels, or seem to belong to a pattern or to a drawing such as pixel art.
 */
export function createBlockMeter(
  { width, height, format }: Pick<WholePictures, 'width' | 'height' | 'format'>,
  isInterlaced: boolean,
): (planes: Uint8Array) => number {
  const isDeep = format.endsWith('10le');
  const unit = isDeep ? 4 : 1;
  const [every, everyBlock] = height < manyLines ? [16, 8] : [32, 32];
  const rows: PixelLines = { start: 0, along: 1, length: width, across: width, count: height };
  const columns: PixelLines = { start: 0, along: width, length: height, across: 1, count: width };
  // Interlaced coding may divide each field, which is every other line, into blocks.
  const fields = [0, width].map((start) => ({
    ...columns,
    start,
    along: 2 * width,
    length: height >> 1,
  }));
  return (planes) => {
    const luma = isDeep ? new Uint16Array(planes.buffer, planes.byteOffset, width * height) : planes;
    const across = findBlockGrid(luma, [rows], every, unit);
    if (!isGrid(across, minGridShare, minContrast) || across.share < minLead * across.secondShare) return 0;
    const down = findBlockGrid(luma, [columns], every, unit);
    const hasRows =
      isGrid(down, minCrossShare, minContrast) ||
      (isInterlaced && isGrid(findBlockGrid(luma, fields, every, unit), minCrossShare, minFieldContrast));
    if (!hasRows) return 0;
    const grid = { x: across.phase, y: down.phase };
    const edges = measureBlockEdges(luma, { width, height }, grid, everyBlock, unit);
    const isDrawn =
      across.share > minDrawnContrast * across.otherShare &&
      (edges.drawnShare > maxDrawnShare ||
        (edges.busyShare < minBusyShare && edges.steepShare > maxSteepShare));
    return isDrawn || edges.unevenness > maxUnevenness ? 0 : edges.share;
  };
}

function isGrid({ share, otherShare }: BlockGrid, minShare: number, contrast: number): boolean {
  return share >= minShare && share >= contrast * otherShare;
}
