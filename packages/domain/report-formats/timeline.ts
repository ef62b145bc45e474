import type { Anchor } from '../contracts/issue.ts';
import type { Report } from '../contracts/report.ts';
import {
  formatTimeCode,
  frameAt,
  parseFrameRate,
  type TimeCodeFormat,
  timeCodeFormat,
} from '../time-code.ts';
import { FormatFault } from './format-fault.ts';

/** The frames of a file, as editing programs count them. */
export interface Timeline {
  /** Frames per second of the time code: 30 for 30000/1001. */
  nominalRate: number;
  /** True if a second has `nominalRate` × 1000/1001 frames. */
  isNtsc: boolean;
  timeCode: TimeCodeFormat;
  /** Length of the file in frames, at least 1. */
  frames: number;
}

/** A part of a timeline. `frame` counts from 0 at the start of the file; `frames` is at least 1. */
export interface FrameRange {
  frame: number;
  frames: number;
}

/** Maximum frames per second: time codes number frames with two digits. */
const maxNominalRate = 100;
/** Files state 29.97 or 23.98, too. */
const rateTolerance = 0.005;

/**
 * Returns the timeline of a file. Null if its frame rate varies, is not known, or has no time code. Throws
 * `FormatFault` if `startTimecode` is none of the timeline.
 * @param startTimecode the time code of the first frame instead of that of the file
 */
export function timelineOf(
  { asset: { media } }: Pick<Report, 'asset'>,
  startTimecode: string | null,
): Timeline | null {
  const rate = parseFrameRate(media?.video?.frameRate ?? '');
  if (media === null || rate === null) return null;
  const nominalRate = Math.round(rate);
  const isNominal = Math.abs(rate - nominalRate) < rateTolerance;
  const isNtsc = !isNominal && Math.abs(rate - (nominalRate * 1000) / 1001) < rateTolerance;
  if (!(isNominal || isNtsc) || nominalRate < 1 || nominalRate > maxNominalRate) return null;
  const timeCode = timeCodeFormat(rate, startTimecode ?? media.startTimecode);
  if (startTimecode !== null && formatTimeCode(0, timeCode) !== startTimecode.replace('.', ';'))
    throw new FormatFault(
      'startTimecode',
      `${startTimecode} is no time code at ${media.video!.frameRate!} frames per second`,
    );
  return {
    nominalRate,
    isNtsc,
    timeCode,
    frames: Math.max(1, Math.round((media.durationSeconds ?? 0) * rate)),
  };
}

/** Returns the frames of an anchor; null if it has no time. */
export function framesOf(anchor: Anchor, { timeCode: { rate } }: Timeline): FrameRange | null {
  if (anchor.kind !== 'time') return null;
  const frame = frameAt(anchor.startSeconds, rate);
  return { frame, frames: Math.max(1, frameAt(anchor.endSeconds, rate) - frame) };
}

/** Returns the time codes of the first frame of a range and of the frame after it. */
export function timeCodesOf(
  { frame, frames }: FrameRange,
  { timeCode }: Timeline,
): { start: string; end: string } {
  return { start: formatTimeCode(frame, timeCode), end: formatTimeCode(frame + frames, timeCode) };
}
