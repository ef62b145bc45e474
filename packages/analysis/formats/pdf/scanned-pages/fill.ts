import type { Bounds } from '../matrix.ts';
import type { Outline } from './outline.ts';

/** Number of lines per pixel row in which the covered part is computed. */
const linesPerRow = 4;

interface Edge {
  /** The first and the last line of the edge. */
  first: number;
  last: number;
  /** The x at the first line, and its change per line, in pixels. */
  x: number;
  slope: number;
  winding: 1 | -1;
}

/**
 * Computes which pixels an area covers. The rows must be read from top to bottom.
 * @param scale pixels per unit of the outline
 * @param pixels the range of pixels: left, top, right, bottom
 */
export function createFill(
  { polygons, isEvenOdd }: Outline,
  scale: number,
  [left, top, right, bottom]: Bounds,
) {
  const edges = edgesOf(polygons, scale, top * linesPerRow, bottom * linesPerRow);
  const covered = new Float32Array(right - left);
  let active: Edge[] = [];
  let next = 0;

  /** Adds the part of the line from x1 to x2 to the covered share of the pixels. */
  function cover(x1: number, x2: number): void {
    const [from, to] = [Math.max(x1, left) - left, Math.min(x2, right) - left];
    if (!(to > from)) return;
    const [first, last] = [Math.floor(from), Math.min(Math.floor(to), covered.length - 1)];
    if (first === last) covered[first]! += (to - from) / linesPerRow;
    else {
      covered[first]! += (first + 1 - from) / linesPerRow;
      for (let x = first + 1; x < last; x++) covered[x]! += 1 / linesPerRow;
      covered[last]! += (to - last) / linesPerRow;
    }
  }

  return {
    /** Returns the covered share (0–1) of the pixels of a row; null if none is covered. Valid until the next call. */
    row(y: number): Float32Array | null {
      covered.fill(0);
      let isEmpty = true;
      for (let line = y * linesPerRow; line < (y + 1) * linesPerRow; line++) {
        active = active.filter(({ last }) => last >= line);
        for (; next < edges.length && edges[next]!.first <= line; next++)
          if (edges[next]!.last >= line) active.push(edges[next]!);
        if (active.length === 0) continue;
        isEmpty = false;
        const crossings = active
          .map(({ x, slope, first, winding }) => ({ x: x + slope * (line - first), winding }))
          .sort((a, b) => a.x - b.x);
        let winding = 0;
        for (const [index, { x, winding: own }] of crossings.entries()) {
          const isInside = isEvenOdd ? index % 2 === 1 : winding !== 0;
          if (isInside) cover(crossings[index - 1]!.x, x);
          winding += own;
        }
      }
      return isEmpty ? null : covered;
    },
  };
}

/** Returns the edges that cross a line between the first and the last one, by their first line. */
function edgesOf(polygons: readonly number[][], scale: number, first: number, last: number): Edge[] {
  const edges: Edge[] = [];
  for (const polygon of polygons) {
    let [x1, y1] = [polygon.at(-2)! * scale, polygon.at(-1)! * scale * linesPerRow];
    for (let at = 0; at < polygon.length; at += 2) {
      const [x2, y2] = [polygon[at]! * scale, polygon[at + 1]! * scale * linesPerRow];
      const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
      // A line is in the middle of its strip.
      const from = Math.max(first, Math.ceil(top - 0.5));
      const to = Math.min(last - 1, Math.ceil(bottom - 0.5) - 1);
      if (from <= to) {
        const slope = (x2 - x1) / (y2 - y1);
        edges.push({
          first: from,
          last: to,
          x: x1 + (from + 0.5 - y1) * slope,
          slope,
          winding: y1 < y2 ? 1 : -1,
        });
      }
      [x1, y1] = [x2, y2];
    }
  }
  return edges.sort((a, b) => a.first - b.first);
}
