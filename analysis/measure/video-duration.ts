/** A duration in seconds by a file's content, and by its header; null if the header has none. */
export interface VideoDuration {
  seconds: number;
  headerSeconds: number | null;
}

/** The index is missing, damaged or contradicts the file, so the duration is measured by ffprobe. */
export class IndexUnusable extends Error {}

/** 30 days: longer than any upload, and within the range of every database column. */
export const maxSeconds = 30 * 86_400;
/** A start that is at most this long before zero is not shown: a cut leaves the rest of a group of pictures there. */
export const maxHiddenSeconds = 15;
/** A later start is not trusted: the first samples of the file may not be the earliest. */
export const maxTrustedStartSeconds = 5;

/**
 * Returns the duration of a video from its first to its last picture or sound; null if it is negative or more than 30
 * days. Writers disagree on whether the time before a late start counts, so the variant closer to the header is used.
 * Time shortly before zero does not count.
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
