import { type Bounds, intersect } from '../matrix.ts';

/** Number of grid cells per side. The coverage is measured with a precision of 1/64 of the area's width and height. */
const cellsPerSide = 64;

/**
 * Measures the share (0–1) of an area that images cover. An area that several images cover is measured once, because
 * the images of a scan are often layers of the same size.
 */
export function createImageCoverage(area: Bounds) {
  const [left, top, right, bottom] = area;
  const isCovered = new Uint8Array(cellsPerSide ** 2);
  /** Returns the first cell whose centre is at or after a coordinate. */
  const cellAt = (coordinate: number, from: number, to: number) =>
    Math.min(cellsPerSide, Math.max(0, Math.ceil(((coordinate - from) / (to - from)) * cellsPerSide - 0.5)));

  return {
    add(image: Bounds): void {
      const [x1, y1, x2, y2] = intersect(area, image);
      for (let row = cellAt(y1, top, bottom); row < cellAt(y2, top, bottom); row++)
        isCovered.fill(
          1,
          row * cellsPerSide + cellAt(x1, left, right),
          row * cellsPerSide + Math.max(cellAt(x1, left, right), cellAt(x2, left, right)),
        );
    },
    share(): number {
      return isCovered.reduce((sum, covered) => sum + covered, 0) / isCovered.length;
    },
  };
}
