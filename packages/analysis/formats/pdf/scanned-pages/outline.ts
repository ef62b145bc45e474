import { type Bounds, type Matrix } from '../matrix.ts';

/** An area that is bounded by closed polygons. */
export interface Outline {
  /** The points of each polygon: x1, y1, x2, y2, … */
  polygons: readonly number[][];
  /** True for the even-odd rule, false for the nonzero winding number rule (ISO 32000-2, 8.5.3.3). */
  isEvenOdd: boolean;
  bounds: Bounds;
  /** Number of points. */
  size: number;
}

/** Operators of the paths of pdf.js. Each is followed by its points. */
const [moveTo, lineTo, curveTo, quadraticCurveTo, closePath] = [0, 1, 2, 3, 4];
/** Number of lines that replace a curve, by the length of its control polygon in units of the target space. */
const [minLines, maxLines, unitsPerLine] = [3, 32, 1.5];

/** A path of pdf.js: the unit square. */
export const unitSquare = [moveTo, 0, 0, lineTo, 1, 0, lineTo, 1, 1, lineTo, 0, 1, closePath];

/** Converts a path of pdf.js to polygons in the target space of the matrix. */
export function flatten(path: ArrayLike<number>, [a, b, c, d, e, f]: Matrix, isEvenOdd: boolean): Outline {
  const polygons: number[][] = [];
  let polygon: number[] = [];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let size = 0;

  function add(x: number, y: number): void {
    polygon.push(x, y);
    size++;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  function curve(points: readonly number[]): void {
    const [x0, y0] = [polygon.at(-2) ?? points[0]!, polygon.at(-1) ?? points[1]!];
    let length = 0;
    for (let at = 0, [px, py] = [x0, y0]; at < points.length; at += 2) {
      length += Math.hypot(points[at]! - px, points[at + 1]! - py);
      [px, py] = [points[at]!, points[at + 1]!];
    }
    const lines = Math.min(maxLines, Math.max(minLines, Math.ceil(length / unitsPerLine) || 0));
    for (let line = 1; line <= lines; line++) {
      const t = line / lines;
      const s = 1 - t;
      if (points.length === 4)
        add(
          s * s * x0 + 2 * s * t * points[0]! + t * t * points[2]!,
          s * s * y0 + 2 * s * t * points[1]! + t * t * points[3]!,
        );
      else
        add(
          s ** 3 * x0 + 3 * s * s * t * points[0]! + 3 * s * t * t * points[2]! + t ** 3 * points[4]!,
          s ** 3 * y0 + 3 * s * s * t * points[1]! + 3 * s * t * t * points[3]! + t ** 3 * points[5]!,
        );
    }
  }

  for (let at = 0; at < path.length;) {
    const operator = path[at++]!;
    const count = { [moveTo]: 1, [lineTo]: 1, [curveTo]: 3, [quadraticCurveTo]: 2 }[operator] ?? 0;
    if (at + 2 * count > path.length) break;
    const points: number[] = [];
    for (const end = at + 2 * count; at < end; at += 2) {
      const [x, y] = [path[at]!, path[at + 1]!];
      points.push(a * x + c * y + e, b * x + d * y + f);
    }
    if (!points.every(Number.isFinite)) break;
    if (operator === moveTo) polygons.push((polygon = []));
    if (polygons.length === 0) continue;
    if (count === 1) add(points[0]!, points[1]!);
    else if (count > 1) curve(points);
    else if (operator === closePath && polygon.length > 2) {
      // The next line may start at the point to which the polygon has been closed.
      const [x, y] = [polygon[0]!, polygon[1]!];
      polygons.push((polygon = [x, y]));
    }
  }
  return {
    polygons: polygons.filter(({ length }) => length >= 6),
    isEvenOdd,
    bounds: [left, top, right, bottom],
    size,
  };
}
