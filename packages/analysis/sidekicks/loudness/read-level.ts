import type { TimeRange } from '../../contract/time-ranges.ts';

/**
 * ffmpeg filter that measures loudness by ITU-R BS.1770 and EBU Tech 3341. Only with `metadata=1`, it outputs blocks of
 * 100 ms and logs the true peak of a whole block.
 */
export const levelFilter = 'ebur128=peak=true:metadata=1:framelog=info';

/** Levels in LUFS up to this value mean "not measured": the filter logs -120.7 in silence and at the start. */
export const minMeasuredLufs = -120;

/** Levels of one 100 ms block. In digital silence, the peaks are `-Infinity`. */
export interface Level extends TimeRange {
  momentaryLufs: number;
  shortTermLufs: number;
  /** The largest of `peaksDbtp`. */
  truePeakDbtp: number;
  /** The true peak of each channel. */
  peaksDbtp: readonly number[];
}

const levelLine = /^t: ([\d.]+) .*M: *([-\w.]+) *S: *([-\w.]+) .*FTPK: *([-\w. ]+) dBFS/;

/** Returns the levels of one block from a log line of the loudness filter; null for any other line. */
export function readLevel(from: string, text: string): Level | null {
  const match = isLevelFilter(from) ? levelLine.exec(text) : null;
  if (match === null) return null;
  const endSeconds = Number(match[1]);
  const peaksDbtp = match[4]!.split(/ +/).map(level);
  return {
    startSeconds: Math.max(0, endSeconds - 0.1),
    endSeconds,
    momentaryLufs: level(match[2]!),
    shortTermLufs: level(match[3]!),
    truePeakDbtp: Math.max(...peaksDbtp),
    peaksDbtp,
  };
}

export const isLevelFilter = (from: string) => /^Parsed_ebur128_\d+$/.test(from);

/** Parses a level. ffmpeg prints `-inf` or `nan` for digital silence. */
export function level(text: string): number {
  const number = Number(text);
  return Number.isFinite(number) ? number : -Infinity;
}
