/** Duration of a video in seconds: measured from its content, and declared in its header (null if not declared). */
export interface VideoDuration {
  seconds: number;
  headerSeconds: number | null;
}

/** Thrown if the index is missing, damaged or contradicts the file. ffprobe then measures the duration. */
export class IndexUnusable extends Error {}

/** Maximum duration: 30 days. It is longer than any upload and fits every database column. */
export const maxSeconds = 30 * 86_400;
/**
 * Maximum length of video before time zero that does not count, because players do not show it. A cut may leave the
 * rest of a group of pictures there.
 */
export const maxHiddenSeconds = 15;
/** Latest start that is trusted. With a later start, the first samples in the file may not be the earliest. */
export const maxTrustedStartSeconds = 5;

/**
 * Returns the duration of a video from its first to its last picture or sound. Null if the duration is negative or
 * more than 30 days. Up to `maxHiddenSeconds` before zero do not count. Writers disagree on whether the time before a
 * late start counts, so the result closer to the header is used.
 */
export function durationOf(
  startSeconds: number,
  endSeconds: number,
  headerSeconds: number | null,
): VideoDuration | null {
  const isHidden = startSeconds < 0 && startSeconds >= -maxHiddenSeconds;
  const shownSeconds = endSeconds - (isHidden ? 0 : startSeconds);
  const isFromZero =
    headerSeconds !== null && Math.abs(headerSeconds - endSeconds) < Math.abs(headerSeconds - shownSeconds);
  const seconds = isFromZero ? Math.max(endSeconds, shownSeconds) : shownSeconds;
  return seconds >= 0 && seconds <= maxSeconds ? { seconds, headerSeconds } : null;
}
