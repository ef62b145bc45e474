/** A transformation matrix of two dimensions (ISO 32000-2, 8.3.3). It maps (x, y) to (ax + cy + e, bx + dy + f). */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns six finite numbers as a matrix; null for anything else. */
export function toMatrix(values: ArrayLike<unknown> | null | undefined): Matrix | null {
  if (values?.length !== 6) return null;
  const numbers = Array.from(values);
  return numbers.every((value) => Number.isFinite(value)) ? (numbers as unknown as Matrix) : null;
}

/** Returns the matrix that applies `first` and then `second`. */
export function multiply(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [A, B, C, D, E, F] = second;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

/** A rectangle with `left` ≤ `right` and `top` ≤ `bottom`, unless it is empty. */
export type Bounds = readonly [left: number, top: number, right: number, bottom: number];

/** Returns the bounds of a rectangle after a transformation. The corners of the rectangle may be in any order. */
export function boundsOf(matrix: Matrix, [x1, y1, x2, y2]: Bounds = [0, 0, 1, 1]): Bounds {
  const [a, b, c, d, e, f] = matrix;
  const xs = [a * x1 + c * y1, a * x2 + c * y1, a * x1 + c * y2, a * x2 + c * y2];
  const ys = [b * x1 + d * y1, b * x2 + d * y1, b * x1 + d * y2, b * x2 + d * y2];
  return [Math.min(...xs) + e, Math.min(...ys) + f, Math.max(...xs) + e, Math.max(...ys) + f];
}

/** Returns the intersection of two rectangles. If it is empty, `left` exceeds `right` or `top` exceeds `bottom`. */
export function intersect(first: Bounds, second: Bounds): Bounds {
  return [
    Math.max(first[0], second[0]),
    Math.max(first[1], second[1]),
    Math.min(first[2], second[2]),
    Math.min(first[3], second[3]),
  ];
}
