/** Duration of a video in seconds: measured from its content, and declared in its header (null if not declared). */
export interface VideoDuration {
  seconds: number;
  headerSeconds: number | null;
}

/** Maximum duration in seconds: 30 days. No valid upload is longer, and the value fits every database column. */
export const maxSeconds = 30 * 86_400;
/**
 * Maximum length in seconds of video before time zero that is left out of the duration, because players do not show it.
 * After a cut, the rest of a group of pictures may remain before time zero.
 */
export const maxHiddenSeconds = 15;
/**
 * Maximum distance in seconds between time zero and the earliest sample that was read. If the distance is larger, a
 * sample that was not read may be earlier.
 */
export const maxTrustedStartSeconds = 5;

/**
 * Returns the duration of a video from the start of its first frame or audio sample to the end of the last. Returns
 * null if the duration is negative or more than 30 days. Up to `maxHiddenSeconds` before time zero are left out.
 * Writers disagree on whether the time before a late start is part of the duration, so the result closer to the
 * duration in the header is used.
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
