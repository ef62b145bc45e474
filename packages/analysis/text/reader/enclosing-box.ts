/** A rectangle around a line of text, which may be tilted. */
export interface TiltedBox {
  /** Position of the centre in pixels. */
  x: number;
  y: number;
  /** Size in pixels along and across the direction of reading. */
  width: number;
  height: number;
  /** Cosine and sine of the clockwise angle of the direction of reading, from -45 to 45 degrees. */
  cos: number;
  sin: number;
}

type Point = readonly [x: number, y: number];

/**
 * Returns the upright rectangle around all points, or a tilted rectangle if its area is smaller by more than a tenth.
 * Throws if there are no points.
 */
export function enclosingBox(points: readonly Point[]): TiltedBox {
  const hull = convexHull(points);
  let best: TiltedBox | null = null;
  // Around a level line, ascenders and descenders of letters can make a tilted rectangle slightly smaller.
  const edges: Point[] = [[1, 0], ...hull.map((point, i) => direction(point, hull[(i + 1) % hull.length]!))];
  for (const edge of edges) {
    const box = boxAlong(hull, edge);
    if (best === null || area(box) < 0.9 * area(best)) best = box;
  }
  return best!;
}

const area = ({ width, height }: TiltedBox) => width * height;

/** Returns the corners of a box, clockwise from its upper left one. */
export function corners({ x, y, width, height, cos, sin }: TiltedBox): Point[] {
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([right, down]) => {
    const along = (right! * width) / 2;
    const across = (down! * height) / 2;
    return [x + along * cos - across * sin, y + along * sin + across * cos];
  });
}

function direction([x, y]: Point, [toX, toY]: Point): Point {
  const length = Math.hypot(toX - x, toY - y);
  return length === 0 ? [1, 0] : [(toX - x) / length, (toY - y) / length];
}

/** Returns the smallest rectangle around points with sides along and across a direction. */
function boxAlong(points: readonly Point[], [dx, dy]: Point): TiltedBox {
  // Rotates the direction by multiples of 90 degrees, so that it is as close as possible to left-to-right.
  const [cos, sin] =
    Math.abs(dx) >= Math.abs(dy) ? (dx > 0 ? [dx, dy] : [-dx, -dy]) : dy > 0 ? [dy, -dx] : [-dy, dx];
  const along = points.map(([x, y]) => x * cos + y * sin);
  const across = points.map(([x, y]) => y * cos - x * sin);
  const [left, right] = [Math.min(...along), Math.max(...along)];
  const [top, bottom] = [Math.min(...across), Math.max(...across)];
  const [midAlong, midAcross] = [(left + right) / 2, (top + bottom) / 2];
  return {
    x: midAlong * cos - midAcross * sin,
    y: midAlong * sin + midAcross * cos,
    width: right - left,
    height: bottom - top,
    cos,
    sin,
  };
}

/** Returns the corners of the smallest convex polygon around points (Andrew's monotone chain). */
function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort(([x, y], [otherX, otherY]) => x - otherX || y - otherY);
  const turn = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point) =>
    (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const half = (ordered: Point[]) => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length >= 2 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain;
  };
  const lower = half(sorted);
  const upper = half(sorted.reverse());
  return lower.length < 2 ? lower : [...lower.slice(0, -1), ...upper.slice(0, -1)];
}
