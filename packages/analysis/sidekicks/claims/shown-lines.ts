import { isPageBox, type PageBox } from '@assay/domain/page-box.ts';
import type { ShownLine as VideoLine, TextLine } from '../../text/shown-text.ts';

/** A line of text that was read in an image, on a scanned page or in a video. */
export interface ShownLine {
  text: string;
  /** Confidence (0–1) with which the line was read. */
  confidence: number;
  box: PageBox;
  /** Time range in which a video shows the line; null for images and pages. */
  time: ShownTime | null;
}

export interface ShownTime {
  startSeconds: number;
  endSeconds: number;
  /** False if start and end may be wrong by up to the interval between two read pictures. */
  isExact: boolean;
}

/** Returns the lines of an image or a page. Drops lines without text and lines with an empty box. */
export function linesOfPicture(lines: readonly TextLine[]): ShownLine[] {
  return lines.flatMap(({ text, confidence, box }) =>
    text !== '' && isPageBox(box) ? [{ text, confidence, box, time: null }] : [],
  );
}

export function linesOfVideo(lines: readonly VideoLine[]): ShownLine[] {
  return lines.flatMap(({ startSeconds, endSeconds, isExact, ...line }) =>
    linesOfPicture([line]).map((shown) => ({ ...shown, time: { startSeconds, endSeconds, isExact } })),
  );
}

/** Returns the time range in which all lines are shown; null for lines without times. */
export function commonTime(lines: readonly ShownLine[]): ShownTime | null {
  const times = lines.flatMap(({ time }) => time ?? []);
  if (times.length === 0) return null;
  const startSeconds = Math.max(...times.map((time) => time.startSeconds));
  return {
    startSeconds,
    endSeconds: Math.max(startSeconds, Math.min(...times.map((time) => time.endSeconds))),
    isExact: times.every(({ isExact }) => isExact),
  };
}
