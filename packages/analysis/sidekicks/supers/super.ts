import { type PageBox, unionOf } from '@assay/domain/page-box.ts';
import type { ShownLine, VideoText } from '../../text/shown-text.ts';

/** Lines of text that appear and disappear together and are near each other. */
export interface Super {
  /** From top to bottom. */
  lines: readonly ShownLine[];
  text: string;
  box: PageBox;
  startSeconds: number;
  endSeconds: number;
  /** True if start and end are exact to two frames. */
  isExact: boolean;
}

/** Usual height of lower-case letters without ascenders, as a share of the height of capitals. */
export const lowerCaseShare = 0.72;
/** Usual height of capitals, as a share of the height of a line's box. */
const boxShare = 0.57;

/** Returns the height of the capitals of a line in lines of the picture: measured, or estimated from other heights. */
export function capitalHeightOf({ letters, box }: ShownLine, { height }: VideoText): number {
  const { capitalHeight = null, lowerCaseHeight = null } = letters ?? {};
  if (capitalHeight !== null) return capitalHeight;
  return lowerCaseHeight === null ? (box[3] - box[1]) * height * boxShare : lowerCaseHeight / lowerCaseShare;
}

/**
 * Combines lines into one super. Its times are those of the lines with exact times, or of all lines if none has exact
 * times.
 */
export function superOf(lines: readonly ShownLine[]): Super {
  const exact = lines.filter(({ isExact }) => isExact);
  const timed = exact.length > 0 ? exact : lines;
  const sorted = lines.toSorted((a, b) =>
    isOneRow(a.box, b.box) ? a.box[0] - b.box[0] : a.box[1] - b.box[1],
  );
  return {
    lines: sorted,
    text: sorted.map(({ text }) => text).join(' '),
    box: unionOf(lines.map(({ box }) => box)),
    startSeconds: Math.min(...timed.map(({ startSeconds }) => startSeconds)),
    endSeconds: Math.max(...timed.map(({ endSeconds }) => endSeconds)),
    isExact: exact.length > 0,
  };
}

/** Returns whether two boxes share more than half of the lower one's height. */
export function isOneRow(a: PageBox, b: PageBox): boolean {
  return Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > 0.5 * Math.min(a[3] - a[1], b[3] - b[1]);
}
