/** A duration by what is in a file, and by the word of its header, null where that says nothing. */
export interface VideoDuration {
  seconds: number;
  headerSeconds: number | null;
}

/** A month: longer than anything that is uploaded, and short enough for every column. */
export const maxSeconds = 30 * 86_400;
/** How far before zero a beginning is that is not shown: what a cut leaves of a group of pictures. */
export const mostHiddenSeconds = 15;
/** How late a beginning is where nobody need wonder whether it is the first. */
export const usualStartSeconds = 5;

/**
 * The duration of a video whose first picture or sound begins at `startSeconds` and whose last ends at `endSeconds`. Where
 * it begins late, some writers count the time before, in which nothing is shown, and others do not: of the two, what
 * the header is nearer to. What is shortly before zero is not shown. Null when that is no duration, or one of months.
 */
export function durationOf(
  startSeconds: number,
  endSeconds: number,
  headerSeconds: number | null,
): VideoDuration | null {
  const isHidden = startSeconds < 0 && startSeconds >= -mostHiddenSeconds;
  const shownSeconds = endSeconds - (isHidden ? 0 : startSeconds);
  const isFromZero =
    headerSeconds !== null && Math.abs(headerSeconds - endSeconds) < Math.abs(headerSeconds - shownSeconds);
  const seconds = isFromZero ? Math.max(endSeconds, shownSeconds) : shownSeconds;
  return seconds >= 0 && seconds <= maxSeconds ? { seconds, headerSeconds } : null;
}
