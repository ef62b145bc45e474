import type { Bounds } from '../matrix.ts';

/** Path operators of pdf.js. `pointsAfter` is the number of points after each operator. */
const [moveTo, lineTo] = [0, 1];
const pointsAfter = [1, 1, 3, 2, 0];

/** Returns the subpaths of a pdf.js path that are rectangles with sides parallel to the axes. */
export function rectanglesOf(path: Float32Array): Bounds[] {
  const rectangles: Bounds[] = [];
  let corners: [x: number, y: number][] = [];
  let hasCurves = false;
  const end = () => {
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const bounds: Bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    const isCorner = ([x, y]: [number, number]) =>
      (x === bounds[0] || x === bounds[2]) && (y === bounds[1] || y === bounds[3]);
    if (!hasCurves && (corners.length === 4 || corners.length === 5) && corners.every(isCorner))
      rectangles.push(bounds);
    corners = [];
    hasCurves = false;
  };
  for (let at = 0; at < path.length;) {
    const operator = path[at++]!;
    if (operator === moveTo) end();
    const points = pointsAfter[operator] ?? 0;
    if (operator === moveTo || operator === lineTo) {
      // Six corners already show that the subpath is not a rectangle.
      if (corners.length < 6) corners.push([path[at]!, path[at + 1]!]);
    } else if (points > 0) hasCurves = true;
    at += 2 * points;
  }
  end();
  return rectangles;
}
