import type { Bounds } from '../matrix.ts';

/** Minimum height of a letter in points. Capitals of this height are 4-point type, which nobody can read. */
const minHeight = 2;
/** Maximum height of a letter, as a share of the page. */
const maxHeightShare = 0.3;
/** Minimum number of letters in a row, and of different ones. Rows of equal shapes are markers or hatching. */
const minRow = 4;
const minDifferent = 3;
/** Maximum gap between letters of a row, in heights of the row. The space between two words is shorter. */
const maxGap = 1.2;
/** Distance from the line of a row that still counts as on the line, in heights of the row. Round letters overshoot. */
const onLine = 0.08;
/** Minimum share of the letters of a row that are on its line. */
const minOnLine = 0.5;

/** A shape along and across the direction of writing. */
interface Shape {
  start: number;
  end: number;
  low: number;
  high: number;
  points: number;
}

/**
 * Counts the shapes of a page that stand in rows like letters: in painting order beside each other, different from each
 * other, and at least half of them on one line. Rows may be horizontal or vertical.
 * @param page the visible part of the page, in points
 */
export function createLetterCounter([left, top, right, bottom]: Bounds) {
  const maxHeight = maxHeightShare * Math.max(right - left, bottom - top);
  const horizontal = createRowCounter(maxHeight);
  const vertical = createRowCounter(maxHeight);
  return {
    /** @param points the number of lines and curves of the shape */
    add([x1, y1, x2, y2]: Bounds, points: number): void {
      if (!(x2 > left && x1 < right && y2 > top && y1 < bottom)) return;
      horizontal.add({ start: x1, end: x2, low: y1, high: y2, points });
      vertical.add({ start: y1, end: y2, low: x1, high: x2, points });
    },
    count: (): number => Math.max(horizontal.count(), vertical.count()),
  };
}

function createRowCounter(maxHeight: number) {
  let row: Shape[] = [];
  let extent: Shape | null = null;
  let letters = 0;

  function endRow(): void {
    if (extent !== null && row.length >= minRow && isRow(row, extent)) letters += row.length;
    row = [];
    extent = null;
  }

  return {
    add(shape: Shape): void {
      const height = shape.high - shape.low;
      if (!(height <= maxHeight && shape.end - shape.start <= 2 * maxHeight)) return endRow();
      // Holes of letters, dots and accents neither end a row nor count as letters.
      if (extent !== null && isWithin(shape, extent)) return;
      if (height < minHeight) return;
      if (extent === null || !continues(shape, extent)) endRow();
      row.push(shape);
      extent = extent === null ? { ...shape } : union(extent, shape);
    },
    count(): number {
      endRow();
      return letters;
    },
  };
}

function isWithin(shape: Shape, extent: Shape): boolean {
  const height = extent.high - extent.low;
  return (
    shape.start >= extent.start &&
    shape.end <= extent.end &&
    shape.low >= extent.low - height &&
    shape.high <= extent.high + height
  );
}

/** Returns whether a shape stands beside the row, before or after it. */
function continues(shape: Shape, extent: Shape): boolean {
  const height = extent.high - extent.low;
  const own = shape.high - shape.low;
  const overlap = Math.min(shape.high, extent.high) - Math.max(shape.low, extent.low);
  if (own > 2 * height || overlap < 0.3 * Math.min(own, height)) return false;
  const tallest = Math.max(own, height);
  const after = shape.start - extent.end;
  const before = extent.start - shape.end;
  const gap = Math.max(after, before);
  return gap <= maxGap * tallest && gap >= -tallest / 2;
}

function union(one: Shape, other: Shape): Shape {
  return {
    start: Math.min(one.start, other.start),
    end: Math.max(one.end, other.end),
    low: Math.min(one.low, other.low),
    high: Math.max(one.high, other.high),
    points: other.points,
  };
}

function isRow(row: readonly Shape[], extent: Shape): boolean {
  const height = extent.high - extent.low;
  const step = height / 12;
  const different = new Set(
    row.map(({ start, end, low, high, points }) =>
      [Math.round((end - start) / step), Math.round((high - low) / step), points].join(' '),
    ),
  );
  if (different.size < minDifferent) return false;
  return [row.map(({ low }) => low), row.map(({ high }) => high)].some((edges) => {
    const line = edges.toSorted((a, b) => a - b)[edges.length >> 1]!;
    return (
      edges.filter((edge) => Math.abs(edge - line) <= onLine * height).length >= minOnLine * edges.length
    );
  });
}
