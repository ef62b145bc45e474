import { type PageBox, unionOf } from '@assay/domain/page-box.ts';
import type { ShownLine, VideoText } from '../../text/shown-text.ts';

/** A block of text over the picture: lines that are near each other, and appear and disappear together. */
export interface Super {
  /** Lines from top to bottom, and from left to right within a row. */
  lines: readonly ShownLine[];
  /** The lines, and those of other readings of the same text. */
  readings: readonly ShownLine[];
  text: string;
  box: PageBox;
  /**
   * Contrast ratio of the letters in their worst second: of the worst line, or the median of all readings if the text
   * was read in several ways. Null if no letters were measured.
   */
  contrast: number | null;
  startSeconds: number;
  endSeconds: number;
  /** True if start and end are exact to two frames; otherwise, they are exact to the interval of the read pictures. */
  isExact: boolean;
}

/** Usual height of lower-case letters without ascenders, as a share (0–1) of the height of capitals. */
export const lowerCaseShare = 0.72;
/** Usual height of capitals, as a share (0–1) of the height of the box around a line. */
const boxShare = 0.57;

/** Returns the height of a line's capitals in lines of the picture: measured, or estimated from other heights. */
export function capitalHeightOf({ letters, box }: ShownLine, { height }: VideoText): number {
  const { capitalHeight = null, lowerCaseHeight = null } = letters ?? {};
  if (capitalHeight !== null) return capitalHeight;
  return lowerCaseHeight === null ? (box[3] - box[1]) * height * boxShare : lowerCaseHeight / lowerCaseShare;
}

/** Combines lines into one super. If any line has exact times, the times of the other lines are ignored. */
export function superOf(lines: readonly ShownLine[]): Super {
  const exact = lines.filter(({ isExact }) => isExact);
  const timed = exact.length > 0 ? exact : lines;
  const sorted = rowsOf(lines).flat();
  const ratios = lines.flatMap(({ letters }) => letters?.contrast ?? []);
  return {
    lines: sorted,
    readings: sorted,
    text: sorted.map(({ text }) => text).join(' '),
    box: unionOf(lines.map(({ box }) => box)),
    contrast: ratios.length === 0 ? null : Math.min(...ratios),
    startSeconds: Math.min(...timed.map(({ startSeconds }) => startSeconds)),
    endSeconds: Math.max(...timed.map(({ endSeconds }) => endSeconds)),
    isExact: exact.length > 0,
  };
}

/**
 * Groups lines into rows from top to bottom, and sorts each row from left to right. The reader of text divides a row at
 * wide spaces.
 */
export function rowsOf(lines: readonly ShownLine[]): ShownLine[][] {
  const rows: ShownLine[][] = [];
  for (const line of lines.toSorted((a, b) => a.box[1] - b.box[1])) {
    const row = rows.find(([first]) => isOneRow(first!.box, line.box));
    if (row === undefined) rows.push([line]);
    else row.push(line);
  }
  return rows.map((row) => row.toSorted((a, b) => a.box[0] - b.box[0]));
}

/** Returns whether two lines are in one row, and at least half of the narrower line is above or below the other one. */
export function areInOnePlace({ box: one }: ShownLine, { box: other }: ShownLine): boolean {
  const overlap = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  return isOneRow(one, other) && overlap >= 0.5 * Math.min(one[2] - one[0], other[2] - other[0]);
}

/** Returns whether two boxes are in one row: they overlap vertically by more than half the height of the lower box. */
export function isOneRow(a: PageBox, b: PageBox): boolean {
  return Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > 0.5 * Math.min(a[3] - a[1], b[3] - b[1]);
}

/** Returns the median; for an even number of values, the lower of the two middle values. */
export function lowerMedian(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}
