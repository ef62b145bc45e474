import type { WholePictures } from '../../decode/filter-graph.ts';
import { type BlockGrid, findBlockGrid, type PixelLines } from './find-block-grid.ts';
import { measureBlockEdges } from './measure-block-edges.ts';

// The numbers were chosen by this project on clips of a known coder (decision 70).

/**
 * Minimum share (0–1) of the places on the vertical grid lines that have a step. Below it, the picture is not examined
 * further.
 */
const minGridShare = 0.08;
/** Minimum share (0–1) of steps on the perpendicular grid. Stripes have no perpendicular grid. */
const minCrossShare = 0.02;
/**
 * Minimum ratio of the share on the grid to the second-largest share at another position. Squares of 4 pixels have a
 * ratio of 1.
 */
const minLead = 2;
/** Minimum ratio of the share on the grid to the mean share at other positions, for frames and for single fields. */
const [minContrast, minFieldContrast] = [3, 2];
/** Maximum unevenness of the edges. More uneven edges belong to a pattern, such as a checkerboard of 12 pixels. */
const maxUnevenness = 1.2;
/**
 * Ratio of the share on the grid to that at other positions above which the picture may be drawn. Pixel art has steep
 * steps between flat squares, and hardly any step elsewhere.
 */
const minDrawnContrast = 150;
const [maxDrawnShare, minBusyShare, maxSteepShare] = [0.05, 0.05, 0.06];
/** Pictures with at least this number of lines are examined at a smaller share of their lines. */
const manyLines = 720;

/**
 * Returns a function that computes the share (0–1) of the coding blocks of a picture whose left edge is visible. The
 * share is 0 if the edges are not those of a grid of 8 pixels, or if they seem to be drawn.
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
  // Interlaced coding may divide each field into blocks.
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
